"""Coalesced reads: one read for all callers at the same moment. After each move, hundreds of pages ask for news."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")

MOST = 100


class CoalescedReads(Generic[V]):
    """Reads by keys, one read at a time.

    Callers that arrive during a read join the next one, so no answer is older than its request.
    """

    def __init__(self, read: Callable[[Collection[str]], Awaitable[Mapping[str, V]]]) -> None:
        self._read = read
        self._alone = asyncio.Lock()
        self._wanted = set[str]()
        self._next: asyncio.Task[Mapping[str, V]] | None = None

    async def get(self, key: str) -> V | None:
        """Return the current value of a key; ``None`` if it has none."""
        task = self._next
        if task is None or len(self._wanted) >= MOST:
            self._wanted = set()
            task = self._next = asyncio.create_task(self._read_once(self._wanted), name="open pages")
        self._wanted.add(key)
        return (await asyncio.shield(task)).get(key)

    async def _read_once(self, wanted: Collection[str]) -> Mapping[str, V]:
        async with self._alone:
            if wanted is self._wanted:
                self._next = None
            return await self._read(wanted)

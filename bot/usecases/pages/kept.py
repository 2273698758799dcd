"""What is kept for a while, so that what many ask for is made once: pictures, and what a page is told of a game."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """What was made last. Whoever asks for something that is being made waits for that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, asyncio.Task[V]] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._made

    async def get(self, key: Hashable, make: Callable[[], Awaitable[V]]) -> V:
        """Return what is kept under a key; ``make`` makes it where it is not here."""
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.ensure_future(make())
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        try:
            return await asyncio.shield(task)
        except Exception:
            self._made.pop(key, None)
            raise

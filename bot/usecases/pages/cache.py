"""A cache for values that many pages request: pictures, and the data of a game's page."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

V = TypeVar("V")


class Cache:
    """A cache of the most recently used values. Callers wait for a value that is being made."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._made

    async def get(self, key: Hashable, make: Callable[[], Awaitable[V]]) -> V:
        """Return the value of a key; ``make`` makes it if it is not cached."""
        task: asyncio.Task[V] | None = self._made.get(key)
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

"""A cache bounded by the bytes it holds, and safe for use by several threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """A cache that drops the least recently used entries above a total of ``limit`` bytes; ``size`` measures an entry."""

    def __init__(self, limit: int, size: Callable[[T], int]) -> None:
        self.limit = limit
        self.held = 0
        self.made = 0
        """The number of entries made so far."""
        self._size = size
        self._entries: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the entry of ``key``, or make and cache it if there is none."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
                return found
        # Made outside the lock. Two threads may make the same entry, which wastes time but does no harm.
        entry = make()
        with self._lock:
            self.made += 1
            if key not in self._entries:
                self._entries[key] = entry
                self.held += self._size(entry)
            while self.held > self.limit and len(self._entries) > 1:
                _, dropped = self._entries.popitem(last=False)
                self.held -= self._size(dropped)
        return entry

    def clear(self) -> None:
        """Remove all entries."""
        with self._lock:
            self._entries.clear()
            self.held = 0

    def __len__(self) -> int:
        return len(self._entries)

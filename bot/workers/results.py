"""A cache of results."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from bot.workers.job import Job
from bot.workers.process import Result


class Results:
    """The most recently used results, by their jobs, up to ``most`` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Job[Any], Result] = OrderedDict()

    @property
    def size(self) -> int:
        """The total size of the results in bytes."""
        return self._size

    def get(self, job: Job[Any]) -> Result | None:
        """Return the result of a job; ``None`` if it is not cached."""
        found = self._kept.get(job)
        if found is not None:
            self._kept.move_to_end(job)
        return found

    def put(self, job: Job[Any], result: Result) -> None:
        """Cache a result. If there is no room, drop the least recently used results."""
        if not job.kept or result.size > self._most or job in self._kept:
            return
        self._kept[job] = result
        self._size += result.size
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= old.size

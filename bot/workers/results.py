"""Results that are kept for the next who asks."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from bot.workers.job import Job
from bot.workers.process import Result


class Results:
    """The results that were used last, by their jobs, up to ``most`` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Job[Any], Result] = OrderedDict()

    @property
    def size(self) -> int:
        """The bytes of all results."""
        return self._size

    def get(self, job: Job[Any]) -> Result | None:
        """Return the result of a job; ``None`` if it is not kept."""
        found = self._kept.get(job)
        if found is not None:
            self._kept.move_to_end(job)
        return found

    def put(self, job: Job[Any], result: Result) -> None:
        """Keep a result. If there is no room, forget the results that were used longest ago."""
        if not job.kept or result.size > self._most or job in self._kept:
            return
        self._kept[job] = result
        self._size += result.size
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= old.size

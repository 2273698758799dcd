"""Results kept for those who ask again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from bot.workers.job import Job
from bot.workers.process import Result


class Results:
    """The results used last, up to so many bytes. What is asked for is the job itself."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Job[Any], Result] = OrderedDict()

    @property
    def size(self) -> int:
        """Bytes of all results."""
        return self._size

    def get(self, job: Job[Any]) -> Result | None:
        """The result of a job; ``None`` where it is not kept."""
        found = self._kept.get(job)
        if found is not None:
            self._kept.move_to_end(job)
        return found

    def put(self, job: Job[Any], result: Result) -> None:
        """Keeps a result, and forgets those that were used longest ago where there is no room."""
        if not job.kept or result.size > self._most or job in self._kept:
            return
        self._kept[job] = result
        self._size += result.size
        while self._size > self._most:
            _, old = self._kept.popitem(last=False)
            self._size -= old.size

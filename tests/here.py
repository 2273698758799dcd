"""A worker that does its jobs in the process that asks for them."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

from bot.web.public.room import rooms
from bot.workers.errors import JobFailed
from bot.workers.job import Job
from bot.workers.process import Result, Worker


class Here(Worker):
    """A worker in this process, which gets jobs and gives results as bytes, as one in a process of its own does.

    Starting processes took a fifth of the time of these tests. ``world(processes=True)`` has them all the same, as have
    ``tests/workers`` and the games over the wire.
    """

    def __init__(self) -> None:
        """It has nothing of its own."""

    @classmethod
    async def start(cls) -> Here:
        """A worker that is ready."""
        return cls()

    @property
    def is_worn_out(self) -> bool:
        """Never."""
        return False

    async def do(self, job: Job[Any]) -> Result:
        """What the job gives. Raises JobFailed for what it raises."""
        try:
            what = pickle.dumps(pickle.loads(pickle.dumps(job)).run())  # noqa: S301 - our own
        except Exception as error:
            raise JobFailed(traceback.format_exc()) from error
        return Result(pickle.loads(what), len(what))  # noqa: S301 - the same

    async def end(self) -> None:
        """Forget what jobs have kept from one to the next."""
        while rooms:
            rooms.popitem()[1].close()

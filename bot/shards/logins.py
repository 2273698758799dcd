"""Logins of shards at the rate that Discord allows: one in five seconds for each bucket of shards, across all processes."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress

from bot.common.tasks import end_tasks
from bot.storage.engine.shard_locks import LocksLost, ShardLocks

PAUSE = 5.0
"""Seconds between two logins of a bucket."""
POLL = 0.25
"""Seconds between checks whether another process has finished its login."""


class Logins:
    """Lets the shards of this process log in one by one. ``max_concurrency``: the number of buckets that Discord allows."""

    def __init__(self, locks: ShardLocks) -> None:
        self.max_concurrency = 1
        self._locks = locks
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._ending: set[asyncio.Task[None]] = set()

    async def wait_for_turn(self, shard: int) -> None:
        """Wait until the shard may log in. Raise LocksLost if the database does not answer."""
        bucket = shard % self.max_concurrency
        mine = self._turns[bucket]
        await mine.acquire()
        pause = 0.0
        try:
            while not await self._locks.take_login(bucket):  # noqa: ASYNC110 - another process may hold it
                await asyncio.sleep(POLL)
            pause = PAUSE
        finally:  # a cancelled request may have taken the bucket, too
            end = asyncio.create_task(self._end(bucket, mine, pause), name=f"login of bucket {bucket}")
            self._ending.add(end)
            end.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the pauses after all logins."""
        await end_tasks(*self._ending)

    async def _end(self, bucket: int, mine: asyncio.Lock, pause: float) -> None:
        """Hold the bucket for ``pause`` seconds, then release it."""
        try:
            await asyncio.sleep(pause)
            with suppress(LocksLost):
                await self._locks.release_login(bucket)
        finally:
            mine.release()

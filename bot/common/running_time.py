"""Time in which this process ran: a suspended machine gives nobody less time to answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

PULSE = 0.25
"""Seconds between two looks at the clock."""
GAP = 1.0
"""Seconds between two looks at the clock beyond which the process stood still."""


class RunningTime:
    """A clock of the seconds in which this process ran."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._seen_at = monotonic()

    def look(self) -> float:
        """Return the seconds so far. Time since the last look is left out if it is longer than ``GAP``."""
        now = monotonic()
        if now - self._seen_at <= GAP:
            self.seconds += now - self._seen_at
        self._seen_at = now
        return self.seconds


@asynccontextmanager
async def running_timeout(seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Limit the block to ``seconds`` of running time. Raise ``TimeoutError`` when they are over."""
    async with asyncio.timeout(None) as limit:
        watch = asyncio.create_task(_expire(limit, seconds))
        try:
            yield limit
        finally:
            watch.cancel()


async def _expire(limit: asyncio.Timeout, seconds: float) -> None:
    """Have a limit expire after ``seconds`` of running time."""
    ran = RunningTime()
    while ran.look() < seconds:  # noqa: ASYNC110 - no event tells that time goes on
        await asyncio.sleep(PULSE)
    limit.reschedule(asyncio.get_running_loop().time())

"""Times and lengths of time, in milliseconds; and limits in seconds that a suspended machine does not use up.

The bot's own clock is ``Context.clock``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from zoneinfo import ZoneInfo

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Lengths of time in milliseconds."""

Clock = Callable[[], int]
"""A function that returns the time in milliseconds since 1970 (UTC)."""


def now() -> int:
    """Return the machine's time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


@lru_cache(1024)
def find_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name; UTC where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


PULSE = 0.25
"""Seconds between two looks at the clock."""
GAP = 1.0
"""Seconds that count between two looks at the clock, at most: in the rest of them the process stood still."""


class RunningTime:
    """A clock of the seconds in which this process ran."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._seen_at = time.monotonic()

    def look(self) -> float:
        """Return the seconds so far. Of the time since the last look, ``GAP`` counts at most."""
        now = time.monotonic()
        self.seconds += min(now - self._seen_at, GAP)
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

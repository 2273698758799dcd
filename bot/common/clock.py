"""Times and durations in milliseconds, and timeouts in seconds that do not run while the machine is suspended.

The bot's own clock is ``Context.clock``.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Durations in milliseconds."""

Clock = Callable[[], int]
"""A function that returns the time in milliseconds since 1970 (UTC)."""


def now() -> int:
    """Return the machine's time in milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


@lru_cache(1024)
def find_zone(name: str) -> ZoneInfo:
    """Return a time zone by its name, or UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


def name_zone(zone: str) -> str:
    """Return the name of a time zone for people: ``UTC+5`` for ``Etc/GMT-5``, whose sign is reversed."""
    return zone.translate(str.maketrans("+-", "-+")).replace("Etc/GMT", "UTC") if zone.startswith("Etc/GMT") else zone


def find_hour(now: int, zone: ZoneInfo, hour: int) -> int:
    """Return the next time after ``now`` at which it is the given hour of the day in a time zone."""
    local = datetime.fromtimestamp(now / SECOND, zone)
    then = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    while (at := round(then.timestamp() * SECOND)) <= now:
        then = (then + timedelta(days=1)).replace(hour=hour)
    return at


PULSE = 0.25
"""Seconds between two readings of the clock."""
GAP = 1.0
"""Maximum seconds that count between two readings. During the rest of a longer gap, the process was suspended."""


class RunningTime:
    """A clock that counts the seconds during which this process ran."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._seen_at = time.monotonic()

    def read(self) -> float:
        """Return the seconds so far. At most ``GAP`` of them are added since the last reading."""
        now = time.monotonic()
        self.seconds += min(now - self._seen_at, GAP)
        self._seen_at = now
        return self.seconds


@asynccontextmanager
async def running_timeout(seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Limit the block to ``seconds`` of running time. Raise ``TimeoutError`` once they have passed."""
    async with asyncio.timeout(None) as limit:
        watch = asyncio.create_task(_expire(limit, seconds))
        try:
            yield limit
        finally:
            watch.cancel()


async def _expire(limit: asyncio.Timeout, seconds: float) -> None:
    """Make a timeout expire after ``seconds`` of running time."""
    ran = RunningTime()
    while ran.read() < seconds:  # noqa: ASYNC110 - there is no event for passing time
        await asyncio.sleep(PULSE)
    limit.reschedule(asyncio.get_running_loop().time())

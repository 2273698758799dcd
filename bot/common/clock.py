"""Times and lengths of time, in milliseconds. The bot's own clock is ``Context.clock``."""

from __future__ import annotations

import time
from collections.abc import Callable
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

"""The time: the one place in which it is read."""

from __future__ import annotations

from collections.abc import Callable

import discord

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Lengths of time in milliseconds."""

Clock = Callable[[], int]
"""Returns the time in milliseconds since 1970 (UTC)."""


def now() -> int:
    """The time in milliseconds since 1970 (UTC), by discord.py's clock, which a simulated Discord sets."""
    return int(discord.utils.utcnow().timestamp() * 1000)

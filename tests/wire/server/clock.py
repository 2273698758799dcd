"""Discord's clock: it runs with the real one, and a test may put it forward."""

from __future__ import annotations

import time

DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 at which Discord's ids begin."""


class Clock:
    """Time in seconds; ``elapsed`` counts only what a test advanced, so that no deadline depends on a slow machine."""

    def __init__(self) -> None:
        self.elapsed = 0.0

    def advance(self, seconds: float) -> None:
        """Put the clock forward."""
        self.elapsed += seconds

    def now(self) -> float:
        """Seconds since 1970, the advanced time included."""
        return time.time() + self.elapsed


class Snowflakes:
    """Discord's ids: milliseconds since its epoch in the upper bits, never the same twice, always growing."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """The next id."""
        self._last = max((int(self._clock.now() * 1000) - DISCORD_EPOCH) << 22, self._last + 1)
        return self._last

"""A clock that a test sets."""

from __future__ import annotations


class Clock:
    """Gives ``now``, in milliseconds since 1970, until a test sets it anew."""

    now = 1_000_000

    def __call__(self) -> int:
        """The time."""
        return self.now

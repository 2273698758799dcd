"""Limits on a computer player's thinking: seconds of wall time, or an amount of work that is the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class OutOfBudget(Exception):
    """The budget is spent, so the search stops."""


class Budget:
    """The work of one decision: its count and its limit.

    The player of each game defines its unit of work, such as a playout or an evaluated position. The limit is a time
    (``seconds``), a number of units (``work``), or with both whichever is reached first. Raise ValueError if neither is given,
    or one is negative.
    """

    __slots__ = ("_clock", "_seconds", "_until", "_work", "used")

    used: int
    """Units of work counted so far."""

    def __init__(
        self, *, seconds: float | None = None, work: int | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        if seconds is None and work is None:
            raise ValueError("Give seconds or work: a player needs a limit for its thinking.")
        if (seconds is not None and seconds < 0) or (work is not None and work < 0):
            raise ValueError("Neither seconds nor work can be negative.")
        self._clock, self._seconds = clock, seconds
        self._until = None if seconds is None else clock() + seconds
        self._work = work
        self.used = 0

    def spend(self, units: int = 1) -> bool:
        """Count ``units`` of work. Return whether any budget is left."""
        self.used += units
        return (self._work is None or self.used < self._work) and (self._until is None or self._clock() < self._until)

    def part(self, share: float) -> Budget:
        """Return a budget for a share, from 0 to 1, of the rest of this one. Work on it is not counted here."""
        return self._next(share, 0)

    def rest(self, least: float) -> Budget:
        """Return a budget for the rest of this one, or for the share ``least`` (0 to 1) of its initial size if that is more."""
        return self._next(1, least)

    def _next(self, share: float, least: float) -> Budget:
        seconds, work = None, None
        if self._until is not None and self._seconds is not None:
            seconds = max(0.0, (self._until - self._clock()) * share, self._seconds * least)
        if self._work is not None:
            work = int(max(0, (self._work - self.used) * share, self._work * least))
        return Budget(seconds=seconds, work=work, clock=self._clock)

    def at_most(self, work: int) -> Budget:
        """Return a budget for the rest of this one, limited to ``work``. Work on it is not counted here."""
        part = self.part(1)
        part._work = work if part._work is None else min(work, part._work)
        return part

    @property
    def is_spent(self) -> bool:
        """Whether the time, or the work, is used up."""
        return not self.spend(0)

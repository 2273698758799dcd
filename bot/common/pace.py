"""How long players have to think: the paces that a table may choose."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bot.common.clock import HOUR, MINUTE
from rules.words import count

PaceName = Literal["none", "relaxed", "daily", "fast", "live"]


class Pace(NamedTuple):
    """A pace, in milliseconds: what a bank has at the start, what each turn adds, and the most that it may have."""

    start: int
    added: int
    most: int

    def __str__(self) -> str:
        return f"{in_words(self.start)}, and {in_words(self.added)} more for each turn, up to {in_words(self.most)}"


_UNITS = ((HOUR, "hour"), (MINUTE, "minute"))

PACES: dict[str, Pace] = {
    "relaxed": Pace(72 * HOUR, 36 * HOUR, 120 * HOUR),
    "daily": Pace(24 * HOUR, 24 * HOUR, 72 * HOUR),
    "fast": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "live": Pace(10 * MINUTE, MINUTE, 15 * MINUTE),
}
"""The paces by name. ``none`` is not among them: it counts nobody's time."""


def in_words(length: int) -> str:
    """Return a length of time in milliseconds as words, rounded down to whole hours or minutes."""
    size, unit = next(((size, unit) for size, unit in _UNITS if length >= size), (MINUTE, "minute"))
    return count(length // size, unit)

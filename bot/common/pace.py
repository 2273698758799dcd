"""The paces that a table can choose: the time that players have to think."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bot.common.clock import DAY, HOUR, MINUTE
from rules.words import count

PaceName = Literal["none", "relaxed", "daily", "fast", "live", "1d", "3d", "7d", "14d"]


class Pace(NamedTuple):
    """A pace, in milliseconds: the bank at the start, the time added each turn, and the most that the bank can hold."""

    start: int
    added: int
    most: int

    def __str__(self) -> str:
        if self.start == self.added == self.most:
            return f"{in_words(self.added)} for each turn"
        return f"{in_words(self.start)} each, +{in_words(self.added)} a turn up to {in_words(self.most)}"


PACES: dict[str, Pace] = {
    "relaxed": Pace(72 * HOUR, 36 * HOUR, 120 * HOUR),
    "daily": Pace(24 * HOUR, 24 * HOUR, 72 * HOUR),
    "fast": Pace(24 * HOUR, 4 * HOUR, 72 * HOUR),
    "live": Pace(10 * MINUTE, MINUTE, 15 * MINUTE),
    "1d": Pace(DAY, DAY, DAY),
    "3d": Pace(3 * DAY, 3 * DAY, 3 * DAY),
    "7d": Pace(7 * DAY, 7 * DAY, 7 * DAY),
    "14d": Pace(14 * DAY, 14 * DAY, 14 * DAY),
}
"""The paces by name. ``none``, which has no clock, is not among them."""

LABELS = {"1d": "1 day", "3d": "3 days", "7d": "7 days", "14d": "14 days"}
"""The labels of the paces that have a fixed time for each turn. The others are shown by name."""

ABSENCE = Pace(7 * DAY, 7 * DAY, 7 * DAY)
"""The time for a turn if its player has left, in a game without a pace."""


def in_words(length: int) -> str:
    """Return a duration in milliseconds in words: in whole days if it is a multiple, else in whole hours or minutes."""
    if length >= DAY and length % DAY == 0:
        return count(length // DAY, "day")
    return count(length // HOUR, "hour") if length >= HOUR else count(length // MINUTE, "minute")


def round_in_words(length: int) -> str:
    """Return a duration in milliseconds in words. A day or more is rounded to the hour, so that a new bank is whole days."""
    return in_words(round(length / HOUR) * HOUR if length >= DAY else length)

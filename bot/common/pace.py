"""How long players have to think: the paces that a table may choose."""

from __future__ import annotations

from typing import Literal, NamedTuple

from bot.common.clock import DAY, HOUR, MINUTE
from rules.words import count

PaceName = Literal["none", "relaxed", "daily", "fast", "live", "1d", "3d", "7d", "14d"]


class Pace(NamedTuple):
    """A pace, in milliseconds: what a bank has at the start, what each turn adds, and the most that it may have."""

    start: int
    added: int
    most: int

    def __str__(self) -> str:
        if self.start == self.added == self.most:
            return f"{in_words(self.added)} for each turn"
        return f"{in_words(self.start)} each, +{in_words(self.added)} a turn, {in_words(self.most)} at most"


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
"""The paces by name. ``none`` is not among them: it counts nobody's time."""

LABELS = {"1d": "1 day", "3d": "3 days", "7d": "7 days", "14d": "14 days"}
"""What members read for the paces that are not called by their names: so long for each turn."""

ABSENCE = Pace(7 * DAY, 7 * DAY, 7 * DAY)
"""The time of a turn whose player is gone, in a game without a pace."""


def in_words(length: int) -> str:
    """Return a length of time in milliseconds as words: whole days if it is that, else whole hours or minutes."""
    if length >= DAY and length % DAY == 0:
        return count(length // DAY, "day")
    return count(length // HOUR, "hour") if length >= HOUR else count(length // MINUTE, "minute")

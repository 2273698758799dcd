"""The value of every move in a position, proved or estimated: the basis of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Literal

SEPARATOR = "; "
"""The separator between the decisions of a turn in a key."""


class TooHard(Exception):
    """The position is too hard to judge with the given amount of work."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of each turn for the seat to move, if everybody plays optimally afterwards."""

    values: Mapping[str, int]
    """Key of a turn (:func:`key_of` its decisions) -> value. A turn is a set of plots in Land, one decision elsewhere."""
    unit: Literal["points", "share"] = "points"
    """The unit of the values: the proved final margin in points, or the expected share of the win in percent."""

    @property
    def best(self) -> int:
        """The highest value."""
        return max(self.values.values())

    @property
    def gap(self) -> int:
        """The difference in value between the best turns and the next best ones; 0 if all are equal."""
        return self.best - max((value for value in self.values.values() if value < self.best), default=self.best)

    @property
    def stake(self) -> float:
        """The share of all turns that lead to a worse result than the best: no win, or not even a shared one.

        1 if the values are shares.
        """
        if self.unit == "share":
            return 1.0
        return fmean(sign(value) < sign(self.best) for value in self.values.values())

    @property
    def is_decisive(self) -> bool:
        """Whether all turns except the best lead to a worse result. Always true if the values are shares."""
        return self.unit == "share" or sign(self.best) > sign(self.best - self.gap)

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys of the best turns, sorted."""
        return tuple(sorted(key for key, value in self.values.items() if value == self.best))

    def value_of(self, decisions: Sequence[str]) -> int:
        """Return the value of the given decisions: that of a whole turn, or the highest one that a partial turn can still
        reach.

        Decisions after the judged turn are ignored. Raise KeyError for a turn that was not judged.
        """
        for count in range(len(decisions), 0, -1):
            if (whole := self.values.get(key_of(decisions[:count]))) is not None:
                return whole
            played = set(decisions[:count])
            if found := [value for key, value in self.values.items() if played <= set(key.split(SEPARATOR))]:
                return max(found)
        raise KeyError(SEPARATOR.join(decisions))


def key_of(decisions: Sequence[str]) -> str:
    """Return the key of a turn, regardless of the order of its decisions."""
    return SEPARATOR.join(sorted(decisions))


def sign(margin: int) -> int:
    """Return the result of a margin: 1 for a win, 0 for a shared win, -1 for a loss."""
    return (margin > 0) - (margin < 0)

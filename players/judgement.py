"""What every move of a position is worth, proved or estimated: the stuff of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

SEPARATOR = "; "
"""Stands between the decisions of a turn in a key."""


class TooHard(Exception):
    """The position cannot be judged with so much work."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of each turn that the seat to move has, to that seat, if everybody plays on as well as possible."""

    values: Mapping[str, int]
    """By turn: :func:`key_of` its decisions. In Land a turn is a set of plots, elsewhere one decision."""
    unit: Literal["points", "share"] = "points"
    """Of the values: the margin at the end in points, proved; or the share of the win to expect, in percent."""

    @property
    def best(self) -> int:
        """The highest value."""
        return max(self.values.values())

    @property
    def gap(self) -> int:
        """By how much the best turns beat all others; 0 where all are equal."""
        return self.best - max((value for value in self.values.values() if value < self.best), default=self.best)

    @property
    def answers(self) -> tuple[str, ...]:
        """The keys of the best turns, sorted."""
        return tuple(sorted(key for key, value in self.values.items() if value == self.best))

    def value_of(self, decisions: Sequence[str]) -> int:
        """Return what decisions are worth: those of a whole turn, or its beginning, which is worth as much as it can become.

        Decisions behind the judged turn do not count. Raise KeyError for a turn that was not judged.
        """
        for count in range(len(decisions), 0, -1):
            if (whole := self.values.get(key_of(decisions[:count]))) is not None:
                return whole
            played = set(decisions[:count])
            if found := [value for key, value in self.values.items() if played <= set(key.split(SEPARATOR))]:
                return max(found)
        raise KeyError(SEPARATOR.join(decisions))


def key_of(decisions: Sequence[str]) -> str:
    """Return the key of a turn, the same in whatever order its decisions are made."""
    return SEPARATOR.join(sorted(decisions))

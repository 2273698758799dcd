"""A player's estimate of a position, and its calibration by games of the level that plays.

A player returns an :class:`Estimate`. A :class:`Curve` converts it to the results to expect in real games. ``data/curves`` has
a curve for each game, number of seats and level, fitted to games by ``python -m lab.studies.calibration``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple, Self

from rules.files import DATA

NEVER = 1e-9
"""Shares below this count as 0."""
SURE = 30.0
"""Limit of the logarithm of odds: larger odds are treated as equal."""


class Estimate(NamedTuple):
    """A player's estimate of a position."""

    shares: tuple[float, ...]
    """Each seat's share of the win; the rest up to 1 is the chance that nobody wins."""
    margins: tuple[float, ...]
    """Each seat's expected points minus those of the best other seat."""
    to_come: float = 0.0
    """The fraction of the game still to be played, from 1 at the start to 0 at the end."""
    is_sure: bool = False
    """Whether it is the certain result of the moves of the playing level, and not an estimate."""
    first: int = 0
    """With two seats, the seat that the curve treats as the first one."""


def share_win(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Return each seat's share of the win of a finished game; 0 for all if nobody wins."""
    share = 1 / (len(winners) or 1)
    return tuple([share if seat in winners else 0.0 for seat in range(seats)])


def share_of_margin(margin: float) -> float:
    """Return the share of the win of a seat that ends with this margin, in a game for two: 1, a half or 0."""
    return (margin > 0) / 2 + (margin >= 0) / 2


def logistic(odds: float) -> float:
    """Return the probability for odds given as a logarithm; never exactly 0 or 1."""
    return 1 / (1 + exp(-min(max(odds, -SURE), SURE)))


def leads(shares: Sequence[float]) -> tuple[float, ...]:
    """Return the difference between each seat's share and that of the best other seat."""
    return tuple(
        own - max((other for at, other in enumerate(shares) if at != seat), default=own) for seat, own in enumerate(shares)
    )


class Curve(NamedTuple):
    """Converts an estimate to expected results in games of one level. The default curve changes nothing."""

    power: tuple[float, ...] = (1.0, 0.0, 0.0)
    """The power applied to the odds between seats: at the end, then the terms for the remaining game and its square."""
    ahead: tuple[float, ...] = (0.0, 0.0, 0.0)
    """The effect of a point of margin on the logarithm of the odds: at the end, then the term for the remaining game.

    With more than two seats, also the effect of the square of the points behind the best seat, divided by 100: a seat far
    behind hardly ever wins."""
    first: float = 0.0
    """With two seats: the advantage of ``Estimate.first`` in the logarithm of the odds, while the whole game remains."""
    nobody: tuple[float, ...] = (1.0, 0.0, 0.0)
    """For the odds that nobody wins: the power, the constant added to their logarithm, and the term for the remaining game."""
    margin: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 0.0)
    """The weights of :meth:`margin_parts`."""

    def shares(self, seen: Estimate) -> tuple[float, ...]:
        """Return each seat's share of the win."""
        if seen.is_sure:
            return seen.shares
        weights = *self.power, *self.ahead, self.first
        rows = [
            None if row is None else sum(weight * part for weight, part in zip(weights, row, strict=True))
            for row in self.share_parts(seen)
        ]
        highest = max((row for row in rows if row is not None), default=0.0)
        likely = [0.0 if row is None else exp(row - highest) for row in rows]
        somebody = 1 - self._nobody(seen)
        return tuple(min(somebody * each / (sum(likely) or 1.0), 1 - NEVER) for each in likely)  # 1 is for what is sure

    @staticmethod
    def share_parts(seen: Estimate) -> list[tuple[float, ...] | None]:
        """Return for each seat the features that ``power``, ``ahead`` and ``first`` weight; ``None`` if it cannot win."""
        to_come = seen.to_come
        of_two = len(seen.shares) == 2
        firsts = [to_come if of_two and seat == seen.first else 0.0 for seat in range(len(seen.shares))]
        behind = [0.0 if of_two else -((min(0.0, margin) / 10) ** 2) for margin in seen.margins]
        return [
            None
            if share < NEVER
            else (log(share), log(share) * to_come, log(share) * to_come**2, margin, margin * to_come, far, first)
            for share, margin, far, first in zip(seen.shares, seen.margins, behind, firsts, strict=True)
        ]

    def _nobody(self, seen: Estimate) -> float:
        parts = self.nobody_parts(seen)
        if parts is None:
            return 0.0 if sum(seen.shares) > NEVER else 1.0
        return logistic(sum(weight * part for weight, part in zip(self.nobody, parts, strict=True)))

    @staticmethod
    def nobody_parts(seen: Estimate) -> tuple[float, ...] | None:
        """Return the features that ``nobody`` weights; ``None`` if it is certain that somebody wins, or that nobody does."""
        nobody = 1 - sum(seen.shares)
        if not NEVER < nobody < 1 - NEVER:
            return None
        return log(nobody / (1 - nobody)), 1.0, seen.to_come

    def margins(self, seen: Estimate) -> tuple[float, ...]:
        """Return each seat's expected margin."""
        if seen.is_sure:
            return seen.margins
        return tuple(
            sum(weight * part for weight, part in zip(self.margin, parts, strict=True)) for parts in self.margin_parts(seen)
        )

    @staticmethod
    def margin_parts(seen: Estimate) -> list[tuple[float, ...]]:
        """Return for each seat the features that ``margin`` weights.

        They are the margin and the lead in shares, each alone and multiplied by the remaining game, and the first seat's
        advantage, with two seats.
        """
        firsts = [0.0] * len(seen.shares)
        if len(firsts) == 2:
            firsts[seen.first], firsts[1 - seen.first] = seen.to_come, -seen.to_come
        return [
            (margin, margin * seen.to_come, lead, lead * seen.to_come, first)
            for margin, lead, first in zip(seen.margins, leads(seen.shares), firsts, strict=True)
        ]

    def mean(self, other: Self) -> Self:
        """Return the mean of two curves."""
        return type(self)(
            _halfway(self.power, other.power),
            _halfway(self.ahead, other.ahead),
            (self.first + other.first) / 2,
            _halfway(self.nobody, other.nobody),
            _halfway(self.margin, other.margin),
        )


PLAIN = Curve()


def _halfway(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple((each + its) / 2 for each, its in zip(one, other, strict=True))


@lru_cache(maxsize=128)
def curve_of(name: str, seats: int, level: int) -> Curve:
    """Return the curve of a file for a number of seats and a level.

    Between two measured numbers of seats or levels, it is the mean of their curves; beyond all of them, that of the nearest.
    """
    kept = read_curves(name)
    if not kept:
        return PLAIN

    def curve_for(count: int) -> Curve:
        return _interpolate(sorted(each for of, each in kept if of == count), level, lambda each: kept[count, each])

    return _interpolate(sorted({count for count, _ in kept}), seats, curve_for)


def _interpolate(measured: Sequence[int], wanted: int, curve_for: Callable[[int], Curve]) -> Curve:
    """Return the mean of the curves for the nearest measured numbers on both sides."""
    below = max((each for each in measured if each <= wanted), default=measured[0])
    above = min((each for each in measured if each >= wanted), default=measured[-1])
    return curve_for(below).mean(curve_for(above))


def read_curves(name: str) -> dict[tuple[int, int], Curve]:
    """Return the curves of a file by seats and level; empty if nothing has been measured."""
    file = DATA / "curves" / f"{name}.json"
    if not file.exists():
        return {}
    found = json.loads(file.read_text(encoding="utf-8"))
    return {
        (int(seats), int(level)): Curve(
            tuple(curve["power"]), tuple(curve["ahead"]), curve["first"], tuple(curve["nobody"]), tuple(curve["margin"])
        )
        for seats, levels in found.items()
        for level, curve in levels.items()
    }

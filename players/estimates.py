"""How a position looks to a player, and how that is held against games of the level that plays.

What the player itself finds is an :class:`Estimate`. A :class:`Curve` turns it into what happens in games. ``data/curves`` has
one for each game, number of seats and level, fitted to games by ``python -m lab.studies.calibration``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import lru_cache
from math import exp, log
from typing import NamedTuple, Self

from rules.files import DATA

NEVER = 1e-9
"""A share so small is none."""
SURE = 30.0
"""Odds beyond the power of e to this are not told apart."""


class Estimate(NamedTuple):
    """How a position looks to a player."""

    shares: tuple[float, ...]
    """Each seat's share of the win; the rest to 1 is the chance that nobody wins."""
    margins: tuple[float, ...]
    """Each seat's expected points less those of the best other one."""
    to_come: float = 0.0
    """The part of the game that is still to be played, from 1 at the start to 0 at the end."""
    is_sure: bool = False
    """Whether it is what comes of the moves of the level that plays, and no estimate."""


def share_win(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Return each seat's share of the win of a game that is over; nobody has any where there are no winners."""
    share = 1 / (len(winners) or 1)
    return tuple([share if seat in winners else 0.0 for seat in range(seats)])


def share_of_margin(margin: float) -> float:
    """Return the share of the win, for two seats, of the one that ends with this margin: 1, a half or 0."""
    return (margin > 0) / 2 + (margin >= 0) / 2


def logistic(odds: float) -> float:
    """Return the chance of odds given as a logarithm, never quite 0 or 1."""
    return 1 / (1 + exp(-min(max(odds, -SURE), SURE)))


def leads(shares: Sequence[float]) -> tuple[float, ...]:
    """Return by how much each seat's share is more than that of the best other seat."""
    return tuple(
        own - max((other for at, other in enumerate(shares) if at != seat), default=own) for seat, own in enumerate(shares)
    )


class Curve(NamedTuple):
    """What an estimate comes to in games of one level. The plain curve changes nothing."""

    power: tuple[float, ...] = (1.0, 0.0, 0.0)
    """The power to which the odds between seats are raised: at the end, and what the game to come and its square add to it."""
    ahead: tuple[float, ...] = (0.0, 0.0)
    """What a point of margin adds to the logarithm of the odds: at the end, and with the game to come."""
    first: float = 0.0
    """With two seats: by how much the odds of the first are better, as a logarithm, with the whole game to come."""
    nobody: tuple[float, ...] = (1.0, 0.0, 0.0)
    """Of the odds that nobody wins: the power, and what is added to their logarithm, at the end and with the game to come."""
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
        return tuple(somebody * each / (sum(likely) or 1.0) for each in likely)

    @staticmethod
    def share_parts(seen: Estimate) -> list[tuple[float, ...] | None]:
        """Return for each seat the numbers that ``power``, ``ahead`` and ``first`` weigh; ``None`` where it cannot win."""
        to_come = seen.to_come
        firsts = [to_come if len(seen.shares) == 2 and not seat else 0.0 for seat in range(len(seen.shares))]
        return [
            None
            if share < NEVER
            else (log(share), log(share) * to_come, log(share) * to_come**2, margin, margin * to_come, first)
            for share, margin, first in zip(seen.shares, seen.margins, firsts, strict=True)
        ]

    def _nobody(self, seen: Estimate) -> float:
        parts = self.nobody_parts(seen)
        if parts is None:
            return 0.0 if sum(seen.shares) > NEVER else 1.0
        return logistic(sum(weight * part for weight, part in zip(self.nobody, parts, strict=True)))

    @staticmethod
    def nobody_parts(seen: Estimate) -> tuple[float, ...] | None:
        """Return the numbers that ``nobody`` weighs; ``None`` where it is sure that somebody wins, or that nobody does."""
        nobody = 1 - sum(seen.shares)
        if not NEVER < nobody < 1 - NEVER:
            return None
        return log(nobody / (1 - nobody)), 1.0, seen.to_come

    def margins(self, seen: Estimate) -> tuple[float, ...]:
        """Return each seat's margin."""
        if seen.is_sure:
            return seen.margins
        return tuple(
            sum(weight * part for weight, part in zip(self.margin, parts, strict=True)) for parts in self.margin_parts(seen)
        )

    @staticmethod
    def margin_parts(seen: Estimate) -> list[tuple[float, ...]]:
        """Return for each seat the numbers that ``margin`` weighs: margin, lead in shares, each also times what is to come; the
        first seat's advantage. With more than two seats the last is the same for all: the best of several gets further ahead.
        """
        firsts = [seen.to_come, -seen.to_come] if len(seen.shares) == 2 else [seen.to_come] * len(seen.shares)
        return [
            (margin, margin * seen.to_come, lead, lead * seen.to_come, first)
            for margin, lead, first in zip(seen.margins, leads(seen.shares), firsts, strict=True)
        ]

    def mean(self, other: Self) -> Self:
        """Return the curve halfway between two."""
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
def curve_of(game: str, seats: int, level: int) -> Curve:
    """Return the curve for a level: that of the next larger number of seats that has one, or of the largest.

    A level between two that were measured gets the mean of theirs.
    """
    kept = read_curves(game)
    if not kept:
        return PLAIN
    counts = sorted({count for count, _ in kept})
    count = next((each for each in counts if each >= seats), counts[-1])
    levels = sorted(each for of, each in kept if of == count)
    below = max((each for each in levels if each <= level), default=levels[0])
    above = min((each for each in levels if each >= level), default=levels[-1])
    return kept[count, below].mean(kept[count, above])


def read_curves(game: str) -> dict[tuple[int, int], Curve]:
    """Return the curves of a game by seats and level: none where it has not been measured."""
    file = DATA / "curves" / f"{game}.json"
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

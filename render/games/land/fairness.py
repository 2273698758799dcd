"""The fairness of a finished game of Land, for the card at its end: plots by round, the Gini index, the order of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rules.core import State
from rules.land.options import HOUSE_RULES
from rules.land.state import LandState

RuleSet = tuple[tuple[str, Any], ...]
"""The house rules of a game as (option, value), in the order of ``HOUSE_RULES``."""


def rule_set(options: Any) -> RuleSet:
    """Return the house rules of a game of Land with these options."""
    return tuple((name, getattr(options, name)) for name in HOUSE_RULES)


def gini(amounts: Sequence[int]) -> float:
    """Return the Gini index: 0 if all amounts are equal or 0, near 1 if one of many has everything."""
    total = sum(amounts)
    if not total:
        return 0.0
    apart = sum(abs(one - other) for one in amounts for other in amounts)
    return apart / (2 * len(amounts) * total)


def places(amounts: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat, from 1 for the largest amount; equal amounts share the better place."""
    return tuple(1 + sum(other > amount for other in amounts) for amount in amounts)


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The statistics of one finished game."""

    rules: RuleSet
    rounds: tuple[tuple[int, ...], ...]
    """Plots by seat at the end of each round; the last entry is the end of the game."""
    order: tuple[int, ...]
    """The seats in the order of play (L4); ``()`` if the game ended before it was settled."""
    winners: tuple[int, ...]
    complete: bool
    """Whether the game was played to its end (L12), nobody gave up, and no draw was agreed."""
    dropped: tuple[int, ...] = ()
    """The seats that gave up during the game (G1)."""

    @property
    def plots(self) -> tuple[int, ...]:
        """Plots by seat at the end."""
        return self.rounds[-1]

    @property
    def gini(self) -> float:
        """The Gini index of the plots at the end."""
        return gini(self.plots)

    @property
    def result(self) -> tuple[int, ...]:
        """The place of each seat in the result, from 1. Equal plots share a place; seats that gave up come last."""
        behind = max(self.plots) + 1
        return places([plots - behind * (seat in self.dropped) for seat, plots in enumerate(self.plots)])

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The place of each seat in the order of play, from 1; ``()`` if it was not settled."""
        return tuple(self.order.index(seat) + 1 for seat in range(len(self.order)))


def report(states: Sequence[State]) -> FairnessReport:
    """Return the statistics of a finished game from all its states in order (``Record.states()``).

    Raise ValueError if it is not a game of Land, or not over.
    """
    game = [state for state in states if isinstance(state, LandState)]
    if not game or len(game) != len(states) or game[-1].winners is None:
        raise ValueError("A fairness report needs a finished game of Land.")
    last = game[-1]
    rounds = [after.scores for before, after in pairwise(game) if after.round > before.round > 0]
    return FairnessReport(
        rules=rule_set(last.options),
        rounds=(*rounds, last.scores),
        order=last.order,
        winners=last.winners or (),
        complete=last.ended_by_the_rules,
        dropped=tuple(sorted(last.dropped)),
    )

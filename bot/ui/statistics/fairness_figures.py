"""Fairness of finished games of Land, for each set of house rules, and the influence of the place in the order of play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.games.land.fairness import FairnessReport, RuleSet


@dataclass(frozen=True, slots=True)
class PlaceFigures:
    """The wins of one place in the order of play."""

    place: int
    games: int
    """Number of games with enough seats to have this place."""
    wins: float
    """Wins of this place. A win shared by n seats counts 1/n for each."""
    expected: float
    """Expected wins if the place made no difference: the sum of 1 / seats."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of the finished games of one rule set."""

    rules: RuleSet
    games: int
    gini: float
    """Mean Gini index at the end."""
    places: tuple[PlaceFigures, ...]


def compute_figures(reports: Iterable[FairnessReport]) -> list[Figures]:
    """Return the statistics of each rule set, most played first. Only complete games count."""
    grouped: dict[RuleSet, list[FairnessReport]] = defaultdict(list)
    for game in reports:
        if game.complete:
            grouped[game.rules].append(game)
    found = [
        Figures(rules, len(games), sum(game.gini for game in games) / len(games), _by_place(games))
        for rules, games in grouped.items()
    ]
    return sorted(found, key=lambda one: (-one.games, str(one.rules)))


def _by_place(games: Sequence[FairnessReport]) -> tuple[PlaceFigures, ...]:
    result = []
    for place in range(1, 1 + max(len(game.order) for game in games)):
        with_place = [game for game in games if len(game.order) >= place]
        wins = sum(1 / len(game.winners) for game in with_place if game.order[place - 1] in game.winners)
        result.append(PlaceFigures(place, len(with_place), wins, sum(1 / len(game.order) for game in with_place)))
    return tuple(result)

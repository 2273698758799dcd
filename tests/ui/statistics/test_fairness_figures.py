"""The figures of ``/fairness``: how fair complete games of Land were, by house rules and by place in the order of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ui.statistics.fairness import compute_figures
from render.games.land.fairness import FairnessReport, gini, rule_set
from rules.land import LandOptions

ORIGINAL = rule_set(LandOptions())


def made(order: tuple[int, ...], winners: tuple[int, ...], plots: tuple[int, ...], rules: object = ORIGINAL) -> FairnessReport:
    return FairnessReport(rules, (plots,), order, winners, complete=True)


def test_figures_are_told_by_rule_set_and_by_place_in_the_order() -> None:
    equal = rule_set(LandOptions(herd="equal"))
    games = [
        made((1, 0), (1,), (1, 3)),
        made((0, 1), (0, 1), (2, 2)),
        made((2, 0, 1), (0,), (6, 2, 1)),
        made((0, 1), (1,), (1, 2), equal),
    ]
    original, other = compute_figures(games)
    assert (original.rules, original.games, other.rules, other.games) == (ORIGINAL, 3, equal, 1)
    assert original.gini == pytest.approx((0.25 + 0 + gini((6, 2, 1))) / 3)
    first, second, third = original.places
    assert (first.place, first.games, first.wins) == (1, 3, 1.5)
    assert first.expected == pytest.approx(1 / 2 + 1 / 2 + 1 / 3)
    assert (second.games, second.wins) == (3, 1.5)
    assert (third.games, third.wins) == (1, 0)
    assert third.expected == pytest.approx(1 / 3)
    assert [place.wins for place in other.places] == [0, 1]


def test_a_game_that_was_broken_off_does_not_count() -> None:
    assert compute_figures([replace(made((1, 0), (1,), (1, 3)), complete=False)]) == []

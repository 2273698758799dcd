"""The figures of ``/fairness``: how fair complete games of Land were, by house rules and by place in the order of play."""

from __future__ import annotations

from dataclasses import replace

from bot.ui.statistics.fairness import write_figures
from render.games.land.fairness import FairnessReport, rule_set
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
    original, other = (text.replace("\N{NO-BREAK SPACE}", " ") for text in write_figures(games))
    assert original == (
        "- **Original rules** · 3 games\n"
        "  Gini index of the plots (0: all have the same): 0.21 on average\n"
        "  Wins by place in the order of play: "
        "1st 50 % of 3 (even: 44 %) · 2nd 50 % of 3 (even: 44 %) · 3rd 0 % of 1 (even: 33 %)"
    )
    assert other == (
        "- **Herd: three cows for everybody** · 1 game\n"
        "  Gini index of the plots (0: all have the same): 0.17 on average\n"
        "  Wins by place in the order of play: 1st 0 % of 1 (even: 50 %) · 2nd 100 % of 1 (even: 50 %)"
    )


def test_a_game_that_was_broken_off_does_not_count() -> None:
    assert write_figures([replace(made((1, 0), (1,), (1, 3)), complete=False)]) == []

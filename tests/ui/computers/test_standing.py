"""How the seats stand, in words."""

from __future__ import annotations

import pytest

from bot.presentation.standing import change_for_you, change_of, compare, tell_gain, tell_points, tell_standing, tell_worth
from players.lookback import Standing

SHARES = Standing((0.4, 0.6), ()), Standing((0.62, 0.38), ())
POINTS = Standing((0.003, 0.997), (-2.0, 2.0)), Standing((0.997, 0.003), (1.25, -1.25))


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (0, "even"),
        (0.04, "even"),
        (-0.04, "even"),
        (1, "1 point ahead"),
        (-0.96, "1 point behind"),
        (2.44, "2.4 points ahead"),
        (-12, "12 points behind"),
    ],
)
def test_a_margin_is_told_in_points(margin: float, words: str) -> None:
    assert tell_points(margin) == words


def test_a_hint_tells_the_chance_or_where_that_says_nothing_the_points() -> None:
    assert change_for_you(*SHARES, 0) == "Your chance of winning goes from about 40 % to 62 %."
    assert change_for_you(SHARES[0], SHARES[0], 1) == "Your chance of winning stays at about 60 %."
    assert change_for_you(*POINTS, 0) == "With it you can expect to finish 1.2 points ahead; before it, 2 points behind."
    assert change_for_you(POINTS[0], POINTS[0], 1) == "With it you can expect to finish 2 points ahead."


def test_a_hint_does_not_say_that_the_best_move_costs_something() -> None:
    assert change_for_you(*SHARES, 1) == "With it your chance of winning is about 38 %."
    assert change_for_you(*POINTS, 1) == "With it you can expect to finish 1.2 points behind."


def test_a_look_back_tells_what_a_turn_changed_and_what_was_better() -> None:
    assert change_of("Ada", *SHARES, 0) == "Ada's chance rose from 40 % to 62 %."
    assert change_of("Björn", *SHARES, 1) == "Björn's chance fell from 60 % to 38 %."
    told = "Before it Björn could expect to finish 2 points ahead, after it 1.2 points behind."
    assert change_of("Björn", *POINTS, 1) == told
    assert tell_gain(0.12, in_points=False) == "would have given 12 % more"
    assert tell_gain(1.5, in_points=True) == "was 1.5 points better"


def test_a_mistake_is_worth_a_part_of_the_win_or_points() -> None:
    assert tell_worth(0.12, in_points=False) == "12 % of the win"
    assert tell_worth(2.0, in_points=True) == "2 points"
    assert compare(0.5, 0.25, in_points=False) == "your chance would have been 50 %, and was 25 %"
    told = "you could have expected to finish 1 point ahead; as played, 2 points behind"
    assert compare(1.0, -2.0, in_points=True) == told


def test_the_page_tells_how_somebody_stands() -> None:
    assert tell_standing("Ada", SHARES[0], 0) == "Ada’s chance of winning: 40 %"
    assert tell_standing("Ada", POINTS[0], 0) == "Ada can expect to finish 2 points behind"

"""How the seats stand, in words."""

from __future__ import annotations

import pytest

from bot.presentation.standing import (
    change_of,
    describe_better,
    describe_prospects,
    describe_standing,
    format_margin,
    format_worth,
)
from players.lookback import Standing
from render.text.words import round_shares
from render.view import YOU

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
    assert format_margin(margin) == words


def test_a_hint_tells_what_to_expect_where_that_is_good() -> None:
    assert describe_prospects(*SHARES, 0) == "You would win about 62\u00a0% of the time."
    assert describe_prospects(Standing((0.2, 0.8), ()), SHARES[0], 0) == "It raises your chance of winning to about 40\u00a0%."
    assert describe_prospects(*POINTS, 0) == "You would finish about 1 point ahead."
    assert describe_prospects(Standing((0, 1), (-5, 5)), POINTS[0], 0) == "It brings you about 3 points."


def test_a_hint_does_not_say_that_the_best_move_costs_something() -> None:
    assert describe_prospects(*SHARES, 1) == ""
    assert describe_prospects(*POINTS, 1) == ""


@pytest.mark.parametrize(
    ("shares", "chance", "hint"),
    [
        ((0, 1), "0\u00a0%", ""),
        ((0.001, 0.999), "under 1\u00a0%", ""),
        ((0.5, 0.5), "50\u00a0%", "It raises your chance of winning to about 50\u00a0%."),
        ((0.999, 0.001), "over 99\u00a0%", "You would win over 99\u00a0% of the time."),
        ((1.0, 1e-20), "over 99\u00a0%", "You would win over 99\u00a0% of the time."),
        ((1, 0), "100\u00a0% with best play", "With best play you win."),
    ],
)
def test_only_what_is_sure_has_no_chance_or_every_chance(shares: tuple[float, float], chance: str, hint: str) -> None:
    """Also in a position that looks even: what is sure was found by a search to the end of the game."""
    standing = Standing(shares, ())
    assert describe_standing("Ada", standing, 0) == f"Ada’s chance of winning: {chance}"
    assert describe_prospects(Standing((0.001, 0.999), ()), standing, 0) == hint


def test_an_analysis_tells_what_a_turn_changed_by_one_number() -> None:
    assert change_of("Ada", *SHARES, 0) == "Ada’s chance of winning rose from 40\u00a0% to 62\u00a0%."
    assert change_of(YOU, *SHARES, 1) == "Your chance of winning fell from 60\u00a0% to 38\u00a0%."
    assert change_of("Björn", *POINTS, 1) == "That cost Björn about 3.2 points by the end."
    assert change_of(YOU, *POINTS, 0) == "That brought you about 3.2 points by the end."


def test_a_mistake_is_worth_a_part_of_the_chances_or_points() -> None:
    assert format_worth(0.12, in_points=False) == "12\u00a0% in winning chances"
    assert format_worth(2.0, in_points=True) == "2 points"
    assert format_worth(12.4, in_points=True) == "12 points"


@pytest.mark.parametrize(
    ("shares", "percent"),
    [
        ((1 / 3, 1 / 3, 1 / 3), [34, 33, 33, 0]),
        ((0.336, 0.335), [34, 33, 33]),
        ((0.156, 0.155, 0.153, 0.536), [16, 15, 15, 54, 0]),
        ((0.996, 0), [100, 0, 0]),
        ((0.0, 0.0), [0, 0, 100]),
    ],
)
def test_chances_add_up_to_a_hundred(shares: tuple[float, ...], percent: list[int]) -> None:
    assert round_shares(shares) == percent


def test_the_page_tells_how_somebody_stands() -> None:
    assert describe_standing("Ada", SHARES[0], 0) == "Ada’s chance of winning: 40\u00a0%"
    assert describe_standing("Ada", POINTS[0], 0) == "Ada can expect to finish 2 points behind"


def test_no_move_wins_a_hundred_more_games_in_a_hundred() -> None:
    assert describe_better(0.344, in_points=False) == "wins about 34 more games in 100"
    assert describe_better(1.0, in_points=False) == "wins about 99 more games in 100"

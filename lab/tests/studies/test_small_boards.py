"""The bounds of small boards of Pastures New hold, against play by the rules to the end."""

from __future__ import annotations

from random import Random

import pytest

from lab.studies.pastures.bounds import Kind, Race, bounds, secured
from rules import GAMES
from rules.pastures import PasturesState
from rules.squares import Square
from tests.players.pastures.pastures_solver import margin, oracle_of

CENTRE = Square(1, 1)
KINDS = {"F": Kind.FOREST, "W": Kind.WASTELAND}


def with_a_site(random: Random, empty: int, forest: int) -> PasturesState:
    """A 4 by 4 board after plains in the middle and moves at random, with seat 0 or seat 1 to move."""
    state: PasturesState = GAMES["pastures"].start(2, {"width": 4, "height": 4, "forest": forest}).play_text("B2 P")
    for _ in range(15 - empty):
        state = state.play(random.choice(state.moves()))
    return state


def kind_of(terrain: int) -> Kind:
    return KINDS.get("MPFRDW"[terrain], Kind.OTHER)


@pytest.mark.parametrize("forest", [2, 1])
@pytest.mark.parametrize(
    ("empty", "positions"),
    [(2, 12), pytest.param(3, 12, marks=pytest.mark.full), pytest.param(4, 4, marks=pytest.mark.full)],
)  # perfect play of four squares takes long to find
def test_the_race_promises_no_more_than_perfect_play_gets(empty: int, positions: int, forest: int) -> None:
    reached = 0
    for seed in range(positions):
        state = with_a_site(Random(seed), empty, forest)
        inside = sum(state.terrain_at(square) is None for square in state.area(CENTRE))
        own, other = map(kind_of, state.recent)
        builder, spoiler = (own, other) if state.seat == 0 else (other, own)
        race = Race(inside, empty - inside, builder, spoiler)
        promised = state.points(CENTRE) + secured(race, forest, builder_moves=state.seat == 0)
        exact = margin(oracle_of(state), 0)
        assert promised <= exact
        reached += promised == exact
    assert reached  # it is no empty promise


def test_seat_0_gets_7_points_more_on_4_by_4_and_4_by_5_and_seat_1_never_loses_on_5_by_5() -> None:
    assert bounds(4, 4) == bounds(4, 5) == bounds(5, 4) == (7, 27)
    assert bounds(4, 4, forest=1) == bounds(4, 5, forest=1) == (5, 27)
    assert bounds(5, 5) == (0, 27)
    assert bounds(6, 6) == (0, 27)

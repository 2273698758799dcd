"""The claim phase of Pastures New is played perfectly, and the last squares of the fill."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from players import PLAYERS
from players.pastures.claims import Claims
from players.pastures.grid import grid_of
from players.pastures.meter import claims_of
from rules.pastures import PasturesState
from rules.squares import Square
from tests.players.pastures.pastures_solver import filled, kept
from tests.sampling import Sample

PLAYER = PLAYERS["pastures"]


def plain_margin(state: PasturesState) -> int:
    """The margin of the seat to claim, by trying everything: one number for each set of sites that can be left."""
    points = {square: state.points(square) for square in sites(state)}

    @cache
    def best(left: frozenset[Square]) -> int:
        return max((points[site] - best(frozenset(far(site, left))) for site in left), default=0)

    return best(frozenset(points))


def sites(state: PasturesState) -> list[Square]:
    return [move.square for move in state.moves()]


def far(castle: Square, left: frozenset[Square]) -> list[Square]:
    """P11."""
    return [site for site in left if abs(site.x - castle.x) > 2 or abs(site.y - castle.y) > 2]


def played_out(state: PasturesState) -> int:
    """The margin of the seat to claim when the player plays for both."""
    seat, before = state.seat, state.scores
    assert seat is not None
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=5, work=1, random=Random(0)))
    gains = [state.scores[each] - before[each] for each in (0, 1)]
    return gains[seat] - gains[1 - seat]


@pytest.mark.sample(1)
@pytest.mark.parametrize("forest", [2, 1])
@pytest.mark.parametrize("adjacency", ["sides", "corners"])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (5, 5), (6, 5)])
def test_p9_to_p14_every_castle_keeps_the_best_margin(
    width: int, height: int, adjacency: str, forest: int, sample: Sample
) -> None:
    for seed in range(12 if sample.is_full else 4):
        state = filled(Random(seed), width=width, height=height, adjacency=adjacency, forest=forest)
        while not state.is_over:
            move = PLAYER.choose(state, level=5, work=1, random=Random(1))
            assert kept(state, move), f"{move} of {[str(each) for each in state.moves()]}"
            state = state.play(move)


@pytest.mark.parametrize("forest", [2, 1])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 7), (8, 8), (9, 6), (16, 16)])
def test_p11_p13_sites_have_the_points_of_the_rules_and_leave_what_the_rules_leave(
    width: int, height: int, forest: int
) -> None:
    state = filled(Random(width), width=width, height=height, forest=forest)
    claims, left = claims_of(state)
    squares = grid_of(state.options).squares
    assert {squares[site] for site in claims.sites} == set(sites(state))
    assert left == claims.every
    assert claims.points == sorted(claims.points, reverse=True)
    for number, site in enumerate(claims.sites):
        assert claims.points[number] == state.points(squares[site])
        free = {squares[claims.sites[other]] for other in claims.numbers(claims.left_by[number])}
        assert free == set(far(squares[site], frozenset(sites(state))))


def all_margins(claims: Claims, left: int) -> int:
    """The margin of the seat to move, by every castle."""
    return max(
        (claims.points[site] - all_margins(claims, left & claims.left_by[site]) for site in claims.numbers(left)), default=0
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_margin_between_two_bounds_is_exact_and_else_on_their_side(seed: int) -> None:
    claims, every = claims_of(filled(Random(seed), width=5, height=6))
    exact = all_margins(claims, every)
    assert 0 <= exact <= claims.highest(every)
    for low in range(-2, claims.highest(every) + 2):
        for high in (low + 1, low + 4):
            fresh, _ = claims_of(filled(Random(seed), width=5, height=6))
            for known in (fresh, claims):
                found = known.margin(every, low, high)
                assert min(max(found, low), high) == min(max(exact, low), high)
                assert found == exact or not low < found < high


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "height", "boards"), [(8, 8, 12), (10, 7, 4), (9, 9, 3), (10, 10, 2)])
def test_claims_are_perfect_up_to_10_by_10(width: int, height: int, boards: int, sample: Sample) -> None:
    for seed in sample(range(boards), 2):
        state = filled(Random(seed), width=width, height=height)
        assert played_out(state) == plain_margin(state)


@pytest.mark.sample(1)
@pytest.mark.parametrize("adjacency", ["sides", "corners"])
@pytest.mark.parametrize(("width", "height", "empty"), [(4, 4, 3), (5, 4, 2), (5, 5, 2)])
def test_the_last_squares_are_filled_perfectly(width: int, height: int, empty: int, adjacency: str) -> None:
    for seed in range(1):
        state = filled(Random(seed), empty, width=width, height=height, adjacency=adjacency)
        while state.phase == "fill":
            move = PLAYER.choose(state, level=5, work=100_000, random=Random(1))
            assert kept(state, move)
            state = state.play(move)

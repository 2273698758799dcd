"""Pastures New compared with its slow oracle: every state of random games, and move counts to fixed depth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.pastures import PasturesState
from rules.squares import Square
from tests.rules.pastures.pastures_oracle import Oracle
from tests.sampling import Sample


def both(
    width: int, height: int, adjacency: str = "sides", forest: int = 2, claim: str = "turn"
) -> tuple[PasturesState, Oracle]:
    options = {"width": width, "height": height, "adjacency": adjacency, "forest": forest, "claim": claim}
    return GAMES["pastures"].start(2, options), Oracle(width, height, adjacency, forest, claim)


def check_equal(state: PasturesState, oracle: Oracle) -> None:
    legal = oracle.legal()
    assert [str(move) for move in state.moves()] == legal
    assert state.is_over == (not legal)
    assert state.scores == oracle.scores()
    assert state.seat == (oracle.seat() if legal else None)
    assert state.phase == (oracle.phase() if legal else "over")
    assert state.winners == (oracle.winners() if not legal else None)
    assert state.castles == {Square(*cell): seat for seat, cell in oracle.castles}
    assert {cell: state.terrain_at(Square(*cell)) for cell in oracle.cells} == {
        cell: oracle.land.get(cell) for cell in oracle.cells
    }


def check_game(state: PasturesState, oracle: Oracle, random: Random, favoured: str) -> None:
    """Play a random game on both, favouring some terrains; compare every state."""
    check_equal(state, oracle)
    while not state.is_over:
        moves = state.moves()
        liked = [move for move in moves if str(move)[-1] in favoured]
        move = random.choice(liked or moves)
        state = state.play(move)
        oracle.play(str(move))
        check_equal(state, oracle)


@pytest.mark.sample(2)
@pytest.mark.slow
@pytest.mark.parametrize("adjacency", ["sides", "corners"])
@pytest.mark.parametrize("forest", [2, 1])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 4), (4, 7), (8, 8), (9, 5), (16, 4)])
def test_random_games_agree_with_the_oracle(width: int, height: int, adjacency: str, forest: int) -> None:
    check_game(*both(width, height, adjacency, forest), Random(f"{width} {height} {adjacency} {forest}"), "MPFRDW")


@pytest.mark.full
@pytest.mark.slow
def test_the_largest_board_agrees_with_the_oracle() -> None:
    check_game(*both(16, 16, "corners", 1), Random(16), "PW")


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 5), (8, 8), (9, 5)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_P15_random_games_with_an_offer_agree_with_the_oracle(width: int, height: int, seed: int) -> None:
    check_game(*both(width, height, claim="offer"), Random(seed), "MPFRDW")


@given(
    width=st.integers(4, 9),
    height=st.integers(4, 6),
    adjacency=st.sampled_from(["sides", "corners"]),
    favoured=st.text("MPFRDWC", max_size=4),
    random=st.randoms(use_true_random=False),
)
def play_to_any_taste(width: int, height: int, adjacency: str, favoured: str, random: Random) -> None:
    check_game(*both(width, height, adjacency), random, favoured)


@pytest.mark.slow
def test_games_of_any_taste_agree_with_the_oracle(sample: Sample) -> None:
    examples = 20 if sample.is_full else 6
    settings(max_examples=examples, deadline=None, derandomize=True)(play_to_any_taste)()


def count(state: PasturesState, depth: int) -> int:
    """How many sequences of that many moves there are from a state."""
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count(state.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("width", "height", "adjacency", "counts"),
    [
        # Counted once by the oracle.
        (4, 4, "sides", (96, 7_008, 370_944)),
        (4, 4, "corners", (96, 6_864, 346_752)),
        (5, 4, "sides", (120, 11_152)),
        (8, 8, "sides", (384, 120_064)),
        (16, 16, "sides", (1_536,)),
    ],
)
def test_move_counts_to_fixed_depth(width: int, height: int, adjacency: str, counts: tuple[int, ...]) -> None:
    state, _ = both(width, height, adjacency)
    assert tuple(count(state, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("width", "height", "adjacency", "claim"),
    [(4, 4, "sides", "turn"), (4, 4, "corners", "turn"), (7, 4, "sides", "turn"), (4, 4, "sides", "offer")],
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_move_counts_over_the_end_of_the_fill_agree_with_the_oracle(
    width: int, height: int, adjacency: str, claim: str, seed: int
) -> None:
    (state, oracle), random = both(width, height, adjacency, claim=claim), Random(seed)
    for _ in range(width * height - (3 if claim == "turn" else 1)):
        move = random.choice(state.moves())
        state = state.play(move)
        oracle.play(str(move))
    for depth in (1, 2, 3, 4):
        assert count(state, depth) == oracle.count(depth)

"""Pastures New on 4 by 4: seat 0, who places the first castle, can always win, and the highest level does not let it slip."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from lab.studies.contestants import MAKERS, Allowance
from players import PLAYERS
from rules import GAMES
from rules.pastures import PasturesState
from tests.players.pastures.pastures_solver import filled, margin, oracle_of
from tests.sampling import Sample

PLAYER = PLAYERS["pastures"]
BOARDS = [(adjacency, forest) for adjacency in ("sides", "corners") for forest in (2, 1)]


def start(**options: Any) -> PasturesState:
    state: Any = GAMES["pastures"].start(2, {"width": 4, "height": 4, **options})
    return state


@cache
def best_result(state: PasturesState) -> int:
    """1 where the seat to move can win, 0 where it can share the win, else -1: every line of play."""
    seat, best = state.seat, -1
    assert seat is not None
    for move in state.moves():
        after = state.play(move)
        if after.is_over:
            worth = after.scores[seat] - after.scores[1 - seat]
        else:
            worth = best_result(after) if after.seat == seat else -best_result(after)
        best = max(best, (worth > 0) - (worth < 0))
        if best > 0:
            break
    return best


@pytest.mark.parametrize(("adjacency", "forest"), BOARDS)
@pytest.mark.parametrize("claim", ["turn", "offer"])
def test_a_plains_in_the_centre_wins_on_4_by_4_or_shares_with_an_offer(adjacency: str, forest: int, claim: str) -> None:
    # The castle on it scores 3 or more and leaves no room for another one. Whatever is filled in between is no matter.
    for seed in range(10):
        random = Random(seed)
        state = start(adjacency=adjacency, forest=forest, claim=claim).play_text("B2 P")
        while state.phase == "fill":
            state = state.play(random.choice(state.moves()))
        while not state.is_over:
            state = state.play(PLAYER.choose(state, level=5, work=1, random=random))
        assert state.winners == ((0,) if claim == "turn" else (0, 1))


@pytest.mark.sample(1)
@pytest.mark.parametrize("other", ["random", "greedy", "5"])
@pytest.mark.parametrize(("adjacency", "forest"), BOARDS)
def test_level_5_wins_as_seat_0_from_10_empty_squares_with_a_blocked_centre(
    adjacency: str, forest: int, other: str, sample: Sample
) -> None:
    opponent = MAKERS[other]("pastures", Allowance(None, 500))
    for seed in sample(range(2), 1):
        random = Random(seed)
        state = blocked(random, adjacency=adjacency, forest=forest)
        while not state.is_over:
            if state.seat == 0:
                state = state.play(PLAYER.choose(state, level=5, work=1500, random=random))
            else:
                state = state.play(opponent(state, random))
        assert state.winners == (0,)


def blocked(random: Random, **options: Any) -> PasturesState:
    """A board with 10 empty squares and no room for a castle on its four squares in the middle: the hard ones."""
    while True:
        state = start(**options)
        for number in range(6):
            middle = [move for move in state.moves() if move.square.x in (1, 2) and move.square.y in (1, 2)]
            moves = [move for move in middle if move.terrain not in "PW"] if number < 4 else list(state.moves())
            if not moves:
                break
            state = state.play(random.choice(moves))
        else:
            return state


@pytest.mark.parametrize(("adjacency", "forest"), BOARDS)
def test_level_5_keeps_the_best_result_on_the_last_squares(adjacency: str, forest: int) -> None:
    for seed in range(3):
        state = filled(Random(seed), 4, width=4, height=4, adjacency=adjacency, forest=forest)
        while not state.is_over:
            after = state.play(PLAYER.choose(state, level=5, work=20_000, random=Random(1)))
            if not after.is_over:
                assert best_result(state) == (best_result(after) if after.seat == state.seat else -best_result(after))
            state = after


def test_the_solver_agrees_with_the_rules_read_aloud() -> None:
    for adjacency, forest in BOARDS:
        solver = pytest.importorskip("lab.studies.solve_pastures", reason="needs the extra solve", exc_type=ImportError)
        for seed in range(4):
            state = filled(Random(seed), 3, width=4, height=4, adjacency=adjacency, forest=forest)
            best = margin(oracle_of(state), 0)
            assert solver.reaches(state, best, megabytes=1).reached, adjacency
            assert not solver.reaches(state, best + 1, megabytes=1).reached, adjacency
        assert solver.reaches(start(adjacency=adjacency, forest=forest), 3, megabytes=1).reached, adjacency

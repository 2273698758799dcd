"""The computer player of Pastures New: legal and repeatable at all levels, sizes and options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from players import PLAYERS
from players.pastures.filling import Filling
from players.pastures.grid import LETTERS
from rules import GAMES
from rules.pastures import PASTURES, PasturesState
from tests.players.pastures.pastures_solver import filled

PLAYER = PLAYERS["pastures"]
BANS_LIFTED = "C2M A1F C1W B1P D1M A2D D2F D3P A3W A4M C4D B3R B4F D4W"
SIZES = [(4, 4), (4, 16), (16, 5), (7, 9), (8, 8), (16, 16)]


def names(filling: Filling) -> list[str]:
    return sorted(f"{filling.grid.squares[move // 6]} {LETTERS[move % 6]}" for move in filling.moves())


@pytest.mark.sample(1)
@pytest.mark.parametrize("adjacency", ["sides", "corners"])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (9, 4)])
def test_p3_to_p7_the_search_knows_the_legal_moves(width: int, height: int, adjacency: str) -> None:
    for seed in range(20):
        random = Random(seed)
        state = filled(random, width * height, width=width, height=height, adjacency=adjacency)
        searched = Filling.of(state)
        while state.phase == "fill":
            expected = sorted(map(str, state.moves()))
            assert names(Filling.of(state)) == expected
            assert names(searched) == expected
            move = random.choice(state.moves())
            searched.play(searched.grid.number_of[move.square] * 6 + LETTERS.index(move.terrain))
            state = state.play(move)


def test_p8_the_search_lifts_the_bans_where_nothing_else_is_left() -> None:
    state: Any = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    for text in BANS_LIFTED.split():
        state = state.play_text(text)
    assert state.bans_lifted
    filling = Filling.of(state)
    assert names(filling) == sorted(map(str, state.moves()))
    for move in state.moves():
        after = filling.copy()
        after.play(filling.grid.number_of[move.square] * 6 + LETTERS.index(move.terrain))
        assert names(after) == sorted(map(str, state.play(move).moves()))
    assert min(filling.fill_up(Random(1), [0.0] * 96, 1)) >= 0


@pytest.mark.parametrize("adjacency", ["sides", "corners"])
def test_a_grid_filled_up_in_the_search_is_one_that_the_rules_allow(adjacency: str) -> None:
    for seed in range(20):
        state = filled(Random(seed), 12, width=6, height=5, adjacency=adjacency)
        filling = Filling.of(state)
        cells = filling.fill_up(Random(seed), [0.0] * 180, 1)
        letters = {square: LETTERS[cells[number]] for number, square in enumerate(filling.grid.squares)}
        for square, letter in letters.items():
            assert state.terrain_at(square) in (None, letter)
            near = square.around(6, 5) if adjacency == "corners" else square.beside(6, 5)
            for other in near:
                assert {letter, letters[other]} not in ({"R", "D"}, {"P", "M"})


@pytest.mark.sample(3)
@pytest.mark.parametrize("level", PLAYER.levels)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_whole_game_is_played_by_the_rules(width: int, height: int, level: int) -> None:
    state: Any = GAMES["pastures"].start(2, {"width": width, "height": height, "adjacency": "corners", "forest": 1})
    random = Random(width * height)
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=level, work=2, random=random))
    assert state.winners


@pytest.mark.sample(6)
@pytest.mark.parametrize("level", PLAYER.levels)
@pytest.mark.parametrize("empty", [60, 9, 4, 0])
def test_the_same_work_gives_the_same_move(level: int, empty: int) -> None:
    state = filled(Random(7), empty)
    first, again = (PLAYER.choose(state, level=level, work=200, random=Random(3)) for _ in range(2))
    assert first == again


@pytest.mark.parametrize("empty", [64, 30, 6, 0])
def test_shares_add_up_to_one(empty: int) -> None:
    shares = PLAYER.shares(filled(Random(2), empty), work=100, random=Random(1))
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in shares)


def test_shares_are_exact_once_the_grid_is_full() -> None:
    for seed in range(10):
        state = filled(Random(seed), width=6, height=6)
        while not state.is_over:
            shares = PLAYER.shares(state, work=1, random=Random(1))
            assert shares == result(state)
            state = state.play(PLAYER.choose(state, level=5, work=1, random=Random(1)))


def result(state: PasturesState) -> tuple[float, ...]:
    """What perfect play makes of a claim phase."""
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=5, work=1, random=Random(1)))
    winners = state.winners or ()
    return tuple((seat in winners) / len(winners) for seat in (0, 1))


def test_an_outlook_of_little_thinking_is_that_of_the_grids_it_has_seen_not_an_even_game() -> None:
    state = PASTURES.start(2, {"width": 6, "height": 6})
    much = PLAYER.shares(state, work=300, random=Random(1))[0]
    assert much > 0.9, "the first castle decides on so small a board"
    assert PLAYER.shares(state, work=10, random=Random(1))[0] > 0.9

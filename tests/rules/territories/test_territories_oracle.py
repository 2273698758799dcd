"""Random play on shipped and made-up boards: the rules agree with the slow oracle at every step."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from rules.grid import bits
from rules.squares import squares
from rules.territories import TERRITORIES, BoardName, TerritoriesState, shipped_board
from rules.territories.grid import near
from tests.rules.territories.territories_oracle import OracleTerritories, name
from tests.sampling import Sample


def agree(state: TerritoriesState, oracle: OracleTerritories) -> None:
    """Asserts that state and oracle agree."""
    assert sorted(map(str, state.moves())) == oracle.moves()
    assert (state.seat, state.scores, state.winners) == (oracle.seat, oracle.scores(), oracle.winners())
    assert state.open_end == oracle.open
    assert {str(square): seat for square, seat in state.farms.items()} == {
        name(square): seat for square, seat in oracle.farms.items()
    }
    areas = {(area.squares, area.owner) for area in state.areas}
    settled = len(oracle.farms) == 8
    expected = set()
    for area in oracle.areas():
        colours = oracle.colours(area)
        expected.add((frozenset(area), colours.pop() if settled and len(colours) == 1 else None))
    assert areas == expected


def compare_a_game(setup: dict[str, Any], random: Random, *, search: bool) -> None:
    """Play one random game on both; compare them before every move and at the end."""
    farms = random.choice(["none", "land"])
    state = TERRITORIES.start(2, {"farms": farms}, setup)
    oracle = OracleTerritories(setup["width"], setup["height"], setup["spots"], farms=farms, search=search)
    while not state.is_over:
        agree(state, oracle)
        moves = state.moves()
        assert moves, "a decision always has a move"
        move = random.choice(moves)
        state = state.play(move)
        oracle.play(str(move))
    agree(state, oracle)


def random_setup(random: Random, largest: int) -> dict[str, Any]:
    width, height = random.randint(4, largest), random.randint(4, largest)
    spots = random.sample([str(square) for square in squares(width, height)], 8)
    return {"width": width, "height": height, "spots": spots}


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("board", get_args(BoardName))
def test_T4_to_T13_agree_with_the_slow_oracle_on_shipped_boards(board: BoardName) -> None:
    random = Random(board)
    compare_a_game(shipped_board(board).setup, random, search=False)


@pytest.mark.slow
def test_T4_to_T13_agree_with_the_slow_oracle_on_random_boards(sample: Sample) -> None:
    random = Random(9)
    for _ in range(3 if sample.is_full else 1):
        compare_a_game(random_setup(random, 8), random, search=False)


@pytest.mark.slow
def test_T11_agrees_with_a_search_over_all_completions_on_small_boards(sample: Sample) -> None:
    random = Random(11)
    for _ in range(8 if sample.is_full else 3):
        compare_a_game(random_setup(random, 5), random, search=True)


def count(state: TerritoriesState, depth: int) -> int:
    """The number of sequences of ``depth`` moves."""
    moves = state.moves()
    return len(moves) if depth == 1 else sum(count(state.play(move), depth - 1) for move in moves)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("classic", [20, 52, 108, 282, 776]),
        ("valley", [28, 76, 164, 416, 1030]),
        ("village", [28, 76, 164, 412, 980]),
        ("rim", [22, 60, 142, 414, 1148]),
        ("pairs", [36, 100, 220, 564, 1404]),
    ],
)
def test_move_counts_once_the_houses_stand_in_the_order_of_the_board(board: BoardName, counts: list[int]) -> None:
    state = TERRITORIES.start(2, {"board": board})
    assert [count(state, depth) for depth in (1, 2, 3)] == [8, 56, 336]
    for spot in state.spots:
        state = state.play_text(str(spot))
    assert [count(state, depth) for depth in range(1, 6)] == counts


def test_move_counts_on_a_small_board_through_whole_surroundings() -> None:
    state = TERRITORIES.start(2, setup={"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]})
    for spot in ("A1", "A4", "B4", "B1", "C1", "C4", "D4", "D1"):
        state = state.play_text(spot)
    assert [count(state, depth) for depth in range(1, 9)] == [7, 21, 49, 143, 382, 1048, 2758, 6958]


@pytest.mark.slow
def test_random_play_on_classic_is_as_long_and_as_wide_as_the_rules_say(sample: Sample) -> None:
    random = Random(33)
    games, trunks, surroundings, shared, crowded = (1000 if sample.is_full else 150), 0, 0, 0, 0
    for _ in range(games):
        state = TERRITORIES.start(2)
        while not state.is_over:
            moves = state.moves()
            assert len(moves) <= 3 or state.open_end is None
            crowded += len(moves) > 25
            state = state.play(random.choice(moves))
            surroundings += bool(state.trunks) and state.open_end is None
        trunks += len(state.trunks)
        shared += state.winners == (0, 1)
    assert 31.5 < trunks / games < 34.5
    assert 5.7 < surroundings / games < 6.1  # with four farms each, seven at most
    assert crowded < 20  # a first trunk at one of more than 25 places is rare
    assert 0.04 < shared / games < 0.08


def reaches_a_farm(square: int, within: int, state: TerritoriesState) -> bool:
    """Whether a way over squares of a mask leads from one of them to a farm."""
    reached = front = square
    while front:
        front = near(front, state.across, state.down, state.grid.stride) & within & ~reached
        reached |= front
    return bool(reached & (state.farm_masks[0] | state.farm_masks[1]))


@pytest.mark.parametrize("seed", range(3))
def test_T10_T11_a_square_can_be_fenced_if_no_single_square_blocks_all_its_ways_to_farms(seed: int) -> None:
    random = Random(seed)
    state = TERRITORIES.start(2, setup=random_setup(random, 6))
    while not state.is_over:
        if state.phase == "fence":
            mixed = state.grid.board & ~(state.owned_masks[0] | state.owned_masks[1])
            assert state.fenceable == sum(
                square
                for square in bits(mixed)
                if square & (state.farm_masks[0] | state.farm_masks[1])
                or all(reaches_a_farm(square, mixed & ~other, state) for other in bits(mixed ^ square))
            )
        state = state.play(random.choice(state.moves()))

"""The computer player of Territories: legal, repeatable and sensible at all levels, boards and options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from players import PLAYERS, Budget
from players.lookback import SMALLEST_CHANGE, estimate
from players.territories.ground import FencePosition, Ground
from players.territories.search import FenceSearch
from rules import GAMES
from rules.territories import TerritoriesState
from tests.players.test_territories_ground import BOARDS, custom, fenced

PLAYER = PLAYERS["territories"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("level", PLAYER.levels)
@pytest.mark.parametrize("board", BOARDS)
def test_a_whole_game_is_played_by_the_rules(board: str, level: int) -> None:
    state: Any = GAMES["territories"].start(2, {"board": board, "farms": "land"})
    random = Random(level)
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=level, work=30, random=random))
    assert state.winners


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_is_played_by_the_rules_on_boards_of_a_set_up(seed: int) -> None:
    random = Random(seed)
    state: Any = GAMES["territories"].start(2, setup=custom(random))
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=5, work=30, random=random))
    assert state.winners


@pytest.mark.sample(5)
@pytest.mark.parametrize("level", PLAYER.levels)
@pytest.mark.parametrize("trunks", [-8, -3, 0, 9, 22])
@pytest.mark.parametrize("work", [0, 7, 300])
def test_the_same_work_gives_the_same_move(level: int, trunks: int, work: int) -> None:
    state = fenced(Random(5), trunks)
    first, again = (PLAYER.choose(state, level=level, work=work, random=Random(3)) for _ in range(2))
    assert first == again
    assert first in state.moves()


@pytest.mark.parametrize("trunks", [-8, -3, 0, 9, 22])
def test_t13_it_is_played_the_same_way_whether_farms_count_or_not(trunks: int) -> None:
    without, counted = (fenced(Random(5), trunks, farms) for farms in ("none", "land"))
    choices = {PLAYER.choose(state, level=5, work=300, random=Random(3)) for state in (without, counted)}
    assert len(choices) == 1


@pytest.mark.parametrize("trunks", [-8, -1, 0, 9, 22])
def test_shares_add_up_to_one(trunks: int) -> None:
    shares = PLAYER.shares(fenced(Random(2), trunks), work=200, random=Random(1))
    assert sum(shares) == pytest.approx(1)
    assert min(shares) >= 0


def exact(ground: Ground, position: FencePosition) -> int:
    """The margin of seat 0 under best play, by looking at everything."""
    if not position.mixed:
        return position.settled
    after = [exact(ground, ground.trim(ground.lay(position, move), move)) for move in ground.moves(position)]
    return min(after) if position.seat else max(after)


def near_the_end(seed: int) -> TerritoriesState:
    """A position of a small board with few trunks to come."""
    random = Random(seed)
    setup = {"width": 5, "height": 4, "spots": ["B1", "D1", "A2", "E2", "A3", "E3", "B4", "D4"]}
    return fenced(random, 7, setup=setup)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(12))
def test_the_end_of_a_game_is_played_perfectly(seed: int) -> None:
    state: Any = near_the_end(seed)
    ground = Ground.of(state)
    best = exact(ground, ground.position(state))
    found = FenceSearch(ground, Budget(work=10**9)).run(ground.position(state))
    assert found.solved
    assert found.value == (-best if state.seat else best)
    while not state.is_over:
        state = state.play(PLAYER.choose(state, level=5, work=10**9, random=Random(1)))
    assert state.scores[0] - state.scores[1] == best


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(4))
def test_shares_are_the_result_where_the_search_comes_to_the_end(seed: int) -> None:
    state = near_the_end(seed)
    ground = Ground.of(state)
    best = exact(ground, ground.position(state))
    assert PLAYER.shares(state, work=10**9, random=Random(1)) == (
        (best > 0) / 2 + (best >= 0) / 2,
        (best < 0) / 2 + (best <= 0) / 2,
    )
    guessed = PLAYER.shares(state, work=1, random=Random(1))
    assert 0 < min(guessed) < max(guessed) < 1


def test_without_a_farm_nobody_is_far_ahead_however_short_the_search() -> None:
    assert 0.48 < PLAYER.shares(GAMES["territories"].start(2), work=0, random=Random(1))[0] < 0.6


def test_a_lead_says_less_where_land_is_far_from_all_farms() -> None:
    starts = [GAMES["territories"].start(2, {"board": board}) for board in ("valley", "rim")]
    near, far = (PLAYER.look(start, 5, Budget(work=0), Random(1)) for start in starts)
    assert near.margins == far.margins
    assert near.shares[0] > far.shares[0] > 0.5


@pytest.mark.parametrize("level", PLAYER.levels)
def test_the_result_is_certain_at_every_level_where_only_farms_are_left(level: int) -> None:
    state = fenced(Random(40), 99, options={"board": "pairs"})
    assert [area.land for area in Ground.of(state).position(state).mixed] == [0]
    assert PLAYER.shares(state, level=level, work=0, random=Random(1)) == (0, 1)
    assert PLAYER.margin(state, level=level, work=0, random=Random(1)) == (-8, 8)
    assert state.scores == (42, 50)


def test_all_of_the_game_is_to_come_while_houses_are_placed_and_less_with_each_fence() -> None:
    state: Any = GAMES["territories"].start(2)
    seen, random = list[float](), Random(2)
    while not state.is_over:
        estimate = PLAYER.look(state, 5, Budget(work=1), random)
        if not estimate.is_sure:
            seen.append(estimate.to_come)
        state = state.play(random.choice(state.moves()))
    assert seen[:8] == [1.0] * 8
    assert seen[8] < 1
    assert seen[8:] == sorted(seen[8:], reverse=True)


def test_a_farm_and_its_mirror_image_are_valued_alike_with_half_the_work() -> None:
    spots = ["A1", "C1", "F1", "E2", "B3", "A4", "D4", "F4"]
    start = GAMES["territories"].start(2, None, {"width": 6, "height": 4, "spots": spots})
    shares = [
        estimate(PLAYER, start.play(start.parse(spot)), seconds=None, work=work).shares[0]
        for spot, work in (("B3", 8000), ("E2", 16000))
    ]
    assert abs(shares[0] - shares[1]) < SMALLEST_CHANGE, "no farm is a mistake because of the search's depth"

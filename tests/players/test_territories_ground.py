"""The positions that the computer player of Territories searches, against the rules."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any, get_args

import pytest

from players.territories.ground import FencePosition, Ground, Mixed
from players.territories.houses import sharings, values_of_spots
from players.territories.outlook import BY_FARMS, FIRMLY, FIRST
from rules import GAMES
from rules.grid import bits
from rules.squares import Square, squares
from rules.territories import BoardName, TerritoriesState, Trunk
from rules.territories.grid import near

BOARDS: tuple[str, ...] = get_args(BoardName)


def fenced(random: Random, trunks: int, farms: str = "none", **start: Any) -> TerritoriesState:
    """A position after a number of random trunks, or before the last one of the game."""
    state: Any = GAMES["territories"].start(2, {"farms": farms, **start.pop("options", {})}, **start)
    for _ in range(8 + trunks):
        after = state.play(random.choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


def custom(random: Random) -> dict[str, Any]:
    width, height = random.randint(4, 12), random.randint(4, 12)
    return {"width": width, "height": height, "spots": random.sample([str(square) for square in squares(width, height)], 8)}


def walk(state: Any, random: Random) -> None:
    """Play to the end at random and compare moves, seats, areas and scores at every step."""
    ground = Ground.of(state)
    position = ground.position(state)
    while not state.is_over:
        assert sorted(map(str, map(ground.trunk, ground.moves(position)))) == sorted(map(str, state.moves()))
        assert comparable(position) == comparable(ground.position(state))
        trunk: Trunk = random.choice(state.moves())
        state, move = state.play(trunk), ground.move(trunk)
        position = ground.trim(ground.lay(position, move), move)
    assert position.mixed == ()
    assert position.settled == state.scores[0] - state.scores[1] == ground.value(position)


def comparable(position: FencePosition) -> tuple[Any, ...]:
    """A position without what is only an estimate, its areas in any order."""
    return (*position[:-1], {(each.squares, each.land) for each in position.mixed})


@pytest.mark.sample(1)
@pytest.mark.parametrize("farms", ["none", "land"])
@pytest.mark.parametrize("board", BOARDS)
def test_t6_to_t13_the_search_goes_by_the_rules_on_every_board(board: str, farms: str) -> None:
    for seed in range(8):
        random = Random(seed)
        walk(fenced(random, 0, farms, options={"board": board}), random)


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(40))
def test_t6_to_t13_the_search_goes_by_the_rules_on_boards_of_a_set_up(seed: int) -> None:
    random = Random(seed)
    walk(fenced(random, 0, setup=custom(random)), random)


def test_the_start_is_the_position_after_the_last_house() -> None:
    state = fenced(Random(1), 0)
    ground = Ground.of(state)
    assert ground.start() == ground.position(state)


def steps_from(farms: int, within: int, state: TerritoriesState, *, has_fences: bool = True) -> dict[Square, int]:
    """How many steps each square of an area is from the nearest of some farms, if fences are in the way or not."""
    steps, front, count = dict[Square, int](), farms & within, 0
    open_places = state if has_fences else state.grid
    while front:
        steps.update({square: count for square in state.grid.squares_of(front) if square not in steps})
        front = near(front, open_places.across, open_places.down, state.grid.stride)
        front = state.grid.mask(square for square in state.grid.squares_of(front) if square not in steps)
        count += 1
    return steps


def test_land_is_expected_to_go_to_the_nearer_farms_and_to_the_seat_with_more_of_them() -> None:
    for seed in range(30):
        random = Random(seed)
        state = fenced(random, random.randrange(25), setup=custom(random) if seed % 2 else None)
        ground = Ground.of(state)
        position, contested = ground.position(state), 0.0
        straight = [steps_from(farms, state.grid.board, state, has_fences=False) for farms in ground.farms]
        alone = [steps_from(farm, state.grid.board, state, has_fences=False) for farm in bits(ground.every_farm)]
        spacing = sum(min(steps[farm] for farm in state.farms if steps[farm]) for steps in alone) / len(alone)
        for area in position.mixed:
            for square in state.grid.squares_of(area.squares & ground.land):
                least, most = sorted(steps[square] for steps in straight)
                contested += (least - 0.5) / (1 + most - least)
            ours, theirs = (steps_from(farms, area.squares, state) for farms in ground.farms)
            ahead = [theirs[square] - ours[square] for square in state.grid.squares_of(area.squares & ground.land)]
            nearer = sum((lead > 0) - (lead < 0) for lead in ahead)
            by_far = sum((lead > 1) - (lead < -1) for lead in ahead)
            first, second = ((area.squares & farms).bit_count() for farms in ground.farms)
            expected = FIRST * nearer + FIRMLY * by_far + BY_FARMS * area.land * (first - second) / (first + second)
            assert area.outlook == pytest.approx(expected), seed
        assert ground.contested(position) == pytest.approx(contested / spacing**0.5), seed


def test_a_seat_whose_farms_alone_are_near_is_expected_to_get_the_land() -> None:
    setup = {"width": 12, "height": 6, "spots": ["A1", "A3", "A5", "B6", "L1", "L3", "L5", "K6"]}
    state: Any = GAMES["territories"].start(2, setup=setup)
    for spot in ["A1", "L1", "L3", "A3", "A5", "L5", "K6", "B6"]:
        state = state.play_text(spot)
    ground = Ground.of(state)
    (whole,) = ground.start().mixed
    assert whole == Mixed(ground.grid.board, 64, pytest.approx(0))
    left = ground.grid.mask(square for square in squares(12, 6) if square.x < 8)
    assert ground.outlook.of_area(left | ground.grid.mask(squares(12, 1)), ground.grid.across, ground.grid.down) > 20


def test_t3_houses_are_looked_through_in_the_order_of_the_rules() -> None:
    state: Any = GAMES["territories"].start(2)
    random = Random(4)
    worths = {farms: random.uniform(-9, 9) for farms in sharings(state.spot_mask, (0, 0))}
    assert len(worths) == 70

    def value(state: Any) -> float:
        if state.phase != "farms":
            return worths[state.farm_masks]
        values = [value(state.play(house)) for house in state.moves()]
        return min(values) if state.seat else max(values)

    for spots in ("D1", "D1 G2", "D1 G2 B5", "D1 G2 B5 B2 D4 E3 E6"):
        now = state
        for spot in spots.split():
            now = now.play_text(spot)
        found = values_of_spots(now.spot_mask, now.farm_masks, worths.__getitem__)
        assert found == {now.grid.bit(house.square): value(now.play(house)) for house in now.moves()}


def test_t3_what_stands_stays_in_every_sharing() -> None:
    state: Any = GAMES["territories"].start(2).play_text("B2").play_text("D1")
    found = sharings(state.spot_mask, state.farm_masks)
    assert len(found) == len(list(combinations(range(6), 3))) == len(set(found))
    for first, second in found:
        assert first & state.farm_masks[0] == state.farm_masks[0]
        assert second & state.farm_masks[1] == state.farm_masks[1]
        assert first | second == state.spot_mask
        assert first.bit_count() == second.bit_count() == 4

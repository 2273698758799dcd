"""Random play over all options, maps and numbers of seats: the rules agree with the slow oracle at every step."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest

from rules import GAMES, Record
from rules.land import LAND, LandState
from rules.squares import Square
from tests.rules.land.land_oracle import OracleLand

MAPS = ("island", "range", "lake", "ribbon", "twins", "random")
HOUSE = [
    {"reach": reach, "herd": herd, "order": order, "mountain": mountain, "resident": resident}
    for reach, herd, order, mountain, resident in itertools.product(
        ("turn", "chain"), ("plots", "equal"), ("fixed", "rotate", "poorest"), (2, 1), ("once", "none")
    )
]
NARROW = [
    "gggg^g~~~~~~gggggg~~~~~~",
    "g~c~~ggg^ggggg~~g^gggg~~",
    "g~g~~~~~~g~~~~~~g~~~~ggg",
    "gggg~~ggggggggcgg~~~~g^g",
    "~~~gg~g~~~~~~~~~~~~~gg^c",
    "~~~~gggg~~~~~~~~~~~~gggg",
]
"""24 by 6: blocks of 4 by 1, long walks, many turns without a choice."""


def agree(state: LandState, oracle: OracleLand) -> None:
    """Asserts that state and oracle agree."""
    told = (state.seat, state.turn, state.is_chance, state.is_over, state.phase, state.scores, state.winners)
    expected = (
        oracle.seat(),
        oracle.turn(),
        oracle.is_chance(),
        oracle.over,
        oracle.phase(),
        oracle.scores(),
        oracle.winners(),
    )
    assert told == expected
    moves = [str(move) for move in state.moves()]
    assert len(moves) == len(set(moves))
    assert set(moves) == oracle.moves()
    assert [str(roll) for roll, _ in state.outcomes()] == ([f"roll {n}" for n in range(1, 7)] if oracle.is_chance() else [])
    owned = {square for seat in range(state.seats) for square in state.plots(seat)}
    assert set(state.map.squares_of(state.free)) == set(state.map.squares_of(state.map.usable)) - owned
    if state.phase == "reclaim":
        assert (state.cows, state.allowance(oracle.current or 0)) == (oracle.cows_left(), oracle.herd)


def walk(state: LandState, oracle: OracleLand, random: Random, drops: float) -> list[str]:
    """Play both to the end at random and compare them at every step. Return the actions."""
    actions: list[Any] = []
    while True:
        agree(state, oracle)
        if state.is_over:
            return actions
        if random.random() < drops:
            text = f"drop {random.choice(state.left)}"
        elif state.is_chance:
            text = str(random.choice(state.outcomes())[0])
        else:
            text = str(random.choice(state.moves()))
        before, action = state, state.parse(text)
        state = before.play(action)
        if isinstance(action, Square):
            assert before.ends_turn(action) == (not state.continues(before)), "L11"
        oracle.play(text)
        actions.append(text)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(len(HOUSE)))
def test_random_play_agrees_with_the_oracle(number: int) -> None:
    random = Random(number)
    for turn in range(2):
        name = MAPS[(number + turn * 3) % len(MAPS)]
        options = HOUSE[number] | {"map": name, "map_seed": number}
        seats = 2 + (number + turn) % 5
        state = LAND.start(seats, options)
        oracle = OracleLand(state.setup["map"], seats, HOUSE[number])
        actions = walk(state, oracle, random, drops=0.004 if turn else 0)
        record = Record(game="land", seats=seats, options=options, actions=actions)
        again = Record.model_validate_json(record.model_dump_json())
        assert again.setup == {"map": list(state.map.rows)}
        assert again.replay() == record.replay()
        assert hash(again.replay()) == hash(record.replay())


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_random_play_on_a_map_of_another_size_agrees_with_the_oracle(seed: int) -> None:
    house = HOUSE[seed * 7 % len(HOUSE)]
    seats = 2 + seed % 3
    state = GAMES["land"].start(seats, house, {"map": NARROW})
    walk(state, OracleLand(NARROW, seats, house), Random(seed), drops=0)

"""Positions and steps of games for the tests: by texts, by random play, and the refusals of the rules."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

import pytest

from rules import Action, IllegalMove, State
from rules.land import LAND, LandState
from rules.squares import Square
from rules.steps import Step

S = TypeVar("S", bound=State)

GREEN = ["g" * 12] * 12
"""The rows of a map of Land that is all grass."""


def play(state: S, *texts: str) -> S:
    """Return the state after the actions of ``texts``, each one or several separated by commas, chance among them."""
    for text in texts:
        for part in text.split(","):
            state = state.play(state.parse(part))
    return state


def begin_land(first_plots: str, rows: Sequence[str] = GREEN, **options: object) -> LandState:
    """Return a game of Land for two in which seat 0 began and both have the first plots given, such as ``A1 L12``."""
    state = play(LAND.start(2, options, {"map": list(rows)}), "roll 6, roll 1")
    for name in first_plots.split():
        column, row = state.map.block_of(Square.read(name))
        state = play(state, f"roll {column}, roll {row}, {name}")
    return state


def expect_refusal(state: State, text: str) -> IllegalMove:
    """Return the refusal of a text. Assert that it is a sentence, and that the state is unchanged."""
    before, known = copy.deepcopy(state), hash(state)
    with pytest.raises(IllegalMove) as refusal:
        state.play(state.parse(text))
    assert state == before
    assert hash(state) == known
    assert str(refusal.value).endswith((".", "?"))
    return refusal.value


def choose_action(state: State, random: Random) -> Action:
    """Return a random legal move, or an outcome of chance by its odds."""
    if not state.is_chance:
        return random.choice(state.moves())
    outcomes, odds = zip(*state.outcomes(), strict=True)
    found: Action = random.choices(outcomes, odds)[0]
    return found


def choose_kind_first(state: State, random: Random) -> Action:
    """Return a random legal move of a kind chosen first, so that all kinds are about as frequent; or an outcome by its odds."""
    if state.is_chance:
        return choose_action(state, random)
    moves = state.moves()
    kind = random.choice(sorted({type(move).__name__ for move in moves}))
    return random.choice([move for move in moves if type(move).__name__ == kind])


def play_at_random(state: State, random: Random, choose: Callable[[State, Random], Action] = choose_action) -> list[Step]:
    """Play a game to its end at random. Return its steps."""
    steps: list[Step] = []
    while not state.is_over:
        action = choose(state, random)
        steps.append(Step(state, action, state.play(action)))
        state = steps[-1].after
    return steps

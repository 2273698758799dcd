"""Play chance at random, as a game does."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from rules import State

S = TypeVar("S", bound=State)


def play_chance(state: S, random: Random) -> S:
    """Return the state after chance has played until a seat decides or the game is over."""
    while state.is_chance:
        outcomes = state.outcomes()
        state = state.play(random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0])
    return state

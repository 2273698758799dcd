"""Plays outcomes of chance at random, by their probabilities."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from rules import State

S = TypeVar("S", bound=State)


def play_chance(state: S, random: Random) -> S:
    """Return the state after random outcomes of chance, at the next decision or the end of the game."""
    while state.is_chance:
        outcomes = state.outcomes()
        state = state.play(random.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0])
    return state

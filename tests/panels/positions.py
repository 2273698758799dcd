"""Positions that the tests of choices, suggestions and panels start from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules import GAMES, State
from tests.positions import choose_action

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("pastures", 2, {"width": 4, "height": 4}),
    ("pastures", 2, {}),
    ("pastures", 2, {"width": 16, "height": 16, "adjacency": "corners"}),
    ("pastures", 2, {"width": 5, "height": 4, "claim": "offer"}),
    ("land", 2, {}),
    ("land", 4, {"reach": "chain", "herd": "equal", "mountain": 1}),
    ("territories", 2, {}),
    ("territories", 2, {"board": "village"}),
    ("nomads", 2, {}),
    ("nomads", 4, {"frontier": "closed", "tribute": 10, "entry": "random"}),
]
"""Name, seats and options of games that differ in what their panels have to show."""


def decisions(game: str, seats: int, options: dict[str, Any], *, seed: int = 1, every: int = 1) -> Iterator[Any]:
    """Every ``every``-th decision of a game played at random."""
    random = Random(seed)
    state: State = GAMES[game].start(seats, options)
    number = 0
    while not state.is_over:
        if state.is_chance:
            state = state.play(choose_action(state, random))
            continue
        if number % every == 0:
            yield state
        number += 1
        state = state.play(random.choice(list(state.moves())))


def halves(state: State, random: Random) -> Iterator[str]:
    """Some texts that are half a turn: words of a move, and a whole decision with words of the next one."""
    move = random.choice(list(state.moves()))
    words = str(move).lower().replace("-", " ").split()
    yield random.choice(words)
    yield random.choice(words)[0]
    after = state.play(move)
    if after.continues(state):
        (part, value), *_ = random.choice([told for told in _told(after) if told])
        yield str(move)
        yield f"{move} {part} {value}"
        yield f"{move} {value}".lower()


def _told(state: State) -> list[list[tuple[str, str]]]:
    parts = GAMES[state.game].parts
    return [list(told.items()) for move in state.moves() for told in parts.describe(state, move)]

"""The picture next to a game's rules: always the same position, from the middle of a game."""

from __future__ import annotations

from random import Random

from render import Picture, View, picture, renderer_of
from rules import GAMES, State


def example(kind: str, theme: str) -> Picture:
    """Return a picture of the most instructive position, chosen by ``Renderer.example``, of a game played at random."""
    dice = Random(7)  # noqa: S311 - an example, the same every time
    game = GAMES[kind]
    state: State = game.start(game.seats[0])
    positions = [state]
    while not state.is_over:
        outcomes = [outcome for outcome, _ in state.outcomes()] if state.is_chance else list(state.moves())
        state = state.play(dice.choice(outcomes))
        positions.append(state)
    wanted = int((len(positions) - 1) * renderer_of(kind).example)
    shown = next(s for s in positions[wanted:] if s.seat is not None or s.is_over)
    return picture(shown, View(tuple(f"Player {i + 1}" for i in range(shown.seats)), theme))

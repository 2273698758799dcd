"""Moves as infinitives: what a hint says that it would do, without notation."""

from __future__ import annotations

from render import renderer_of
from rules import GAMES
from tests.positions import begin_land, play

FARMS = "B2, D1, G2, E3, D4, B5, E6, G5"
NOMADS = play(GAMES["nomads"].start(2), "discover D4", "draw desert")
TOLD = [
    (GAMES["pastures"].start(2), "C4 M", "play a mountain on C4"),
    (GAMES["pastures"].start(2), "C4 P", "play plains on C4"),
    (play(begin_land("A1 L12"), "B1, L11"), "A2, done", "take A2, then stop with 1 cow unused"),
    (begin_land("A1 L12"), "A2", "take A2"),
    (GAMES["territories"].start(2), "B5", "build a farm on B5"),
    (play(GAMES["territories"].start(2), FARMS), "A1-B1", "lay a piece of fence between A1 and B1"),
    (NOMADS, "discover F4", "discover F4"),
    (NOMADS, "activate D4 E4", "activate D4 for E4"),
    (NOMADS, "road D4", "build a road on D4"),
]


def test_a_move_is_told_as_a_deed() -> None:
    for state, text, told in TOLD:
        assert renderer_of(state.game).to_infinitives(state, state.play_all(text)[1]) == told, text

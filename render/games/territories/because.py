"""Why a computer player would play so in Territories."""

from __future__ import annotations

from render.games.territories.words import gain
from rules import Action
from rules.territories import TerritoriesState
from rules.words import count


def because(state: TerritoriesState, move: Action) -> str:
    """What the player has looked at, in a sentence or two."""
    if state.phase == "farms":
        return (
            "I have looked through the ways in which the farms can be shared out. With this one your farms reach most "
            "land before the others, against the best answers."
        )
    seat, after = state.seat or 0, state.play(move)
    mine, theirs = gain(state, after, seat), gain(state, after, 1 - seat)
    settled = f"It settles {count(mine, 'square')} for you and {theirs} for the other. " if mine or theirs else ""
    return f"{settled}I have tried the fences that may follow, and counted the land that the farms of each of you reach first."

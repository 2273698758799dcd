"""Why a computer player would play so in Nomads."""

from __future__ import annotations

from rules import Action
from rules.nomads import NomadsState
from rules.nomads.actions import Activate, Discover, Road


def because(state: NomadsState, move: Action) -> str:
    """What the player has looked at, in a sentence or two."""
    if state.phase == "attack":
        return "I have looked through the rest of the attack, with everybody answering what is best for them."
    if state.phase == "choice":
        return "Of the tiles drawn, this one is worth most to you where it goes."
    if isinstance(move, Discover | Activate | Road):
        return "I have weighed what may be drawn, by the tiles that nobody has seen yet, and what it leaves to the next player."
    return "I have compared it with all other moves, by the points at once and by what it leaves to the next player."

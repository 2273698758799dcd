"""Why a computer player would play so in Pastures New."""

from __future__ import annotations

from rules import Action
from rules.pastures import PasturesState

SEEN_THROUGH = 100
"""Squares of the largest board on which claims are always looked through to the end."""


def because(state: PasturesState, move: Action) -> str:
    """What the player has looked at, in a sentence or two."""
    size = state.options.width * state.options.height
    if state.phase == "fill":
        told = "I filled the rest of the board at random again and again, and had every full board claimed as well as can be"
        if state.options.claim == "offer":
            return f"{told}. After this square that went best for you."
        place = "first" if state.seat == size % 2 else "second"
        return f"{told}. After this square that went best for you, who place the {place} castle."
    if state.phase == "offer":
        return "It is what I take the first castle to be worth: then neither answer gains anything."
    if state.phase == "answer":
        more = "more" if str(move) == "first" else "no more"
        return f"I take the first castle to be worth {more} than the points offered."
    if size <= SEEN_THROUGH:
        return "I have looked through all castles that may follow, to the end of the game."
    return "I have looked ahead as far as my time allowed; the board is too large to see the end."

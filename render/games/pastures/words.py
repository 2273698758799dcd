"""Phrases of Pastures New: the meaning of moves and the parts of scores."""

from __future__ import annotations

from collections.abc import Sequence

from render.text.words import does
from rules import Action
from rules.pastures import TERRAINS, Answer, Castle, Fill, Offer, PasturesState
from rules.words import count

NOUNS = {"M": "a mountain", "P": "plains", "F": "a forest", "R": "a river", "D": "a desert", "W": "a wasteland"}


def move_words(state: PasturesState, action: Action) -> str:
    """Return a move in words: ``C4 F · forest on C4``, ``C4 C · castle on C4, 14 points``."""
    if isinstance(action, Fill):
        return f"{action} · {TERRAINS[action.terrain]} on {action.square}"
    if isinstance(action, Castle):
        is_only = state.castles and state.sites.bit_count() == 1
        why = ": no other fits without overlap" if is_only else ""
        return f"{action} · castle on {action.square}, {count(state.points(action.square), 'point')}{why}"
    if isinstance(action, Offer):
        return f"{action} · {count(action.points, 'point')} for building second"
    if isinstance(action, Answer):
        taken = "build the first castle" if action.place == "first" else f"take {count(state.offered or 0, 'point')}"
        return f"{action} · {taken}"
    return str(action)


def to_infinitive(state: PasturesState, action: Action) -> str:
    """Return a move as an infinitive: ``play a mountain on E4``, ``build a castle on C4``, ``offer 12 points``."""
    if isinstance(action, Fill):
        return f"play {NOUNS[action.terrain]} on {action.square}"
    if isinstance(action, Castle):
        return f"build a castle on {action.square}"
    if isinstance(action, Offer):
        return f"offer {count(action.points, 'point')}"
    return "build the first castle" if action == Answer("first") else f"take the {count(state.offered or 0, 'point')}"


def score_words(state: PasturesState, seat: int) -> str:
    """Return ``27 points, 3 castles``; without the castles until they can be built; with the points of an offer."""
    points = count(state.scores[seat], "point")
    if state.phase in ("fill", "offer", "answer"):
        return points
    words = f"{points}, {count(sum(1 for owner in state.castles.values() if owner == seat), 'castle')}"
    return f"{words}, {state.bonus[seat]} by the offer" if state.bonus[seat] else words


def offer_words(state: PasturesState, names: Sequence[str]) -> str:
    """Return a sentence about the pending offer or answer for the first castle; empty in any other phase."""
    if state.seat is None or state.phase not in ("offer", "answer"):
        return ""
    if state.phase == "offer":
        return f"{does(names[state.seat], 'name')} a price, 0 to 99 points, for building second."
    price = count(state.offered or 0, "point")
    offers, chooses = does(names[1 - state.seat], "offer"), does(names[state.seat], "choose")
    return f"{offers} {price} for building second. {chooses}: first or second."

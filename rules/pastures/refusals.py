"""Explains to a player why a move is not allowed. Speed does not matter here, since only refused moves are explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core import IllegalMove
from rules.pastures.actions import HOW_TO_ANSWER, HOW_TO_OFFER, MOST_OFFERED, Answer, Castle, Fill, Offer, PasturesAction
from rules.pastures.grid import FOES
from rules.pastures.vocabulary import TERRAINS
from rules.squares import Square

if TYPE_CHECKING:
    from rules.pastures.state import PasturesState


def refusal(state: PasturesState, action: PasturesAction) -> IllegalMove:
    """Return the refusal of an action that is illegal in ``state``, which is not over."""
    return IllegalMove(*_reason(state, action))


def _reason(state: PasturesState, action: PasturesAction) -> tuple[str, str]:
    if isinstance(action, Offer | Answer):
        return "P15", _refuse_bargain(state, action)
    if state.phase == "offer":
        return "P15", f"The grid is full, and an offer comes before the first castle. {HOW_TO_OFFER}"
    if state.phase == "answer":
        return "P15", f"{_describe_offer(state)} {HOW_TO_ANSWER}"
    if state.phase == "fill" and isinstance(action, Castle):
        return (
            "P9",
            "Castles come once the grid is full. There are empty squares left: fill one with terrain, such as C4 forest.",
        )
    if state.phase == "claim" and isinstance(action, Fill):
        return "P9", "The grid is full, so it is time for castles: build one, such as C4 castle."
    square = action.square
    if not square.within(state.width, state.height):
        corner = Square(state.width - 1, state.height - 1)
        return "P1", f"There is no square {square} on this board: it goes from A1 to {corner}."
    return _why_not_fill(state, action) if isinstance(action, Fill) else _why_not_castle(state, square)


def _refuse_bargain(state: PasturesState, action: Offer | Answer) -> str:
    """Return the reason why an offer or an answer is not allowed."""
    if state.options.claim == "turn":
        return "In this game nobody makes an offer: the player whose turn it is when the grid is full builds the first castle."
    if state.phase == "fill":
        return "The offer for the first castle is made once the grid is full, but there are empty squares left."
    if state.phase == "claim":
        return "The offer for the first castle was made and answered. Now castles are built, such as C4 castle."
    if isinstance(action, Answer):
        return f"There is no offer to answer yet. {HOW_TO_OFFER}"
    if state.phase == "answer":
        return f"{_describe_offer(state)} Answer it with first or second."
    return f"An offer is a whole number of points from 0 to {MOST_OFFERED}."


def _describe_offer(state: PasturesState) -> str:
    points = "1 point" if state.offered == 1 else f"{state.offered} points"
    return f"Your opponent offers {points} for building second."


def _why_not_fill(state: PasturesState, move: Fill) -> tuple[str, str]:
    square, terrain = move
    if terrain not in TERRAINS:
        return "P2", f"There is no such terrain. There are {', '.join(TERRAINS.values())}."
    word = TERRAINS[terrain]
    there = state.terrain_at(square)
    if there is not None:
        return "P3", f"{square} is filled already, with {TERRAINS[there]}: choose an empty square."
    rule = state.bans.get(terrain)
    if rule == "P4":
        return "P4", f"You played {word} on your last turn: choose another."
    if rule == "P5":
        return "P5", f"Your opponent has just played {word}: choose another."
    letters = list(TERRAINS)
    index = letters.index(terrain)
    foe = letters[FOES[index]]
    rule = "P7" if "M" in (terrain, foe) else "P6"
    barred = f"{word.capitalize()} may not be next to {TERRAINS[foe]}, and"
    if not state.free_masks[index]:
        return rule, f"{barred} every empty square is."
    corners = state.options.adjacency == "corners"
    near = square.around(state.width, state.height) if corners else square.beside(state.width, state.height)
    neighbour = next(other for other in near if state.terrain_at(other) == foe)
    return rule, f"{barred} {neighbour} is {TERRAINS[foe]}."


def _why_not_castle(state: PasturesState, square: Square) -> tuple[str, str]:
    if square in state.castles:
        return "P10", f"There is a castle on {square} already."
    there = state.terrain_at(square)
    if there not in ("P", "W"):
        return "P10", f"A castle stands on plains or wasteland, and {square} is {TERRAINS[there or 'W']}."
    other = next(other for other in state.castles if abs(other.x - square.x) < 3 and abs(other.y - square.y) < 3)
    return "P11", f"A castle on {square} is too close to {other}: areas of 3 by 3 may not overlap."

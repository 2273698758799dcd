"""Phrases of Territories: the meaning and consequences of moves, and the parts of scores."""

from __future__ import annotations

from collections.abc import Sequence

from render.text.words import clip
from rules import Action
from rules.territories import House, TerritoriesState, Trunk
from rules.words import count

LOOKS = (2, 1)
"""Numbers of the owners by seat: yellow begins, red follows (T2)."""


def outlook(state: TerritoriesState, trunk: Trunk) -> str:
    """Return the consequences of a legal trunk for the player to move: ``closes the fence: you get 6 squares. …``."""
    after = state.play(trunk)
    if after.open_end is not None:
        return "the fence stays open"
    me, them = mover(state), 1 - mover(state)
    mine, theirs = gain(state, after, me), gain(state, after, them)
    what = "nobody gets land"
    if mine:
        what = f"you get {count(mine, 'square')}" + (f", your opponent {theirs}" if theirs else "")
    elif theirs:
        what = f"your opponent gets {count(theirs, 'square')}"
    if after.is_over:
        return f"ends the game {after.scores[me]} to {after.scores[them]}: {what}"
    return f"closes the fence: {what}. You move again"


def gain(before: TerritoriesState, after: TerritoriesState, seat: int) -> int:
    """Return the land that a seat has gained between two states."""
    return after.scores[seat] - before.scores[seat]


def find_undecided_squares(state: TerritoriesState) -> int:
    """Return the number of squares that would count (T13) but belong to nobody yet."""
    open_land = {square for area in state.areas if area.owner is None for square in area.squares}
    return len(open_land if state.options.farms == "land" else open_land - state.farms.keys())


def move_words(state: TerritoriesState, action: Action) -> str:
    """Return a move in words: ``B2 · farm on B2``, ``C4-D4 · closes the fence: you get 6 squares. You move again``."""
    if isinstance(action, House):
        return f"{action} · farm on {action}"
    if isinstance(action, Trunk):
        ahead = outlook(state, action)
        if state.open_end is None and ahead == "the fence stays open":
            ahead = "begins a new fence" if state.trunks else "begins the first fence"
        return clip(f"{action} · {ahead}", 100)
    return str(action)


def tell_deed(action: Action) -> str:
    """Return a move as an infinitive: ``build a farm on B2``, ``lay the trunk C4-D4``."""
    return f"build a farm on {action}" if isinstance(action, House) else f"lay the trunk {action}"


def score_words(state: TerritoriesState, seat: int) -> str:
    """Return ``12 squares of land``."""
    return f"{count(state.scores[seat], 'square')} of land"


def shares(land: Sequence[tuple[int, str]]) -> str:
    """Return land by player: ``6 squares for Ada, 4 for Björn``, ``no land for anybody yet``."""
    shares = [(squares, whom) for squares, whom in land if squares]
    if not shares:
        return "no land for anybody yet"
    (first, whom), *others = shares
    return ", ".join([f"{count(first, 'square')} for {whom}", *(f"{squares} for {other}" for squares, other in others)])


def mover(state: TerritoriesState) -> int:
    """Return the seat that decides in ``state``."""
    return state.seat or 0

"""Phrases of Territories: the meaning and consequences of moves, and the parts of scores."""

from __future__ import annotations

from collections.abc import Sequence

from render.text.words import clip
from rules import Action
from rules.territories import House, TerritoriesState, Trunk
from rules.words import count

LOOKS = (2, 1)
"""Numbers of the owners by seat: yellow begins, red follows (T2)."""
STAYS_OPEN = "the fence stays open"
"""The consequence of a trunk that does not close the fence."""


def outlook(state: TerritoriesState, trunk: Trunk) -> str:
    """Return the consequences of a legal trunk for the player to move: ``you get 6 squares, farms not counted. …``."""
    after = state.play(trunk)
    if after.open_end is not None:
        is_only = state.open_end is not None and len(state.moves()) == 1
        return "elsewhere a part would have no farm" if is_only else STAYS_OPEN  # T10, T11: no other rule bars these sides
    me, them = mover(state), 1 - mover(state)
    mine, theirs = gain(state, after, me), gain(state, after, them)
    if after.is_over:
        ahead = after.scores[me] - after.scores[them]
        what = "you win" if ahead > 0 else "you lose" if ahead else "a tie"
        return f"ends the game: {what}, {after.scores[me]} to {after.scores[them]}"
    what = f"closes the fence: {why_no_land(state, after)}"
    if mine or theirs:
        what = f"you get {count(mine, 'square')}" if mine else f"your opponent gets {count(theirs, 'square')}"
        if mine and theirs:
            what += f", your opponent {theirs}"
        if state.options.farms != "land":
            what += ", farms not counted"
    return f"{what}. You move again"


def why_no_land(before: TerritoriesState, after: TerritoriesState) -> str:
    """Return the reason why a fence that was just closed brings land to nobody."""
    was, now = (sum(area.owner is not None for area in state.areas) for state in (before, after))
    return "no land, only farms inside" if now > was else "no land, both colours on both sides"


def gain(before: TerritoriesState, after: TerritoriesState, seat: int) -> int:
    """Return the land that a seat has gained between two states."""
    return after.scores[seat] - before.scores[seat]


def find_undecided_squares(state: TerritoriesState) -> int:
    """Return the number of squares that would count (T13) but belong to nobody yet."""
    open_land = {square for area in state.areas if area.owner is None for square in area.squares}
    return len(open_land if state.options.farms == "land" else open_land - state.farms.keys())


def move_words(state: TerritoriesState, action: Action) -> str:
    """Return a move in words: ``B2 · farm on B2``, ``C4-D4 · you get 6 squares, farms not counted. You move again``."""
    if isinstance(action, House):
        return f"{action} · farm on {action}"
    if isinstance(action, Trunk):
        ahead = outlook(state, action)
        if state.open_end is None and ahead == STAYS_OPEN:
            where = f"at {where_to_begin(state)}" if len(state.moves()) == 1 else "here"
            ahead = f"{'a new' if state.trunks else 'the first'} fence begins {where}"
        return clip(f"{action} · {ahead}", 100)
    return str(action)


def where_to_begin(state: TerritoriesState) -> str:
    """Return where a fence may begin (T8): ``an old fence, not beside their farms``."""
    starts, opponents = state.starts, {square for square, seat in state.farms.items() if seat != state.seat}
    is_on_fence = any(end in starts for laid in state.trunks for end in laid.trunk.ends)
    is_beside = any(opponents & {*trunk} for trunks in starts.values() for trunk in trunks)
    return f"{'an old fence' if is_on_fence else 'the edge'}{'' if is_beside else ', not beside their farms'}"


def to_infinitive(action: Action) -> str:
    """Return a move as an infinitive: ``build a farm on B2``, ``lay a piece of fence between C4 and D4``."""
    return f"lay a piece of fence {between(action)}" if isinstance(action, Trunk) else f"build a farm on {action}"


def between(trunk: Trunk) -> str:
    """Return the place of a trunk: ``between C4 and D4``."""
    return f"between {trunk.first} and {trunk.second}"


def score_words(state: TerritoriesState, seat: int) -> str:
    """Return ``12 squares of land``."""
    return f"{count(state.scores[seat], 'square')} of land"


def shares(land: Sequence[tuple[int, str]]) -> str:
    """Return the land that players get: ``Ada +6 squares, Björn +4``; empty if nobody gets any."""
    found = [(squares, whom) for squares, whom in land if squares]
    if not found:
        return ""
    (first, whom), *others = found
    return ", ".join([f"{whom} +{count(first, 'square')}", *(f"{other} +{squares}" for squares, other in others)])


def mover(state: TerritoriesState) -> int:
    """Return the seat that decides in ``state``."""
    return state.seat or 0

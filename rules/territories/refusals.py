"""Explains to a player why an action is not allowed, and which moves are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.core import IllegalMove
from rules.squares import Square
from rules.territories.actions import House, Node, Trunk

if TYPE_CHECKING:
    from rules.territories.state import TerritoriesState

_NAMED = 3  # maximum number of possible moves that a refusal names


def refusal(state: TerritoriesState, action: House | Trunk) -> IllegalMove:
    """Return the refusal of an action that is illegal in ``state``, which is not over."""
    return _house(state, action) if isinstance(action, House) else _trunk(state, action)


def _house(state: TerritoriesState, house: House) -> IllegalMove:
    if state.phase == "fence":
        return IllegalMove("T3", f"All farms stand: lay a fence between squares, like {_moves(state)[0]}.")
    if house.square in state.farms:
        return IllegalMove("T3", f"{house} has a farm already. {_instead(state)}")
    return IllegalMove("T3", f"{house} is not a farm spot. {_instead(state)}")


def _trunk(state: TerritoriesState, trunk: Trunk) -> IllegalMove:
    for square in trunk:
        if not square.within(state.width, state.height):
            last = Square(state.width - 1, state.height - 1)
            return IllegalMove("T4", f"The board has no square {square}: it goes from A1 to {last}.")
    if trunk not in state.grid.places:
        return IllegalMove("T4", f"{trunk.first} and {trunk.second} share no side, so no fence fits between them.")
    if state.phase == "farms":
        return IllegalMove("T3", f"First build all farms. {_instead(state)}")
    if any(laid.trunk == trunk for laid in state.trunks):
        return IllegalMove("T4", f"Between {trunk.first} and {trunk.second} there is a fence already.")
    if state.open_end is not None and state.open_end not in trunk.ends:
        return IllegalMove("T6", f"Go on from the open end. {_instead(state)}")
    if any(trunk.first in area.squares and area.owner is not None for area in state.areas):
        return IllegalMove("T9", "That area has farms of one colour, so no more fences are built there.")
    return _refuse_misplaced(state, trunk)


def _refuse_misplaced(state: TerritoriesState, trunk: Trunk) -> IllegalMove:
    """Return the refusal of a trunk in a mixed area that continues from the open end, if there is one."""
    ended = frozenset(end for laid in state.trunks for end in laid.trunk.ends)
    anchored = [end for end in trunk.ends if end in ended]
    fenced = [end for end in trunk.ends if end in ended or _on_rim(state, end)]
    if state.open_end is None:
        from_trunks = not ended.isdisjoint(state.starts)
        if not (anchored if from_trunks else fenced):
            where = "at an old one" if from_trunks else "at the outer edge of the board"
            return IllegalMove("T8", f"A new fence starts {where}.")
    if state.may_stand(trunk):
        return IllegalMove("T8", "Start elsewhere: that side touches a farm of your opponent.")
    if len(fenced) == 2:
        return IllegalMove("T10", "That would close off land without a farm.")
    return IllegalMove("T11", "From there it could only close off land without a farm.")


def _on_rim(state: TerritoriesState, node: Node) -> bool:
    return node.x in (0, state.width) or node.y in (0, state.height)


def _moves(state: TerritoriesState) -> list[str]:
    """Return the legal moves as texts that do not break at the end of a line."""
    return [str(move).replace("-", "\u2011") for move in state.moves()]


def _instead(state: TerritoriesState) -> str:
    moves = _moves(state)
    more = f" and {len(moves) - _NAMED} more" if len(moves) > _NAMED else ""
    return f"Possible: {', '.join(moves[:_NAMED])}{more}."

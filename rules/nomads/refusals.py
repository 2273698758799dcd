"""Explains to a player why an action is not allowed. Nothing hidden is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.core import IllegalMove
from rules.nomads.actions import Activate, Discover, Draw, Entry, FoundCity, NomadsAction, Pay, Placate, Refuse, Road, Take
from rules.nomads.grid import SIZE, number
from rules.nomads.position import ATTACK, CHANCE, CHOICE, ENTRY, TURN, Position
from rules.nomads.tiles import KINDS, NUMBER, TABLE
from rules.squares import Square

_ON_TURN = (Discover, FoundCity, Activate, Road)
_ANSWERS = (Placate, Pay, Refuse)


def refusal(state: Position, action: NomadsAction) -> IllegalMove:
    """Return the refusal of an action that is illegal in ``state``, which is not over."""
    return IllegalMove(*(_out_of_place(state, action) or _REASONS[type(action)](state, action)))


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _out_of_place(state: Position, action: NomadsAction) -> tuple[str, str] | None:
    """Return the rule and the reason if something else has to come before an action; else ``None``."""
    stage = state._stage
    if isinstance(action, Draw | Entry):
        if stage not in CHANCE or isinstance(action, Entry) != (stage == ENTRY):
            return "N2", "Tiles are drawn by chance, not chosen."
        return None
    if stage in CHANCE:
        return "N2", "First a tile is drawn; then the game continues."
    if isinstance(action, _ON_TURN) and stage != TURN:
        if stage == CHOICE:
            return "N7", f"First take one of the tiles that were drawn: {_or(state.choices)}."
        return "N11", f"First answer the barbarians: save or lose the city on {state.target}."
    if isinstance(action, Take) and stage != CHOICE:
        return "N7", "There are no drawn tiles to choose from now."
    if isinstance(action, _ANSWERS) and stage != ATTACK:
        return "N13", "No barbarians attack a city now."
    return None


def _off_board(square: Square) -> tuple[str, str] | None:
    if square.within(SIZE, SIZE):
        return None
    return "N1", f"There is no {square} on the board: it has columns A to H and rows 1 to {SIZE}."


def _face_down(state: Position, square: Square) -> tuple[str, str] | None:
    """Return the reason why nothing can be done on a space if its tile lies face down; otherwise ``None``."""
    tile = state.tile(square)
    if tile is None or not tile.face_down:
        return None
    return "N4", f"The tile on {square} lies face down: it only fills the space."


def _describe_contents(state: Position, square: Square) -> str | None:
    """Return the contents of a space in words, or ``None`` if it is empty."""
    tile = state.tile(square)
    if tile is None:
        return None
    return "a tile lies there face down" if tile.kind is None else f"there is {_a(tile.kind)} on it"


def _a(kind: str) -> str:
    if kind in ("grass", "desert"):
        return kind
    return f"an {kind}" if kind == "oasis" else f"a {kind}"


def _free(state: Position, square: Square, rule: str, wants: str) -> tuple[str, str]:
    """Return the reason why a tile cannot be laid here: the space must be empty and allowed by the frontier.

    ``wants`` states the rule.
    """
    there = _describe_contents(state, square)
    if there is not None:
        return rule, f"{square} is not empty: {there}. {wants}"
    return rule, f"{square} is next to a tile. The frontier is closed, so keep one space away while there are such spaces."


def _discover(state: Position, move: Discover) -> tuple[str, str]:
    square = move.square
    return _off_board(square) or _face_down(state, square) or _free(state, square, "N5", "Discover an empty space.")


def _found(state: Position, move: FoundCity) -> tuple[str, str]:
    if not state.cities_in_hand[state._turn]:
        return "N6", "You have built your own city already; there is one for each player."
    square = move.square
    return _off_board(square) or _face_down(state, square) or _free(state, square, "N6", "A city is built on an empty space.")


def _activate(state: Position, move: Activate) -> tuple[str, str]:
    out = _off_board(move.square) or _face_down(state, move.square) or _nowhere_to_explore(state, move.square)
    if out is not None or (out := _off_board(move.to)) is not None:
        return out
    there = _describe_contents(state, move.to)
    if abs(move.square.x - move.to.x) + abs(move.square.y - move.to.y) != 1:
        return "N7", f"{move.to} is not next to {move.square}: they have to share a side."
    if there is not None:
        return "N7", f"{move.to} is not empty: {there}. Activating fills an empty space next to the tile."
    return "N7", f"{_taken_first(move.to)}."


def _taken_first(space: Square) -> str:
    return f"Barbarians move to {space} first, so no tile fits there"


def _nowhere_to_explore(state: Position, square: Square) -> tuple[str, str] | None:
    """Return the reason why a space of the board cannot be activated, regardless of the explored space; else ``None``."""
    beside = square.beside(SIZE, SIZE)
    if state.tile(square) is None:
        if number(square) == state.not_to_explore() and any((tile := state.tile(to)) and not tile.face_down for to in beside):
            return "N7", f"{_taken_first(square)}."
        return "N7", "Only a tile can be activated, not an empty space."
    empty = [to for to in beside if state.tile(to) is None]
    if not empty:
        return "N7", f"{square} has no empty space next to it to fill."
    if list(map(number, empty)) == [state.not_to_explore()]:
        return "N7", f"{_taken_first(empty[0])}, and no other empty space is next to {square}."
    return None


def _road(state: Position, move: Road) -> tuple[str, str]:
    out = _off_board(move.square) or _face_down(state, move.square)
    if out is not None:
        return out
    tile = state.tile(move.square)
    if tile is None:
        return "N8", "A road goes on grass or desert, not on an empty space."
    if tile.road:
        return "N8", f"There is a road on {move.square} already."
    return "N8", f"Roads go on grass and desert; there is {_a(tile.kind or '')} on {move.square}."


def _take(state: Position, move: Take) -> tuple[str, str]:
    instead = f"take {_or(state.choices)}."
    if move.kind not in state.drawn:
        return "N7", f"No {move.kind} was drawn: {instead}"
    terrain = state._activated()
    if NUMBER[move.kind] in TABLE[terrain].forbidden:
        return "N7", f"{_a(move.kind).capitalize()} goes back here: {instead}"
    return "N7", f"Of the tiles drawn for {_a(KINDS[terrain])} others go first: {instead}"


def _placate(state: Position, _: Placate) -> tuple[str, str]:
    return "N13", "You have no treasure to placate them with."


def _pay(state: Position, _: Pay) -> tuple[str, str]:
    tribute = state.options.tribute
    if not tribute:
        return "N13", "In this game the barbarians take no points: only a treasure placates them."
    return "N13", f"The barbarians want {tribute} points, and you have fewer."


def _draw(state: Position, _: Draw) -> tuple[str, str]:
    return "N2", "That tile cannot be drawn now."


def _entry(state: Position, _: Entry) -> tuple[str, str]:
    return "N1", "The barbarians enter at a corner of the board."


_REASONS: dict[type, Callable[[Any, Any], tuple[str, str]]] = {
    Discover: _discover,
    FoundCity: _found,
    Activate: _activate,
    Road: _road,
    Take: _take,
    Placate: _placate,
    Pay: _pay,
    Draw: _draw,
    Entry: _entry,
}
"""The reasons for refusing each kind of action in its own phase. In its phase, a ``refuse`` is always allowed."""

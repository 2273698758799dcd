"""The legal moves and outcomes in a position of Nomads: the list of all moves, and a check of a single action."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any

from rules.core import Action
from rules.nomads.actions import Activate, Discover, Draw, Entry, FoundCity, NomadsAction, Pay, Placate, Refuse, Road, Take
from rules.nomads.grid import BESIDE, BUILDABLE, CORNERS, EMPTY, FACE_UP, FIRST_TILE, SIZE, SQUARES, VACANT, number
from rules.nomads.position import ATTACK, CHANCE, CHOICE, ENTRY, NOWHERE, TURN, Position
from rules.nomads.tiles import KINDS, NUMBER
from rules.squares import Square

_DISCOVER = tuple(Discover(square) for square in SQUARES)
_FOUND = tuple(FoundCity(square) for square in SQUARES)
_ROAD = tuple(Road(square) for square in SQUARES)
_TAKE = tuple(Take(kind) for kind in KINDS)
_ACTIVATE = [[(to, Activate(SQUARES[space], SQUARES[to])) for to in BESIDE[space]] for space in range(len(SQUARES))]
"""Number of a space -> the spaces next to it, each with the activation that explores it."""


def legal_moves(state: Position) -> list[Action]:
    """Return discoveries, cities, activations and roads, each row by row; or kinds to take; or answers to a band.

    Outcomes of chance are not included.
    """
    stage = state._stage
    if stage == TURN:
        return _turn_moves(state)
    if stage == CHOICE:
        return [_TAKE[kind] for kind in state.to_take()]
    if stage == ATTACK:
        return [answer for answer in (Placate(), Pay(), Refuse()) if is_legal(state, answer)]
    return []


def _turn_moves(state: Position) -> list[Action]:
    cells, free = state.cells, state.open_flags()
    moves: list[Action] = [*compress(_DISCOVER, free)]
    if state.cities_in_hand[state._turn]:
        moves += compress(_FOUND, free)
    to_explore = [*cells.translate(VACANT)]
    if (barred := state.not_to_explore()) != NOWHERE:
        to_explore[barred] = False
    activations = compress(_ACTIVATE, cells.translate(FACE_UP))
    moves += [move for ways in activations for to, move in ways if to_explore[to]]
    moves += compress(_ROAD, cells.translate(BUILDABLE))
    return moves


def is_legal(state: Position, action: NomadsAction) -> bool:
    """Return whether a move or an outcome is legal now. The types of its fields have been checked."""
    return _LEGAL[type(action)](state, action)


def _may_be_laid(state: Position, square: Square) -> bool:
    """Return whether a tile may be laid on a square: an empty space that the frontier allows (N5, N6)."""
    return square.within(SIZE, SIZE) and state.is_open(square)


def _discover(state: Position, move: Discover) -> bool:
    return state._stage == TURN and _may_be_laid(state, move.square)


def _found(state: Position, move: FoundCity) -> bool:
    return state._stage == TURN and state.cities_in_hand[state._turn] and _may_be_laid(state, move.square)


def _activate(state: Position, move: Activate) -> bool:
    if state._stage != TURN or not (move.square.within(SIZE, SIZE) and move.to.within(SIZE, SIZE)):
        return False
    space, to, cells = number(move.square), number(move.to), state.cells
    return cells[space] >= FIRST_TILE and to in BESIDE[space] and cells[to] == EMPTY and to != state.not_to_explore()


def _road(state: Position, move: Road) -> bool:
    return state._stage == TURN and move.square.within(SIZE, SIZE) and bool(BUILDABLE[state.cells[number(move.square)]])


def _take(state: Position, move: Take) -> bool:
    return NUMBER[move.kind] in state.to_take()


def _placate(state: Position, _: Placate) -> bool:
    return state._stage == ATTACK and state.can_placate()


def _pay(state: Position, _: Pay) -> bool:
    return state._stage == ATTACK and state.can_pay()


def _refuse(state: Position, _: Refuse) -> bool:
    return state._stage == ATTACK


def _draw(state: Position, outcome: Draw) -> bool:
    return state._stage in CHANCE and state._stage != ENTRY and state._bag[NUMBER[outcome.kind]] > 0


def _entry(state: Position, outcome: Entry) -> bool:
    return state._stage == ENTRY and str(outcome.square) in CORNERS


_LEGAL: dict[type, Callable[[Any, Any], bool]] = {
    Discover: _discover,
    FoundCity: _found,
    Activate: _activate,
    Road: _road,
    Take: _take,
    Placate: _placate,
    Pay: _pay,
    Refuse: _refuse,
    Draw: _draw,
    Entry: _entry,
}

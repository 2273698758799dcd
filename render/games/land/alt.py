"""The description of a picture of Land."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.land.words import cows_left, seats_in_order, state_of
from render.text.describe import Cell, Position
from render.text.words import join_words, look, turn_words
from render.view import View
from rules.land import LandState
from rules.land.grid import COW, GRASS, MOUNTAIN, LandMap
from rules.squares import Square
from rules.words import count

_WATER = Cell("water")
_KINDS = {GRASS: Cell("grass"), COW: Cell("cow"), MOUNTAIN: Cell("mountain")}


def describe_position(state: LandState, view: View, names: Sequence[str]) -> Position:
    """Return the description: whose turn it is, the dice, plots and cows by seat, and the map.

    The players are listed and numbered in the order of play; these numbers appear on their plots.
    """
    shown, order = state_of(view.preview or state), seats_in_order(state)
    parts = [_dice(state)]
    if state.turn is not None and state.phase == "reclaim":
        parts.append(f"{cows_left(state, shown)} of {count(state.allowance(state.turn), 'cow')} left.")
    if order != tuple(range(state.seats)) or state.round:
        parts.append("In the order of play:")
    parts += [_player(state, seat, number, names) for number, seat in enumerate(order, 1)]
    cells = [[_cell(shown, Square(x, y), names) for x in range(state.width)] for y in range(state.height)]
    return Position(f"Land. {turn_words(state, names)}", parts, cells, _WATER.kind)


def position_of_map(land: LandMap, title: str) -> Position:
    """Return the description of a map without owners."""
    cells = [[_KINDS.get(land.kind(Square(x, y)), _WATER) for x in range(land.width)] for y in range(land.height)]
    return Position(title, (), cells, _WATER.kind)


def _dice(state: LandState) -> str:
    if state.block:
        return f"Rolled: block {state.map.block_name(*state.block)}."
    if state.rolls:
        what = "column" if state.round else "for the order of play"
        return f"Rolled {what}: {join_words(map(str, state.rolls))}."
    return ""


def _player(state: LandState, seat: int, number: int, names: Sequence[str]) -> str:
    gone = ", out of the game" if seat in state.dropped else ""
    herd = f", {count(state.allowance(seat), 'cow')}" if state.allowance(seat) and not state.is_over else ""
    return f"{number} {names[seat]} ({look(seat)}): {count(state.scores[seat], 'plot')}{herd}{gone}."


def _cell(state: LandState, square: Square, names: Sequence[str]) -> Cell:
    owner = state.owner_at(square)
    return _KINDS.get(state.map.kind(square), _WATER) if owner is None else Cell("land", names[owner])

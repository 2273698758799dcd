"""The description of a picture of Nomads, without anything hidden."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.nomads.words import bands_words, before_words, list_unseen_tiles, score_words
from render.text.describe import Cell, Position
from render.text.words import join_words, look, turn_words
from render.view import View
from rules.nomads import NomadsState, Tile
from rules.nomads.grid import SIZE
from rules.squares import Square

_EMPTY, _FACE_DOWN, _RUIN = Cell("empty"), Cell("face down"), Cell("ruin")


def describe_position(state: NomadsState, view: View, names: Sequence[str]) -> Position:
    """Return the description: whose turn it is, drawn tiles, barbarians, points and tokens by seat, and the board."""
    parts = list[str]()
    if state.phase == "choice":
        parts.append(f"Drawn: {', '.join(state.drawn)}; take {join_words(state.choices, 'or')}.")
    parts += [_player(state, seat, names) for seat in range(state.seats)]
    parts += _barbarians(state, names)
    unseen = "" if view.replay or state.is_over else f"Not seen yet: {list_unseen_tiles(state)}."
    cells = [[_cell(state, Square(x, y), names) for x in range(SIZE)] for y in range(SIZE)]
    return Position(f"Nomads. {turn_words(state, names)}", parts, cells, _EMPTY.kind, spare=unseen)


def _barbarians(state: NomadsState, names: Sequence[str]) -> list[str]:
    parts = [] if state.is_over else [f"{bands_words(state, names)}."]
    if state.entry is not None:
        parts.append(f"The barbarians’ trail of face-down tiles begins in the corner {state.entry}.")
    if state.next_space is not None:
        parts.append(f"The next face-down tile is laid on {state.next_space}.")
    return parts


def _player(state: NomadsState, seat: int, names: Sequence[str]) -> str:
    hand = ", city in hand" if state.cities_in_hand[seat] else ""
    gone = ", out of the game" if seat in state.dropped else ""
    return f"{seat + 1} {names[seat]} ({look(seat)}): {before_words(state, seat)}{score_words(state, seat)}{hand}{gone}."


def _cell(state: NomadsState, square: Square, names: Sequence[str]) -> Cell:
    tile: Tile | None = state.tile(square)
    if tile is None:
        razed = any(raid.city == square and raid.fate == "razed" for raid in state.raids)
        return _RUIN if razed else _EMPTY
    if tile.kind is None or tile.owner is None:
        return _FACE_DOWN
    road, occupied = " with a road" if tile.road else "", ", occupied" if square in state.occupied else ""
    return Cell(f"{tile.kind}{road}{occupied}", names[tile.owner])

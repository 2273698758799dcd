"""The description of a picture of Nomads. Nothing hidden is told."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.nomads.news import find_changed_squares
from render.games.nomads.words import bands_words, before_words, list_unseen_tiles, score_words
from render.text.describe import Cell, Rows, describe, last_move_words
from render.text.words import join_words, look, turn_words
from render.view import View
from rules.nomads import NomadsState, Tile
from rules.nomads.grid import SIZE
from rules.squares import Square

_LETTERS = {"oasis": "O", "city": "C", "mine": "M", "grass": "G", "desert": "D", "mountain": "X"}
_EMPTY, _FACE_DOWN, _RUIN = Cell("empty", "-"), Cell("face down", "#"), Cell("ruin", "r")
_LEGEND = ", ".join([
    *(f"{letter} {kind}" for kind, letter in _LETTERS.items()),
    "each with the number of its owner, + road, ! occupied, r ruin, # face down, - empty",
])  # fmt: skip


def alt(state: NomadsState, view: View) -> str:
    """Whose turn, the last move, the barbarians, points and tokens by seat, and the board row by row."""

    def told(names: Sequence[str]) -> tuple[Sequence[str], Rows]:
        parts = [f"Nomads. {turn_words(state, names)}", last_move_words(find_changed_squares(view.steps))]
        if state.phase == "choice":
            parts.append(f"Drawn: {', '.join(state.drawn)}; take {join_words(state.choices, 'or')}.")
        parts += _barbarians(state, names)
        parts += [_player(state, seat, names) for seat in range(state.seats)]
        unseen = "" if view.replay or state.is_over else f"Not seen yet: {list_unseen_tiles(state)}."
        return parts, _rows(state, unseen)

    return describe(told, view)


def _barbarians(state: NomadsState, names: Sequence[str]) -> list[str]:
    parts = [] if state.is_over else [f"{bands_words(state, names)}."]
    if state.entry is not None:
        parts.append(f"Their trail of face-down tiles begins in the corner {state.entry}.")
    if state.next_space is not None:
        parts.append(f"The next face-down tile is laid on {state.next_space}.")
    return parts


def _player(state: NomadsState, seat: int, names: Sequence[str]) -> str:
    hand = ", city in hand" if state.cities_in_hand[seat] else ""
    gone = ", out of the game" if seat in state.dropped else ""
    return f"{seat + 1} {names[seat]} ({look(seat)}): {before_words(state, seat)}{score_words(state, seat)}{hand}{gone}."


def _rows(state: NomadsState, spare: str) -> Rows:
    cells = [[_cell(state, Square(x, y)) for x in range(SIZE)] for y in range(SIZE)]
    return Rows(cells, "empty", _LEGEND, spare)


def _cell(state: NomadsState, square: Square) -> Cell:
    """A space: ``grass of 1 with a road`` is seat 0's."""
    tile: Tile | None = state.tile(square)
    if tile is None:
        razed = any(raid.city == square and raid.deed == "razed" for raid in state.raids)
        return _RUIN if razed else _EMPTY
    if tile.kind is None or tile.owner is None:
        return _FACE_DOWN
    road, occupied = tile.road, square in state.occupied
    word = f"{tile.kind} of {tile.owner + 1}{' with a road' if road else ''}{', occupied' if occupied else ''}"
    return Cell(word, f"{_LETTERS[tile.kind]}{tile.owner + 1}{'+' if road else ''}{'!' if occupied else ''}")

"""Pictures of the shipped boards of Territories."""

from __future__ import annotations

from typing import get_args

from render.art.terrain import terrain, variant
from render.gallery import Choice, Gallery, Shown, gallery_of
from render.games.territories.alt import position_of_board
from render.games.territories.art import foundation
from render.paint.board import Board
from render.paint.sprites import stamp
from render.text.describe import describe
from render.view import View
from rules.squares import squares
from rules.territories import TERRITORIES, BoardName, TerritoriesState


def gallery(theme: str = "dark") -> Gallery:
    """Return a gallery with a picture of each board with its farm spots, and one of all boards."""
    states = [(name, TERRITORIES.start(2, {"board": name})) for name in get_args(BoardName)]
    return gallery_of("board", "Boards of Territories", [_draw_board(name, state, theme) for name, state in states], theme)


def setting(start: TerritoriesState, theme: str = "dark") -> Choice:
    """Return the board of a new game."""
    return _draw_board(start.options.board, start, theme).choice()


def _draw_board(name: str, state: TerritoriesState, theme: str) -> Shown:
    board = Board(state.width, state.height, theme)
    board.line(f"Board: {name}")
    for square in squares(state.width, state.height):
        board.ground(square, stamp(terrain, "plains", variant(square.x, square.y, plain=board.plain)))
    for spot in state.free_spots:
        board.put(spot, stamp(foundation))
    summary = f"{name}: {state.width} by {state.height}, farm spots on {' '.join(map(str, sorted(state.spots)))}."
    alt = describe(lambda _: position_of_board(state, f"Board of Territories, {summary}"), lambda _: (), View(()))
    return Shown(name, board.draw(), alt, summary)

"""The fast layer of Pastures New: the neighbours of each square, and tables that turn masks into lists of moves.

Computer players may read it. See :mod:`rules.grid` for masks and numbers. The stride is 8, or 16 on boards wider than 8, so
each byte of a mask lies in one row and one table of moves serves all boards of a stride. A terrain is given by its index in
``TERRAINS``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, TypeVar

from rules.grid import Grid
from rules.pastures.actions import Castle, Fill
from rules.pastures.vocabulary import TERRAINS
from rules.squares import squares

Move = TypeVar("Move")

ByteTable = list[tuple[Move, ...]]
"""Value of a byte -> the moves on the squares of its bits, lowest bit first."""

M, P, F, R, D, W = range(len(TERRAINS))
"""The indices of the terrains."""
FOES = {M: P, P: M, R: D, D: R}
"""P6, P7: terrain -> the terrain that may not be next to it."""
NONE_YET = -1
"""Stands for the terrain of a turn that has not been played."""
ALLOWED = {
    (own, other): tuple(terrain for terrain in range(6) if terrain not in (own, other))
    for own in range(NONE_YET, 6)
    for other in range(NONE_YET, 6)
}
"""P4, P5: (terrain of the seat's own previous turn, terrain of the last turn) -> the allowed terrains."""

_TALLEST = 16


def _byte_tables(moves: Sequence[Move]) -> list[ByteTable[Move]]:
    """Return a table for each byte of a mask. ``moves`` has one move for each bit."""
    tables = []
    for start in range(0, len(moves), 8):
        table: ByteTable[Move] = [()]
        for move in moves[start : start + 8]:
            # Double the table: the second half has this bit in addition to those of the first half.
            table += [(*chosen, move) for chosen in table]
        tables.append(table)
    return tables


class MoveTables:
    """All moves on boards of one stride, created once, and tables that list the moves of a mask."""

    def __init__(self, stride: int) -> None:
        every = squares(stride, _TALLEST)
        fills = [[Fill(square, letter) for square in every] for letter in TERRAINS]
        castles = [Castle(square) for square in every]
        self.fill_bytes: list[list[ByteTable[Fill]]] = [_byte_tables(moves) for moves in fills]
        """Indexed by terrain, then byte."""
        self.castle_bytes: list[ByteTable[Castle]] = _byte_tables(castles)
        self.fill_places: dict[object, tuple[int, int]] = {
            move: (terrain, bit) for terrain, moves in enumerate(fills) for bit, move in enumerate(moves)
        }
        """Fill -> index of its terrain and number of its square."""
        self.castle_places: dict[object, int] = {move: bit for bit, move in enumerate(castles)}
        """Castle -> number of its square."""


@cache
def _move_tables(stride: int) -> MoveTables:
    return MoveTables(stride)


class PasturesGrid(Grid):
    """The data that depend only on the size of the board and on ``adjacency``; shared by all states of such a board."""

    def __init__(self, width: int, height: int, adjacency: Literal["sides", "corners"]) -> None:
        super().__init__(width, height, stride=8 if width <= 8 else 16)
        self.adjacency = adjacency
        self.tables = _move_tables(self.stride)
        self.n_bytes = self.stride * height // 8
        """Number of bytes of a mask."""
        self.next_to = [0] * (self.stride * height)
        """P6, P7: number of a square -> the squares next to it."""
        self.area = [0] * (self.stride * height)
        """P11: number of a square -> the area of a castle there."""
        self.too_close = [0] * (self.stride * height)
        """P11: number of a castle's square -> the squares that are too close to it for another castle."""
        for square in squares(width, height):
            number, bit = self.number(square), self.bit(square)
            self.next_to[number] = self.around(bit) if adjacency == "corners" else self.beside(bit)
            self.area[number] = area = bit | self.around(bit)
            self.too_close[number] = area | self.around(area)

    def __reduce__(self) -> tuple[Callable[..., PasturesGrid], tuple[int, int, str]]:
        return grid_of, (self.width, self.height, self.adjacency)  # copies and unpickled states share the grid


def points_of_terrains(forest: int) -> tuple[int, ...]:
    """Return the points for a square of each terrain in the area of a castle (P13), given the points for forest."""
    return 1, 3, forest, 1, 0, 0


@cache
def grid_of(width: int, height: int, adjacency: Literal["sides", "corners"]) -> PasturesGrid:
    """Return the grid of a board. Grids are cached, since there are few sizes and each takes a few kilobytes."""
    return PasturesGrid(width, height, adjacency)

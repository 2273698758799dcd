"""Bitboards: where each square's bit is, which squares are near it, and the lists of moves that a bitboard stands for.

A bitboard is an ``int`` with one bit a square. Every row takes 8 bits, or 16 on boards wider than 8, so that each byte
of a bitboard lies in one row whatever the size of the board, and one table of moves serves all boards of a stride.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Literal, TypeVar

from rules.pastures.moves import TERRAINS, Castle, Fill
from rules.squares import Square, squares

M = TypeVar("M")

ByteTable = list[tuple[M, ...]]
"""For each value of a byte, the moves on the squares of its bits, lowest first."""

_TALLEST = 16


def _byte_tables(moves: Sequence[M]) -> list[ByteTable[M]]:
    """For each byte of a bitboard its table; ``moves`` has one move for each bit, 8 to a byte."""
    tables = []
    for start in range(0, len(moves), 8):
        table: ByteTable[M] = [()]
        for move in moves[start : start + 8]:
            # Doubles the table: the second half has this bit on top of the first half's.
            table += [(*chosen, move) for chosen in table]
        tables.append(table)
    return tables


class MoveTables:
    """The precreated moves of all boards with one stride, and how to list those that a bitboard stands for."""

    def __init__(self, stride: int) -> None:
        every = list(squares(stride, _TALLEST))
        fills = [[Fill(square, letter) for square in every] for letter in TERRAINS]
        castles = [Castle(square) for square in every]
        self.fill_bytes: list[list[ByteTable[Fill]]] = [_byte_tables(moves) for moves in fills]
        """By index of the terrain, then byte."""
        self.castle_bytes: list[ByteTable[Castle]] = _byte_tables(castles)
        self.fill_places: dict[object, tuple[int, int]] = {
            move: (terrain, bit) for terrain, moves in enumerate(fills) for bit, move in enumerate(moves)
        }
        """Fill -> index of its terrain and number of its square's bit."""
        self.castle_places: dict[object, int] = {move: bit for bit, move in enumerate(castles)}
        """Castle -> number of its square's bit."""


@cache
def _move_tables(stride: int) -> MoveTables:
    return MoveTables(stride)


class Layout:
    """What depends on the size of the board and on ``adjacency`` alone; shared by all states of such a board."""

    def __init__(self, width: int, height: int, adjacency: Literal["sides", "corners"]) -> None:
        self.width = width
        self.height = height
        self.adjacency = adjacency
        self.stride = 8 if width <= 8 else 16
        self.tables = _move_tables(self.stride)
        self.n_bytes = self.stride * height // 8
        """Bytes of a bitboard."""
        self.full = self.board_of(squares(width, height))
        """All squares of the board."""
        n_bits = self.stride * height
        self.next_to = [0] * n_bits
        """P6, P7: by number of the bit, the squares next to it."""
        self.area = [0] * n_bits
        """P11: by number of the bit, the area of a castle there."""
        self.too_close = [0] * n_bits
        """P11: by number of the bit, the squares on which a castle's area would share a square with that of a castle there."""
        for square in squares(width, height):
            bit = self.bit(square)
            around = list(square.around(width, height))
            near = around if adjacency == "corners" else square.beside(width, height)
            self.next_to[bit] = self.board_of(near)
            self.area[bit] = self.board_of([square, *around])
            self.too_close[bit] = self.board_of(far for mid in (square, *around) for far in (mid, *mid.around(width, height)))

    def __reduce__(self) -> tuple[Callable[..., Layout], tuple[int, int, str]]:
        return layout_of, (self.width, self.height, self.adjacency)  # a copied or pickled state goes on sharing the layout

    def bit(self, square: Square) -> int:
        """The number of the square's bit."""
        return square.y * self.stride + square.x

    def board_of(self, chosen: Iterable[Square]) -> int:
        """The bitboard of some squares."""
        board = 0
        for square in chosen:
            board |= 1 << self.bit(square)
        return board

    def squares_of(self, board: int) -> Iterator[Square]:
        """The squares of a bitboard, row by row."""
        while board:
            lowest = board & -board
            y, x = divmod(lowest.bit_length() - 1, self.stride)
            yield Square(x, y)
            board ^= lowest


@cache
def layout_of(width: int, height: int, adjacency: Literal["sides", "corners"]) -> Layout:
    """The layout of a board, made once: there are few sizes, and it is some kilobytes."""
    return Layout(width, height, adjacency)

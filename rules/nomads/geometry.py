"""The board of Nomads: 64 spaces numbered row by row, which lie beside which, how far apart, and the spiral (N1)."""

from __future__ import annotations

from rules.squares import Square, squares

SIZE = 8
"""Columns, and rows, of the board (N1)."""

SQUARES: tuple[Square, ...] = tuple(squares(SIZE, SIZE))
"""The spaces row by row; a space's *number* is its place in this list."""

BESIDE: tuple[tuple[int, ...], ...] = tuple(
    tuple(other.y * SIZE + other.x for other in square.beside(SIZE, SIZE)) for square in SQUARES
)
"""Number of a space -> the numbers of those that share a side with it: above, left, right, below."""

CORNERS = ("A1", "H1", "H8", "A8")
"""Where barbarians may enter (N1)."""


def number(square: Square) -> int:
    """The number of a space of the board; :meth:`Square.within` has to be asked first."""
    return square.y * SIZE + square.x


def distance(a: int, b: int) -> int:
    """Steps beside from one space to another, over anything (N12): A1 to B2 is 2."""
    return abs(a % SIZE - b % SIZE) + abs(a // SIZE - b // SIZE)


def _spiral(corner: str) -> tuple[int, ...]:
    """All 64 spaces in the order in which tiles laid face down fill them (N1): clockwise, ring by ring, from ``corner``."""
    start = Square.read(corner)
    right, down, left, up = (1, 0), (0, 1), (-1, 0), (0, -1)
    headings = (right, down, left, up)
    turn = CORNERS.index(corner)
    at, path, taken = start, [number(start)], {start}
    while len(path) < SIZE * SIZE:
        dx, dy = headings[turn % 4]
        ahead = Square(at.x + dx, at.y + dy)
        if ahead.within(SIZE, SIZE) and ahead not in taken:
            at = ahead
            taken.add(at)
            path.append(number(at))
        else:
            turn += 1
    return tuple(path)


SPIRALS: dict[int, tuple[int, ...]] = {number(Square.read(corner)): _spiral(corner) for corner in CORNERS}
"""Number of the entry's space -> the numbers of all spaces along the spiral that starts there."""

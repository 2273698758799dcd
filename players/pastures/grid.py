"""What depends on a board's size and options alone: its squares by number, and which are near which.

Squares are numbers here, row by row from 0, and terrains are the numbers of their letters in ``TERRAINS``. A set of
squares is an ``int`` with one bit a square.
"""

from __future__ import annotations

from functools import cache

from rules.pastures import TERRAINS, PasturesOptions
from rules.squares import Square, squares

LETTERS = "".join(TERRAINS)
M, P, F, R, D, W = range(6)
NONE = 6
"""Stands for a terrain where none was played yet."""

FOE = {M: P, P: M, R: D, D: R}
"""P6, P7: which terrain may not be next to which."""
FOE_BIT = tuple(1 << FOE[terrain] if terrain in FOE else 0 for terrain in range(6))
"""By terrain, the bit of the one that may not be next to it; 0 where there is none."""
BUILDABLE = (P, W)
"""P10: what a castle may stand on."""


def _choices() -> list[list[tuple[int, ...]]]:
    table = []
    for before in range(7):
        for last in range(7):
            left = [terrain for terrain in range(6) if terrain not in (before, last)]
            table.append([tuple(terrain for terrain in left if not banned >> terrain & 1) for banned in range(64)])
    return table


CHOICES = _choices()
"""P4 to P7: ``CHOICES[before * 7 + last][banned]`` are the terrains for a square on which those of ``banned`` (one bit a
terrain) may not stand, after a turn with ``last`` and one with ``before`` ahead of it."""


class FillGrid:
    """The board of one size and one set of options."""

    def __init__(self, width: int, height: int, adjacency: str, forest: int) -> None:
        self.width = width
        self.height = height
        self.size = width * height
        self.squares = tuple(squares(width, height))
        """By number, the square as ``rules`` knows it."""
        self.points = (1, 3, forest, 1, 0, 0)
        """P13: by terrain."""
        around = [tuple(self.number(near) for near in square.around(width, height)) for square in self.squares]
        beside = [tuple(self.number(near) for near in square.beside(width, height)) for square in self.squares]
        self.near = around if adjacency == "corners" else beside
        """P6, P7: by square, those next to it."""
        self.area = [(square, *around[square]) for square in range(self.size)]
        """P11: by square, those of a castle's area, itself first."""
        self.close = [self._close(square) for square in self.squares]
        """P11: by square, those on which no other castle may stand when one stands there, itself among them."""

        self.deciding = [square for square in range(self.size) if len(self.close[square]) == self.size]
        """Squares where a castle leaves no room for another one: the middle of a small board."""

    def number(self, square: Square) -> int:
        """Return the square's number."""
        return square.y * self.width + square.x

    def _close(self, square: Square) -> tuple[int, ...]:
        near = (other for other in self.squares if abs(other.x - square.x) < 3 and abs(other.y - square.y) < 3)
        return tuple(self.number(other) for other in near)


@cache
def _grid(width: int, height: int, adjacency: str, forest: int) -> FillGrid:
    return FillGrid(width, height, adjacency, forest)


def grid_of(options: PasturesOptions) -> FillGrid:
    """Return the grid for these options, made once."""
    return _grid(options.width, options.height, options.adjacency, options.forest)

"""The data that depend only on a board's size and options: its squares by number, and their neighbours.

Here squares are numbers, row by row from 0, and terrains are the indices of their letters in ``TERRAINS``. A set of squares is
an ``int`` with one bit per square.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from rules.pastures import TERRAINS, PasturesOptions
from rules.pastures.grid import ALLOWED, FOES, NONE_YET, P, PasturesGrid, W, points_of_terrains
from rules.pastures.grid import grid_of as rules_grid
from rules.squares import Square

LETTERS = "".join(TERRAINS)
NONE = 6
"""Stands for the terrain of a turn that has not been played."""
EMPTY = -1
"""Stands for the terrain of an empty square."""

FOE_BIT = tuple(1 << FOES[terrain] if terrain in FOES else 0 for terrain in range(6))
"""By terrain, the bit of the terrain that may not be next to it; 0 if there is none."""
BUILDABLE = (P, W)
"""P10: the terrains that a castle may stand on."""


def _choices() -> list[list[tuple[int, ...]]]:
    table = []
    for before in range(7):
        for last in range(7):
            left = ALLOWED[before if before < NONE else NONE_YET, last if last < NONE else NONE_YET]
            table.append([tuple(terrain for terrain in left if not banned >> terrain & 1) for banned in range(64)])
    return table


CHOICES = _choices()
"""P4 to P7: ``CHOICES[before * 7 + last][banned]`` are the legal terrains for a square.

They are those after a turn with ``before`` and then one with ``last``, on a square that may not have the terrains of ``banned``
(one bit per terrain).
"""


class FillGrid:
    """The board of one size and one set of options, built from the grid of the rules."""

    def __init__(self, grid: PasturesGrid, forest: int) -> None:
        self._rules_grid = grid
        self.width, self.height = grid.width, grid.height
        self.size = self.width * self.height
        self.squares = tuple(grid.squares_of(grid.board))
        """The squares in the form of ``rules``, by number."""
        self.places = tuple((square.x, square.y) for square in self.squares)
        """The column and the row of each square, by number."""
        self.points = points_of_terrains(forest)
        """P13: points by terrain."""
        self.number_of = {square: number for number, square in enumerate(self.squares)}

        self.near = self._numbers_by_square(grid.next_to)
        """P6, P7: by square, the squares next to it."""
        self.area = self._numbers_by_square(grid.area)
        """P11: by square, the squares of a castle's area."""
        self.deciding = [self.number_of[square] for square in self.squares if grid.too_close[grid.number(square)] == grid.board]
        """Squares where a castle leaves no room for another one: the middle of a small board."""
        self._worth = bytes(self.points).ljust(256, b"\0")
        self._board = (1 << 8 * self.size) - 1
        self._not_first = self._bytes_of(lambda square: square.x > 0)
        self._not_last = self._bytes_of(lambda square: square.x < self.width - 1)

    def _numbers_by_square(self, masks: Sequence[int]) -> list[list[int]]:
        return [self.numbers_of(masks[self._rules_grid.number(square)]) for square in self.squares]

    def _bytes_of(self, holds: Callable[[Square], bool]) -> int:
        """Return an integer with a byte of ones for each square for which ``holds`` is true."""
        return int.from_bytes(bytes(255 if holds(square) else 0 for square in self.squares), "little")

    def cells_of(self, terrain_masks: Sequence[int]) -> list[int]:
        """Return each square's terrain, or :data:`EMPTY`, from the rules' masks of each terrain."""
        cells = [EMPTY] * self.size
        for terrain, mask in enumerate(terrain_masks):
            for square in self.numbers_of(mask):
                cells[square] = terrain
        return cells

    def numbers_of(self, mask: int) -> list[int]:
        """Return the squares of a mask of the rules."""
        return [self.number_of[square] for square in self._rules_grid.squares_of(mask)]

    def points_of_castles(self, cells: Sequence[int]) -> bytes:
        """Return the points of a castle on each square of a full grid, including squares where none may stand (P13).

        All squares are added up at once: each byte of a large integer has the points of one square, at most 27 in the end.
        """
        worth = int.from_bytes(bytes(cells).translate(self._worth), "little")
        worth += ((worth & self._not_last) << 8) + ((worth & self._not_first) >> 8)
        row = 8 * self.width
        return (worth + (worth << row & self._board) + (worth >> row)).to_bytes(self.size, "little")


@cache
def _grid(grid: PasturesGrid, forest: int) -> FillGrid:
    return FillGrid(grid, forest)


def grid_of(options: PasturesOptions) -> FillGrid:
    """Return the cached grid for these options."""
    return _grid(rules_grid(options.width, options.height, options.adjacency), options.forest)

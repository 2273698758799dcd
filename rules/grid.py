"""The fast layer under every game: squares as *masks*, integers with one bit for each square.

Each game has a ``grid.py`` with its own subclass of :class:`Grid`; a state has it as ``state.grid``. Computer players may read
it, and every attribute of a state whose name does not begin with an underscore. All games use these terms:

    number   the index of a square: ``y * stride + x``
    bit      the mask of one square: ``1 << number``
    mask     any set of squares; ``mask.bit_count()`` is its size

Each grid has its own stride, so masks of two grids cannot be combined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.squares import Square, squares


def bits(mask: int) -> list[int]:
    """Return the bits of a mask, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest)
        mask ^= lowest
    return found


class Grid:
    """A rectangle of squares, with ``stride`` bits per row. Immutable, and shared by all states on it."""

    def __init__(self, width: int, height: int, stride: int) -> None:
        self.width = width
        self.height = height
        self.stride = stride
        self.squares: tuple[Square, ...] = squares(stride, height)
        """The squares by number. If the stride exceeds the width, each row ends with squares outside the board."""
        self.board = self.mask(squares(width, height))
        """All squares of the board."""
        self.not_first = self.mask(square for square in squares(width, height) if square.x > 0)
        """All squares except the first column."""
        self.not_last = self.mask(square for square in squares(width, height) if square.x < width - 1)
        """All squares except the last column."""

    def number(self, square: Square) -> int:
        """Return the number of a square of the board."""
        return square.y * self.stride + square.x

    def bit(self, square: Square) -> int:
        """Return the mask of one square; 0 if it is not on the board."""
        return 1 << square.y * self.stride + square.x if square.within(self.width, self.height) else 0

    def mask(self, chosen: Iterable[Square]) -> int:
        """Return the mask of the given squares, ignoring those that are not on the board."""
        mask = 0
        for square in chosen:
            mask |= self.bit(square)
        return mask

    def squares_of(self, mask: int) -> Iterator[Square]:
        """Yield the squares of a mask, row by row."""
        by_number = self.squares
        while mask:
            lowest = mask & -mask
            yield by_number[lowest.bit_length() - 1]
            mask ^= lowest

    def beside(self, mask: int) -> int:
        """Return the squares of the board that share a side with one of ``mask``; some of ``mask`` may be among them."""
        stride = self.stride
        return (mask << stride | mask >> stride | (mask & self.not_last) << 1 | (mask & self.not_first) >> 1) & self.board

    def around(self, mask: int) -> int:
        """Return the squares of the board next to or diagonal to one of ``mask``; some of ``mask`` may be among them."""
        rows = mask | (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (rows << self.stride | rows >> self.stride | rows & ~mask | self.beside(mask)) & self.board

    def connected(self, start: int, within: int) -> int:
        """Return the squares of ``within`` that are connected to ``start``, a mask inside it, by shared sides."""
        found = front = start
        while front:
            front = self.beside(front) & within & ~found
            found |= front
        return found

"""Squares, trunks and grid points of a board of one size, as bits of whole numbers.

The square in column x, row y is bit ``y * (width + 1) + x``, and so is the grid point at its upper left corner: the spare
column is where the right-most grid points are, and keeps shifted squares from wrapping into the next row. The place of
an upright trunk has the bit of the square to its left, that of a level trunk the bit of the square above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.squares import Square, squares
from rules.territories.moves import Point, Trunk


class Place(NamedTuple):
    """Where a trunk stands, in bits."""

    upright: bool
    first: int
    """The square to its left or above it, which is also its own bit among the upright or the level places."""
    second: int
    """The square to its right or below it."""
    ends: int
    """The two grid points that it runs between."""


class Grid:
    """What does not change on a board of ``width`` by ``height`` squares. Made once a size, by :func:`grid_of`."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stride = width + 1
        self.squares = self.mask(squares(width, height))
        """Every square of the board."""
        self.across = self.mask(square for square in squares(width - 1, height))
        """Every place of an upright trunk."""
        self.down = self.mask(square for square in squares(width, height - 1))
        """Every place of a level trunk."""
        self.rim = sum(
            self.bit(x, y) for y in range(height + 1) for x in range(width + 1) if x in (0, width) or y in (0, height)
        )
        """The grid points on the outer edge."""
        self.square = {self.bit(*square): square for square in squares(width, height)}
        """Bit -> square, row by row."""
        self.upright = {self.bit(x, y): Trunk(Square(x, y), Square(x + 1, y)) for x, y in squares(width - 1, height)}
        """Bit of its place -> upright trunk."""
        self.level = {self.bit(x, y): Trunk(Square(x, y), Square(x, y + 1)) for x, y in squares(width, height - 1)}
        """Bit of its place -> level trunk."""
        self.places = {
            trunk: Place(trunk.upright, self.bit(*trunk.first), self.bit(*trunk.second), sum(self.bit(*p) for p in trunk.ends))
            for trunk in (*self.upright.values(), *self.level.values())
        }
        """Trunk -> its place."""

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        return grid_of, (self.width, self.height)  # a copied or pickled state goes on sharing the grid

    def bit(self, x: int, y: int) -> int:
        """The bit of the square in column x, row y, or of the grid point at its upper left corner."""
        return 1 << y * self.stride + x

    def mask(self, of: Iterable[Square]) -> int:
        """The bits of several squares."""
        return sum(self.bit(*square) for square in of)

    def listed(self, mask: int) -> Iterator[Square]:
        """The squares of a mask, row by row."""
        while mask:
            bit = mask & -mask
            yield self.square[bit]
            mask ^= bit

    def points(self, mask: int) -> Iterator[Point]:
        """The grid points of a mask, row by row."""
        while mask:
            bit = mask & -mask
            y, x = divmod(bit.bit_length() - 1, self.stride)
            yield Point(x, y)
            mask ^= bit

    def trunks(self, across: int, down: int) -> list[Trunk]:
        """The trunks of two masks of places, by their first squares, row by row."""
        upright, level = self.upright, self.level
        found = []
        rest = across | down
        while rest:
            bit = rest & -rest
            if across & bit:
                found.append(upright[bit])
            if down & bit:
                found.append(level[bit])
            rest ^= bit
        return found

    def touching(self, points: int) -> tuple[int, int]:
        """The places, upright and level, of which an end is one of ``points``."""
        stride = self.stride
        return (points >> 1 | points >> stride + 1) & self.across, (points >> stride | points >> stride + 1) & self.down


@lru_cache(maxsize=128)
def grid_of(width: int, height: int) -> Grid:
    """The grid of that many columns and rows."""
    return Grid(width, height)


def near(mask: int, across: int, down: int, stride: int) -> int:
    """The squares beside those of ``mask``, where no trunk parts them (``across`` and ``down``: the places without one)."""
    return (mask & across) << 1 | mask >> 1 & across | (mask & down) << stride | mask >> stride & down


def area(square: int, across: int, down: int, stride: int) -> int:
    """T4: the area of a square."""
    found = front = square
    while front:
        front = near(front, across, down, stride) & ~found
        found |= front
    return found


def cut_off(square: int, within: int, farms: int, across: int, down: int, stride: int) -> int:
    """The squares of ``within`` that now reach farms through a single square only, on the way from ``square``.

    ``within`` are squares of which each had, before a trunk was put beside ``square``, two ways that share no square to two
    different farms, or was a farm. Those that have not any longer are what is given back: they hang behind a square that
    every way from them to a farm goes through. Found by augmenting a shortest way (a flow of two), once for each such square.
    """
    if square & farms:
        return 0
    way = _shortest_way(square, within, farms, across, down, stride)
    last = len(way) - 1
    free = within
    for step in way:
        free ^= step
    lost = 0
    reached = way[0]
    furthest = 1  # the furthest step of the way that a second way could enter; the steps before it may be left sideways
    ahead = sum(way[2:])
    while True:
        beside = near(reached, across, down, stride)
        fresh = beside & free & ~reached
        if fresh & farms:
            return lost
        if beside & ahead:
            while beside & ahead:
                reached |= way[furthest]
                furthest += 1
                ahead ^= way[furthest]
        elif not fresh:  # every way out goes through way[furthest]
            lost |= reached
            if furthest == last:
                return lost
            free &= ~reached
            reached = way[furthest]
            furthest += 1
            ahead ^= way[furthest]
        reached |= fresh


def _shortest_way(square: int, within: int, farms: int, across: int, down: int, stride: int) -> list[int]:
    """The squares of a shortest way over ``within`` from a square to a farm, both included; there is one."""
    layers = [square]
    seen = front = square
    while not front & farms:
        front = near(front, across, down, stride) & within & ~seen
        seen |= front
        layers.append(front)
    step = layers.pop() & farms
    step &= -step
    way = [step]
    for layer in reversed(layers):
        step = near(step, across, down, stride) & layer
        step &= -step
        way.append(step)
    way.reverse()
    return way

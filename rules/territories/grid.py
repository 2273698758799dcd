"""The fast layer of Territories: squares, nodes and places of trunks as masks; areas; and the squares that can be fenced.

Computer players may read it. See :mod:`rules.grid` for masks and numbers. The stride is ``width + 1``: the spare column keeps
shifted squares from wrapping into the next row, and holds the right-most nodes. A node has the bit of the square to its lower
right. The place of an upright trunk has the bit of the square to its left, that of a level trunk the bit of the square above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.grid import Grid, bits
from rules.squares import Square, squares
from rules.territories.actions import House, Node, Trunk


class Place(NamedTuple):
    """The place of a trunk, in bits."""

    upright: bool
    first: int
    """The square to its left or above it; also the bit of the place itself, among the upright or the level places."""
    second: int
    """The square to its right or below it."""
    ends: int
    """The two nodes that it runs between."""


class TerritoriesGrid(Grid):
    """The constants of a board of ``width`` by ``height`` squares. Created once for each size, by :func:`grid_of`."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, stride=width + 1)
        self.across = self.not_last
        """All places of upright trunks."""
        self.down = self.mask(squares(width, height - 1))
        """All places of level trunks."""
        self.rim = sum(
            self.node_bit(Node(x, y))
            for y in range(height + 1)
            for x in range(width + 1)
            if x in (0, width) or y in (0, height)
        )
        """The nodes on the outer edge."""
        self.houses = {self.bit(square): House(square) for square in squares(width, height)}
        """Bit of a square -> the farm on it."""
        self.upright = {self.bit(Square(x, y)): Trunk(Square(x, y), Square(x + 1, y)) for x, y in squares(width - 1, height)}
        """Bit of a place -> its upright trunk."""
        self.level = {self.bit(Square(x, y)): Trunk(Square(x, y), Square(x, y + 1)) for x, y in squares(width, height - 1)}
        """Bit of a place -> its level trunk."""
        self.places = {
            trunk: Place(trunk.upright, self.bit(trunk.first), self.bit(trunk.second), sum(map(self.node_bit, trunk.ends)))
            for trunk in (*self.upright.values(), *self.level.values())
        }
        """Trunk -> its place."""

    def __reduce__(self) -> tuple[Callable[[int, int], TerritoriesGrid], tuple[int, int]]:
        return grid_of, (self.width, self.height)  # copies and unpickled states share the grid

    def node_bit(self, node: Node) -> int:
        """Return the bit of a node of the board."""
        return 1 << node.y * self.stride + node.x

    def nodes_of(self, mask: int) -> Iterator[Node]:
        """Yield the nodes of a mask, row by row."""
        while mask:
            bit = mask & -mask
            y, x = divmod(bit.bit_length() - 1, self.stride)
            yield Node(x, y)
            mask ^= bit

    def trunks(self, across: int, down: int) -> list[Trunk]:
        """Return the trunks of two masks of places, ordered by first square, row by row."""
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

    def touching(self, nodes: int) -> tuple[int, int]:
        """Return the places, upright and level, of trunks that end at one of ``nodes``."""
        stride = self.stride
        return (nodes >> 1 | nodes >> stride + 1) & self.across, (nodes >> stride | nodes >> stride + 1) & self.down

    def sound_places(self, across: int, down: int, fenceable: int) -> tuple[int, int]:
        """Return the places, upright and level, that T4, T9, T10 and T11 allow, regardless of where a fence may start.

        ``across`` and ``down`` are the places without a trunk.
        """
        return across & fenceable & fenceable >> 1, down & fenceable & fenceable >> self.stride

    def next_places(self, sound: tuple[int, int], open_end: int, ends: int, farms_of_opponent: int) -> tuple[int, int]:
        """Return the places, upright and level, of the legal trunks: those of ``sound`` that T6, T7 or T8 allow.

        ``open_end``: the node of the open end, or 0. ``ends``: the nodes where trunks end.
        """
        across, down = sound
        upright, level = self.touching(open_end or ends)
        upright, level = upright & across, level & down
        if open_end:
            return upright, level
        if not upright | level:
            upright, level = self.touching(self.rim)
            upright, level = upright & across, level & down
        clear_across = upright & ~(farms_of_opponent | farms_of_opponent >> 1)
        clear_down = level & ~(farms_of_opponent | farms_of_opponent >> self.stride)
        return (clear_across, clear_down) if clear_across | clear_down else (upright, level)

    def still_fenceable(
        self, fenceable: int, place: Place, open_end: int, ends: int, farms: int, across: int, down: int
    ) -> int:
        """Return the squares of ``fenceable`` that can still be fenced after a trunk was put at a place (T10, T11).

        ``open_end`` is the node that it leaves open, or 0; ``ends`` are the nodes where trunks end. The two squares ahead of an
        open end connect those beside the trunk, so only they can be bottlenecks (see :func:`cut_off`); and only if they touch
        another trunk or the rim, because trunks, the rim and the bottleneck surround what is cut off.
        """
        stride, (_, first, second, _) = self.stride, place
        suspects = lost = 0
        if open_end:
            solid = (ends | self.rim) ^ open_end
            suspects = (open_end | open_end >> 1 | open_end >> stride | open_end >> stride + 1) ^ (first | second)
            suspects &= solid | solid >> 1 | solid >> stride | solid >> stride + 1
            if not suspects:
                return fenceable
        for square in (first, second):
            if square & fenceable:
                if not open_end:
                    suspects = _shortest_way(square, fenceable, farms, across, down, stride)
                lost |= cut_off(square, suspects, fenceable, farms, across, down, stride)
        return fenceable & ~lost


@lru_cache(maxsize=128)
def grid_of(width: int, height: int) -> TerritoriesGrid:
    """Return the grid with this number of columns and rows."""
    return TerritoriesGrid(width, height)


def near(mask: int, across: int, down: int, stride: int) -> int:
    """Return the squares next to those of ``mask`` without a trunk between them.

    ``across`` and ``down`` are the places without a trunk.
    """
    return (mask & across) << 1 | mask >> 1 & across | (mask & down) << stride | mask >> stride & down


def area(square: int, across: int, down: int, stride: int) -> int:
    """Return the area of a square (T4)."""
    found, before = square, 0
    while found != before:
        before = found  # as in ``near``, but each direction starts from all squares found so far, for fewer rounds
        found |= (found & across) << 1
        found |= found >> 1 & across
        found |= (found & down) << stride
        found |= found >> stride & down
    return found


def cut_off(square: int, suspects: int, within: int, farms: int, across: int, down: int, stride: int) -> int:
    """Return the squares of ``within`` that lost a path after a trunk was put next to ``square``.

    Before the trunk, each square of ``within`` was a farm, or had two paths to two different farms that share no other square.
    A square has lost a path if all its paths to a farm now go through one square, the bottleneck. The squares of any path from
    ``square`` to a farm, or to the square on the other side of the trunk, are ``suspects``: there is no bottleneck elsewhere.
    """
    free_of_all = _reach(square, within ^ suspects, farms, across, down, stride)
    if free_of_all & farms:
        return 0
    if not suspects & suspects - 1:
        return free_of_all
    lost = 0
    for suspect in bits(suspects):
        reached = _reach(free_of_all, within ^ suspect, farms, across, down, stride)
        if not reached & farms:
            lost |= reached
    return lost


def _shortest_way(square: int, within: int, farms: int, across: int, down: int, stride: int) -> int:
    """Return the squares of a shortest path over ``within`` from ``square`` to a farm, without ``square`` itself."""
    reached, layers = square, list[int]()
    while not reached & farms:
        layers.append(reached)
        reached |= near(reached, across, down, stride) & within
    step = reached & farms
    way = step & -step
    for layer in reversed(layers):
        step = near(step & -step, across, down, stride) & layer
        way |= step & -step
    return way & ~square


def _reach(start: int, within: int, farms: int, across: int, down: int, stride: int) -> int:
    """Return the squares that paths over ``within`` reach from those of ``start``, up to the first farm.

    ``start`` is included.
    """
    front, left = start, within ^ start
    while front and not front & farms:
        front = (front & across) << 1 | front >> 1 & across | (front & down) << stride | front >> stride & down
        front &= left
        left ^= front
    return within ^ left

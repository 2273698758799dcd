"""The fast layer of Land: a map's kinds of plots and its dice blocks as masks (L1, L2), and the neighbours of plots.

Computer players may read it. See :mod:`rules.grid` for masks and numbers; the stride of a map is its width.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.grid import Grid
from rules.squares import Square

GRASS, MOUNTAIN, COW, WATER, BEACH, ISLAND = "g^c~:i"
"""The characters of a map; :data:`COW` is grass with a resident cow. The first three are usable land (L2)."""

KINDS = {
    GRASS: "grass",
    MOUNTAIN: "a mountain",
    COW: "grass with a resident cow",
    WATER: "water",
    BEACH: "beach",
    ISLAND: "a small island",
}
"""Character of a map -> its description."""

DICE = 6
"""Sides of a die, and therefore the number of dice columns and dice rows (L1)."""

MOST_SEATS = 6


class LandMap(Grid):
    """A map, with its sets of plots as masks. Maps are equal if their rows are.

    :func:`rules.land.checks.land_map` makes a map from rows after checking L1 and L2.
    """

    rows: tuple[str, ...]
    """The characters, row by row from the top."""
    usable: int
    """The plots that can be reclaimed."""
    grass: int
    """Grass with or without a resident cow: the starting plots of L2."""
    cow: int
    """Grass with a resident cow."""
    mountain: int
    blocks: tuple[tuple[int, ...], ...]
    """``blocks[column - 1][row - 1]``: all plots of the block in that dice column and dice row, usable or not."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        super().__init__(len(rows[0]), len(rows), stride=len(rows[0]))
        self.rows = rows
        self.cow = self._where(COW)
        self.grass = self._where(GRASS) | self.cow
        self.mountain = self._where(MOUNTAIN)
        self.usable = self.grass | self.mountain
        wide, high = self.width // DICE, self.height // DICE
        self.blocks = tuple(
            tuple(self._plots(lambda x, y: (x // wide, y // high) == (column, row)) for row in range(DICE))  # noqa: B023
            for column in range(DICE)
        )

    def _where(self, kind: str) -> int:
        return self._plots(lambda x, y: self.rows[y][x] == kind)

    def _plots(self, test: Callable[[int, int], bool]) -> int:
        return sum(1 << i for i, (x, y) in enumerate(self.squares) if test(x, y))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LandMap) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def block_name(self, column: int, row: int) -> str:
        """Return the corners of a block, by dice column and dice row from 1: ``G1–H2``; ``G1`` if it is one plot."""
        block = list(self.squares_of(self.blocks[column - 1][row - 1]))
        return str(block[0]) if len(block) == 1 else f"{block[0]}–{block[-1]}"

    def kind(self, square: Square) -> str:
        """Return the character of a plot."""
        return self.rows[square.y][square.x]

    def beside(self, mask: int) -> int:
        """Return the usable plots that share a side with one of ``mask``; some of ``mask`` may be among them."""
        width = self.width
        return (mask << width | mask >> width | (mask & self.not_last) << 1 | (mask & self.not_first) >> 1) & self.usable

    def block_of(self, square: Square) -> tuple[int, int]:
        """Return the dice column and dice row, from 1, of a plot's block."""
        return square.x * DICE // self.width + 1, square.y * DICE // self.height + 1

    @property
    def admits(self) -> int:
        """The maximum number of seats on this map (L2); below 2 if it cannot be played."""
        return min(MOST_SEATS, self.usable.bit_count() // 12, self.grass.bit_count() // 2)

"""Maps: the grid of plots, its dice blocks, and what a map must be to be played on (L1, L2).

Sets of plots are bitboards: bit ``y * width + x`` stands for the plot in column ``x`` and row ``y``, both from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from rules.files import DATA
from rules.squares import Square, squares

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
"""What a character of a map stands for, in words."""

DICE = 6
"""Sides of a die, and so dice columns and dice rows (L1)."""

LARGEST = 24
"""The most columns or rows that a map may have (L1)."""

MOST_SEATS = 6


class LandMap:
    """A map that has passed the checks of L1 and L2, with its sets of plots as bitboards. Equal maps have equal rows.

    Make one by :func:`land_map`, which checks the rows and keeps the result.
    """

    __slots__ = (
        "_not_first",
        "_not_last",
        "blocks",
        "cow",
        "grass",
        "height",
        "mountain",
        "rows",
        "squares",
        "usable",
        "width",
    )

    rows: tuple[str, ...]
    """The characters, row by row from the top."""
    width: int
    height: int
    squares: tuple[Square, ...]
    """The plots by number: ``squares[y * width + x]``."""
    usable: int
    """The plots that can be reclaimed."""
    grass: int
    """Grass with or without a resident cow: what L2 counts as starting plots."""
    cow: int
    """Grass with a resident cow."""
    mountain: int
    blocks: tuple[tuple[int, ...], ...]
    """``blocks[column - 1][row - 1]``: all plots of the block in that dice column and dice row, usable or not."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.width, self.height = len(rows[0]), len(rows)
        self.squares = tuple(squares(self.width, self.height))
        self.cow = self._where(COW)
        self.grass = self._where(GRASS) | self.cow
        self.mountain = self._where(MOUNTAIN)
        self.usable = self.grass | self.mountain
        self._not_first = self._plots(lambda x, y: x > 0)
        self._not_last = self._plots(lambda x, y: x < self.width - 1)
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
        """The block of a dice column and a dice row, from 1, by its corners: ``G1–H2``; ``G1`` where it is one plot."""
        block = list(self.listed(self.blocks[column - 1][row - 1]))
        return str(block[0]) if len(block) == 1 else f"{block[0]}–{block[-1]}"

    def bit(self, square: Square) -> int:
        """The bitboard of one plot; 0 where the map does not have it."""
        return 1 << square.y * self.width + square.x if square.within(self.width, self.height) else 0

    def kind(self, square: Square) -> str:
        """The character of a plot."""
        return self.rows[square.y][square.x]

    def beside(self, plots: int) -> int:
        """The usable plots that share a side with one of ``plots``, some of ``plots`` themselves among them perhaps."""
        width = self.width
        return (plots << width | plots >> width | (plots & self._not_last) << 1 | (plots & self._not_first) >> 1) & self.usable

    def listed(self, plots: int) -> Iterator[Square]:
        """The plots of a bitboard, row by row."""
        all_squares = self.squares
        while plots:
            lowest = plots & -plots
            yield all_squares[lowest.bit_length() - 1]
            plots ^= lowest

    def block_of(self, square: Square) -> tuple[int, int]:
        """The dice column and dice row, from 1, of the block that a plot lies in."""
        return square.x * DICE // self.width + 1, square.y * DICE // self.height + 1

    @property
    def admits(self) -> int:
        """The most seats that the map admits (L2); fewer than 2 where nobody can play on it."""
        return min(MOST_SEATS, self.usable.bit_count() // 12, self.grass.bit_count() // 2)


def _check_grid(rows: tuple[str, ...]) -> None:
    """L1 and the characters of L2."""
    width, height = len(rows[0]) if rows else 0, len(rows)
    if any(len(row) != width for row in rows):
        raise ValueError("L2: all rows of a map have the same number of plots.")
    if width % DICE or height % DICE or not 0 < width <= LARGEST or not 0 < height <= LARGEST:
        raise ValueError(f"L1: the columns and the rows of a map number 6, 12, 18 or 24 each, not {width} by {height}.")
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            if character not in KINDS:
                raise ValueError(f"L2: “{character}” at {Square(x, y)} is no kind of plot; a map is made of {' '.join(KINDS)}.")


def _check_land(land: LandMap) -> None:
    """L2: one piece of usable land; no starting plot without another one beside it."""
    if not land.usable:
        raise ValueError("L2: a map needs usable land.")
    piece, grown = 0, land.usable & -land.usable
    while grown != piece:
        piece, grown = grown, grown | land.beside(grown)
    if piece != land.usable:
        apart = next(land.listed(land.usable & ~piece))
        raise ValueError(f"L2: all usable land is one piece, but {apart} is cut off.")
    lonely = land.grass & ~land.beside(land.grass)
    if lonely:
        raise ValueError(f"L2: the starting plot {next(land.listed(lonely))} has no other starting plot beside it.")


@lru_cache(maxsize=256)
def _checked(rows: tuple[str, ...]) -> LandMap:
    _check_grid(rows)
    land = LandMap(rows)
    _check_land(land)
    return land


def land_map(rows: Sequence[str]) -> LandMap:
    """The map of these rows of characters. Raises ValueError, with the rule, where L1 or L2 does not admit it."""
    if isinstance(rows, str) or not isinstance(rows, Sequence) or not all(isinstance(row, str) for row in rows):
        raise ValueError("L2: a map is a list of rows, each a text of one character a plot.")
    return _checked(tuple(rows))


@lru_cache
def shipped_map(name: str) -> LandMap:
    """The map in ``data/land/<name>.txt``. Raises ValueError where there is none or it is not a good one."""
    path = DATA / "land" / f"{name}.txt"
    if not path.is_file():
        raise ValueError(f"There is no map called “{name}”.")
    return land_map(path.read_text(encoding="ascii").split())

"""The checks of a map (L1, L2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.land.grid import DICE, KINDS, LandMap
from rules.squares import Square

LARGEST = 24
"""The maximum number of columns or rows of a map (L1)."""


def _check_grid(rows: tuple[str, ...]) -> None:
    """Raise ValueError if the size (L1) or the characters (L2) are invalid."""
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
    """Raise ValueError unless the usable land is one piece and every starting plot has another one next to it (L2)."""
    if not land.usable:
        raise ValueError("L2: a map needs usable land.")
    piece = land.connected(land.usable & -land.usable, land.usable)
    if piece != land.usable:
        apart = next(land.squares_of(land.usable & ~piece))
        raise ValueError(f"L2: all usable land is one piece, but {apart} is cut off.")
    lonely = land.grass & ~land.beside(land.grass)
    if lonely:
        raise ValueError(f"L2: the starting plot {next(land.squares_of(lonely))} has no other starting plot next to it.")


@lru_cache(maxsize=256)
def _check_rows(rows: tuple[str, ...]) -> LandMap:
    _check_grid(rows)
    land = LandMap(rows)
    _check_land(land)
    return land


def land_map(rows: Sequence[str]) -> LandMap:
    """Return the map of these rows of characters. Raise ValueError, which names the rule, if it violates L1 or L2."""
    if isinstance(rows, str) or not isinstance(rows, Sequence) or not all(isinstance(row, str) for row in rows):
        raise ValueError("L2: a map is a list of rows, with one character for each plot.")
    return _check_rows(tuple(rows))

"""Squares: a column letter and a row number; ``A1`` is top-left, letters go to the right, numbers down."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeGuard

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Column letters; no board is wider."""

LAST_ROW = 99
"""The highest row number that is accepted; no board has more rows."""

SQUARE = re.compile(r"([A-Za-z])\s*0*([1-9][0-9]?)")
"""A square as people type it: ``c4``, ``C 4``, ``C04``."""


class Square(NamedTuple):
    """A square by column and row, both from 0. ``str()`` is its name: ``str(Square(2, 3)) == "C4"``.

    A square outside A1 to Z99 has no name; its ``str()`` is “that far out”, as used in refusals.
    """

    x: int
    y: int

    def __str__(self) -> str:
        return _NAMES.get(self, "that far out")

    @classmethod
    def read(cls, text: str) -> Square:
        """Return the square that ``text`` names, on a board or not. Raise ValueError if it does not name one."""
        if (named := _SQUARES.get(text)) is not None:
            return named
        match = SQUARE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"“{text.strip()}” is not a square: a square is a letter and a number, such as C4.")
        return cls(LETTERS.index(match[1].upper()), int(match[2]) - 1)

    @property
    def has_name(self) -> bool:
        """Whether the square has a name: A1 to Z99."""
        return self.within(len(LETTERS), LAST_ROW)

    def within(self, width: int, height: int) -> bool:
        """Return whether the square is on a board with this many columns and rows."""
        return 0 <= self.x < width and 0 <= self.y < height

    def beside(self, width: int, height: int) -> Iterator[Square]:
        """Yield the squares of the board that share a side with this one: above, left, right, below."""
        for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
            square = Square(self.x + dx, self.y + dy)
            if square.within(width, height):
                yield square

    def around(self, width: int, height: int) -> Iterator[Square]:
        """Yield the squares of the board that share a side or a corner with this one, row by row."""
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                square = Square(self.x + dx, self.y + dy)
                if (dx or dy) and square.within(width, height):
                    yield square


_NAMES = {Square(x, y): f"{letter}{y + 1}" for x, letter in enumerate(LETTERS) for y in range(LAST_ROW)}
_SQUARES = {name: square for square, name in _NAMES.items()}
"""All names, in both directions: cached because they are looked up very often."""


def is_square(thing: object) -> TypeGuard[Square]:
    """Return whether ``thing`` is a square of two integers, on a board or not. A program may put any object into a move."""
    return type(thing) is Square and type(thing.x) is int and type(thing.y) is int


@lru_cache(maxsize=64)
def squares(width: int, height: int) -> tuple[Square, ...]:
    """Return all squares of a board, row by row from the top-left."""
    return tuple(Square(x, y) for y in range(height) for x in range(width))

"""The moves of Territories, the grid points that trunks run between, and how people type them."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules.squares import LETTERS, SQUARE, Square

_FILLER = re.compile(
    r"\b(?:farm|farmhouse|house|spot|fence|trunk|log|place|put|lay|build|between|from|beside|and|at|on|in|the|square)s?\b",
    re.IGNORECASE,
)
_JOINER = r"\s*(?:[-‐‑–—−|/\\>→]+|to\b)\s*"
_SEPARATOR = re.compile(rf"{_JOINER}|[,;:.&+()]", re.IGNORECASE)
_SQUARES = re.compile(rf"(?:{SQUARE.pattern}\s*)+")
_ECHO = 40  # characters of what was typed that a refusal repeats
_PART = re.compile(rf"{SQUARE.pattern}(?:{_JOINER}{SQUARE.pattern})?", re.IGNORECASE)


class Point(NamedTuple):
    """A grid point, where the corners of squares meet: column line and row line from 0, the board's upper left being 0, 0."""

    x: int
    y: int

    def words(self, width: int, height: int) -> str:
        """The point for players, by the squares that touch it: ``the corner of C4 and D5``, ``the edge between C1 and D1``."""
        left, right = max(self.x - 1, 0), min(self.x, width - 1)
        upper, lower = max(self.y - 1, 0), min(self.y, height - 1)
        place = "corner of" if left != right and upper != lower else "edge between"
        return f"the {place} {Square(left, upper)} and {Square(right, lower)}"


class House(NamedTuple):
    """T3: a farm house on a spot. ``str()`` is the square: ``B2``."""

    square: Square

    def __str__(self) -> str:
        return str(self.square)


class Trunk(NamedTuple):
    """T4: a trunk on the side between two squares, the left or upper one first. ``str(Trunk.between(d4, c4)) == "C4-D4"``."""

    first: Square
    second: Square

    @classmethod
    def between(cls, one: Square, other: Square) -> Trunk:
        """The trunk between two squares given in either order; whether they lie side by side is not looked at."""
        return cls(*sorted((one, other), key=lambda square: (square.y, square.x)))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @property
    def upright(self) -> bool:
        """Whether it runs up and down, between a square and its right-hand neighbour."""
        return self.first.y == self.second.y

    @property
    def ends(self) -> tuple[Point, Point]:
        """The grid points that it runs between, the upper or left one first."""
        x, y = self.second
        return Point(x, y), Point(x, y + 1) if self.upright else Point(x + 1, y)


class Laid(NamedTuple):
    """A trunk that stands, and the seat that placed it."""

    trunk: Trunk
    seat: int


def read_squares(text: str) -> list[Square]:
    """The squares that ``text`` names, in order, whatever stands between them; ValueError where anything else is in it."""
    plain = _SEPARATOR.sub(" ", _FILLER.sub(" ", text)).strip()
    if not _SQUARES.fullmatch(plain):
        raise ValueError(
            f"“{_shortened(text)}” is not a move here: type a square for a farm house, such as B2, "
            "or the two squares that a trunk parts, such as C4-D4."
        )
    return [Square(LETTERS.index(letter.upper()), int(number) - 1) for letter, number in SQUARE.findall(plain)]


def read_move(text: str) -> House | Trunk:
    """One square is a farm house, two are a trunk between them; ValueError for anything else."""
    found = read_squares(text)
    if len(found) == 1:
        return House(found[0])
    if len(found) == 2:
        return Trunk.between(*found)
    raise ValueError(f"“{_shortened(text)}” names {len(found)} squares: a farm house is one square, a trunk is two.")


def split_moves(text: str, houses: int) -> list[str]:
    """The single decisions in ``text``: ``houses`` squares one by one, then pairs. Squares joined by a dash are always a pair.

    A text that cannot be read is given back whole, for :func:`read_move` to say what is wrong with it.
    """
    try:
        read_squares(text)
    except ValueError:
        return [text]
    parts: list[str] = []
    first: str | None = None
    for match in _PART.finditer(_FILLER.sub(" ", text)):
        part = match[0]
        if match[3]:
            parts.append(part)
        elif first is not None:
            parts.append(f"{first} {part}")
            first = None
        elif len(parts) < houses:
            parts.append(part)
        else:
            first = part
    return parts if first is None else [*parts, first]


def _shortened(text: str) -> str:
    plain = text.strip()
    return plain if len(plain) <= _ECHO else f"{plain[:_ECHO]}…"

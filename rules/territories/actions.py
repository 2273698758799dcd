"""The moves of Territories, the nodes that trunks run between, and how typed text is parsed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rules.squares import LAST_ROW, LETTERS, Square
from rules.territories.vocabulary import FILLERS, JOINER

_DASHES = "-‐‑–—−|/\\>→"
"""Characters that join the squares before and after them into a trunk, as ``to`` does."""
_MARKS = ",;:.!&+()"
"""Characters to ignore anywhere."""
_TOKEN = re.compile(
    rf"[{re.escape(_MARKS)}\s]+|(?P<dash>[{re.escape(_DASHES)}]+)|(?P<word>[A-Za-z]+)|(?P<number>[0-9]+)|(?P<other>.)"
)
_ECHO = 40  # maximum length of typed text that a refusal repeats


class NamedSquare(NamedTuple):
    """A square in typed text."""

    square: Square
    joined: bool
    """Whether a dash or ``to`` joins it to the previous square."""


class Node(NamedTuple):
    """A node: a crossing of grid lines, by column line and row line from 0. The upper left corner of the board is 0, 0."""

    x: int
    y: int

    def words(self, width: int, height: int) -> str:
        """Return the node in words, by the squares that touch it:

        ``the corner of C4 and D5``, ``the edge between C1 and D1``.
        """
        left, right = max(self.x - 1, 0), min(self.x, width - 1)
        upper, lower = max(self.y - 1, 0), min(self.y, height - 1)
        place = "corner of" if left != right and upper != lower else "edge between"
        return f"the {place} {Square(left, upper)} and {Square(right, lower)}"


class House(NamedTuple):
    """T3: a farm on a spot. ``str()`` is the square: ``B2``."""

    square: Square

    def __str__(self) -> str:
        return str(self.square)


class Trunk(NamedTuple):
    """T4: a trunk on the side between two squares, the left or upper one first. ``str(Trunk.between(d4, c4)) == "C4-D4"``."""

    first: Square
    second: Square

    @classmethod
    def between(cls, one: Square, other: Square) -> Trunk:
        """Return the trunk between two squares in either order. Does not check that they share a side."""
        return cls(*sorted((one, other), key=lambda square: (square.y, square.x)))

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"

    @property
    def upright(self) -> bool:
        """Whether it runs up and down, between a square and its right-hand neighbour."""
        return self.first.y == self.second.y

    @property
    def ends(self) -> tuple[Node, Node]:
        """The nodes that it runs between, the upper or left one first."""
        x, y = self.second
        return Node(x, y), Node(x, y + 1) if self.upright else Node(x + 1, y)


class PlacedTrunk(NamedTuple):
    """A trunk on the board, and the seat that placed it."""

    trunk: Trunk
    seat: int


def _find_squares(text: str) -> list[NamedSquare]:
    """Return the squares that ``text`` names, in order. Raise ValueError if any word cannot be parsed.

    Dashes and punctuation may stand between the letter and the number of a square: ``D-1``.
    """
    found = list[NamedSquare]()
    letter, joined = "", False
    for token in _TOKEN.finditer(text):
        word = (token["word"] or "").lower()
        if token["number"] and letter:
            number = token["number"].lstrip("0")
            if not 0 < len(number) <= len(str(LAST_ROW)):
                raise _unreadable(text)
            found.append(NamedSquare(Square(LETTERS.index(letter), int(number) - 1), joined and bool(found)))
            letter, joined = "", False
        elif token["number"] or token["other"] or (word and letter):
            raise _unreadable(text)
        elif len(word) == 1:
            letter = word.upper()
        elif word == JOINER or token["dash"]:
            joined = joined or not letter
        elif word and word not in FILLERS:
            raise _unreadable(text)
    if letter or not found:
        raise _unreadable(text)
    return found


@lru_cache(maxsize=4096)  # the same texts recur in the logs and records of all games
def read(text: str) -> House | Trunk:
    """Return the move that ``text`` stands for: one square is a farm, two are a trunk. Raise ValueError for any other text."""
    found = [named.square for named in _find_squares(text)]
    if len(found) == 1:
        return House(found[0])
    if len(found) == 2:
        return Trunk.between(*found)
    raise ValueError(f"“{_shorten(text)}” names {len(found)} squares: a farm is one square, a piece of fence two.")


def split(text: str, houses: int) -> list[str]:
    """Return the single decisions in ``text``: the first ``houses`` squares one by one, then pairs. A dash always makes a pair.

    A text that cannot be parsed is returned whole, and :func:`read` reports the error.
    """
    try:
        found = _find_squares(text)
    except ValueError:
        return [text]
    parts = list[str]()
    at = 0
    while at < len(found):
        size = 1
        while at + size < len(found) and found[at + size].joined:
            size += 1  # more than two joined squares: ``read`` refuses them
        if size == 1 and len(parts) >= houses and at + 1 < len(found):
            size = 1 if at + 2 < len(found) and found[at + 2].joined else 2
        parts.append("-".join(str(named.square) for named in found[at : at + size]))
        at += size
    return parts


def _unreadable(text: str) -> ValueError:
    return ValueError(
        f"“{_shorten(text)}” is not a move here: type a square for a farm, such as B2, "
        "or the two squares on either side of a piece of fence, such as C4-D4."
    )


def _shorten(text: str) -> str:
    plain = text.strip()
    return plain if len(plain) <= _ECHO else f"{plain[:_ECHO]}…"

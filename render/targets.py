"""The places on a picture that stand for parts of moves: boxes to tap, computed from the layout of the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from render.paint.layout import Layout
from rules.parts import MoveParts, square_parts
from rules.squares import Square, squares

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of the picture; right and bottom are exclusive."""


class Target(NamedTuple):
    """A place on a picture with the parts of a move that it chooses."""

    name: str
    """The name for players: ``C4``, ``C4-D4``."""
    words: str
    """A description to be read aloud: ``forest``, ``Ada’s farm``."""
    box: Box
    choices: tuple[MoveParts, ...]
    """The parts of a move that it may choose. If there are several, a tap chooses the first one that fits the earlier
    choices."""


class Piece(NamedTuple):
    """A piece that a move puts on the board."""

    swatch: str
    """The name of its picture (``render.swatches``)."""
    place: str
    """The name of its target."""
    area: tuple[str, ...] = ()
    """The names of the first and the last square of the area that it claims."""
    colour: str = ""
    """The colour of the area's outline."""


Words = Callable[[Square], str]
"""Returns the description of a square."""
Choices = Callable[[Square], tuple[MoveParts, ...]]


def choose_square(square: Square) -> tuple[MoveParts, ...]:
    """Return the parts that a square chooses in most games: its column and row."""
    return (square_parts(square),)


def square_targets(place: Layout, words: Words, choices: Choices = choose_square) -> Iterator[Target]:
    """Yield a target for each square of a board, row by row."""
    for square in squares(place.columns, place.rows):
        left, top = place.corner(square.x, square.y)
        yield Target(str(square), words(square), (left, top, left + place.cell, top + place.cell), choices(square))


def core_targets(place: Layout, words: Words) -> Iterator[Target]:
    """Yield a target for the middle of each square, which chooses nothing and leaves room for the sides around it."""
    edge = -(-place.cell // 4)
    for target in square_targets(place, words, lambda _: ()):
        left, top, right, bottom = target.box
        yield target._replace(box=(left + edge, top + edge, right - edge, bottom - edge))


def side_target(place: Layout, one: Square, other: Square, *, is_free: bool) -> Target:
    """Return the target of the side between two squares, the left or upper one first."""
    x, y = place.left + (one.x + other.x + 1) * place.cell // 2, place.top + (one.y + other.y + 1) * place.cell // 2
    half = place.cell // 4
    first, second = str(one), str(other)
    box = (x - half, y - half, x + half, y + half)
    return Target(f"{first}-{second}", "free side" if is_free else "side", box, ({"one": first, "other": second},))


def row_targets(boxes: Sequence[Box], part: str, values: Sequence[str]) -> Iterator[Target]:
    """Yield a target for each box of a row, each of which chooses a value of a part."""
    for box, value in zip(boxes, values, strict=True):
        yield Target(value, "", box, ({part: value},))

"""The primitives of all art, in coordinates of one square: 0 to 1 from left to right and top to bottom.

A piece of art is a function that returns a display list of primitives, in the order of painting. Colours are ``#rrggbb``, or
``#rrggbbaa`` for a translucent one. Widths and radii are also in squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Polygon(NamedTuple):
    """A filled polygon; ``stroke`` is drawn centred on its border, with round joins."""

    points: Sequence[Point]
    fill: str | None
    stroke: str | None = None
    width: float = 0


class Ellipse(NamedTuple):
    """An ellipse by centre and radii; ``stroke`` lies inside its border."""

    x: float
    y: float
    rx: float
    ry: float
    fill: str | None
    stroke: str | None = None
    width: float = 0


class Line(NamedTuple):
    """A line through points with round joins and, unless ``flat``, round ends."""

    points: Sequence[Point]
    colour: str
    width: float
    flat: bool = False


class Rect(NamedTuple):
    """A rectangle with rounded corners; ``stroke`` lies inside its border."""

    x: float
    y: float
    w: float
    h: float
    fill: str | None
    radius: float = 0
    stroke: str | None = None
    width: float = 0


class Text(NamedTuple):
    """Text centred on a point; ``size`` is the font size, ``weight`` one that ``render.style.fonts.font`` has."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    weight: str = "Bold"


Shape: TypeAlias = Polygon | Ellipse | Line | Rect | Text
Shapes: TypeAlias = Sequence[Shape]


def disc(x: float, y: float, r: float, fill: str) -> Ellipse:
    """Return a filled circle."""
    return Ellipse(x, y, r, r, fill)


def transform(points: Iterable[Point], dx: float, dy: float, scale: float = 1) -> list[Point]:
    """Return points scaled about the origin, then shifted."""
    return [(x * scale + dx, y * scale + dy) for x, y in points]


def arc(x: float, y: float, r: float, start: float, end: float, steps: int = 8) -> list[Point]:
    """Return points on a circle from angle ``start`` to ``end`` in degrees, 0 to the right, 90 downwards."""
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


QUARTERS = {"N": 0, "E": 1, "S": 2, "W": 3}
"""Side -> the quarters by which what is drawn at the top is rotated to it."""


def strip(side: str, width: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a strip along one side of the square."""
    return {"N": (0, 0, 1, width), "S": (0, 1 - width, 1, width), "W": (0, 0, width, 1), "E": (1 - width, 0, width, 1)}[side]


def rotate(points: Iterable[Point], quarters: int) -> list[Point]:
    """Return points turned clockwise by quarters about the middle of the square."""
    result = list(points)
    for _ in range(quarters % 4):
        result = [(1 - y, x) for x, y in result]
    return result

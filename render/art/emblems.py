"""The owners' emblems as shapes."""

from __future__ import annotations

import math

from render.art.shapes import Ellipse, Point, Polygon, Rect, Shape, Shapes
from render.style.owners import OWNERS

_CROSS = ((-0.38, -1.05), (0.38, -1.05), (0.38, -0.38), (1.05, -0.38), (1.05, 0.38), (0.38, 0.38), (0.38, 1.05), (-0.38, 1.05),
          (-0.38, 0.38), (-1.05, 0.38), (-1.05, -0.38), (-0.38, -0.38))  # fmt: skip
_STAR = tuple((r * math.sin(i * math.pi / 5), 0.06 - r * math.cos(i * math.pi / 5)) for i, r in enumerate((1.22, 0.52) * 5))
_OUTLINES: dict[str, tuple[Point, ...]] = {
    "triangle": ((0, -1.02), (1.06, 0.82), (-1.06, 0.82)),
    "square": ((-0.84, -0.84), (0.84, -0.84), (0.84, 0.84), (-0.84, 0.84)),
    "star": _STAR,
    "diamond": ((0, -1.18), (0.95, 0), (0, 1.18), (-0.95, 0)),
    "cross": _CROSS,
}


def emblem_shape(name: str, x: float, y: float, r: float, colour: str) -> Shape:
    """Return the emblem ``name`` centred on (x, y), with a radius of about ``r``."""
    if name == "disc":
        return Ellipse(x, y, r * 0.92, r * 0.92, colour)
    return Polygon([(x + px * r, y + py * r) for px, py in _OUTLINES[name]], colour)


def badge(owner: int) -> Shapes:
    """Return the owner's emblem on a rounded block of the owner's colour that fills the square.

    It is used as an icon, and as a mark on a tile.
    """
    look = OWNERS[owner]
    return [
        Rect(0.06, 0.06, 0.88, 0.88, "#FFFFFF", 0.2),
        Rect(0.1, 0.1, 0.8, 0.8, look.colour, 0.16, "#1F1B16", 0.05),
        emblem_shape(look.emblem, 0.5, 0.5, 0.24, look.ink),
    ]

"""Art used only by Territories: the foundation of a free farm spot, fields of finished areas, the open end of a fence."""

from __future__ import annotations

from render.art.colours import GOLD, GROUNDS, INK, PAPER, ROAD, WALL, WOOD
from render.art.emblems import emblem_shape
from render.art.pieces import log
from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, disc
from render.art.terrain import flat
from render.style.owners import OWNERS

YELLOW = 2
"""The owner of the seat that begins (T2), by number."""


def tint(owner: int) -> Shapes:
    """Return the colour of an owner over a square of a finished area: light enough that the grass shows."""
    return [flat(OWNERS[owner].colour + "59")]


def field(owner: int) -> Shapes:
    """Return a square of a finished area in high contrast: light corn in vertical rows, or dark ploughed land in level rows.

    They differ in lightness and direction, so that they can be distinguished at a glance without colours.
    """
    if owner == YELLOW:
        base, row = GROUNDS["desert"].light, GOLD
        return [flat(base), *(Rect(start, 0, 0.07, 1, row) for start in (0.09, 0.34, 0.59, 0.84))]
    base, row = GROUNDS["wasteland"].light, GROUNDS["wasteland"].base
    return [flat(base), *(Rect(0, start, 1, 0.09, row) for start in (0.08, 0.33, 0.58, 0.83))]


def yield_mark(owner: int) -> Shapes:
    """Return the emblem on a land square that counts for an owner: small, so that the squares can be counted."""
    look = OWNERS[owner]
    return [
        emblem_shape(look.emblem, 0.5, 0.5, 0.16, PAPER),
        emblem_shape(look.emblem, 0.5, 0.5, 0.135, INK),
        emblem_shape(look.emblem, 0.5, 0.5, 0.1, look.colour),
    ]


def foundation() -> Shapes:
    """Return a free farm spot: a levelled plot with pegs, and the outline of a house."""
    border, sand, ruts = ROAD
    shapes: list[Shape] = [
        Rect(0.1, 0.12, 0.8, 0.8, PAPER, 0.1),
        Rect(0.13, 0.15, 0.74, 0.74, sand, 0.08, border, 0.03),
    ]
    house: list[Point] = [(0.28, 0.8), (0.28, 0.55), (0.2, 0.55), (0.5, 0.26), (0.8, 0.55), (0.72, 0.55), (0.72, 0.8)]
    shapes.append(Polygon(house, WALL, ruts, 0.03))
    for x in (0.13, 0.87):
        for y in (0.15, 0.89):
            shapes += [disc(x, y, 0.06, INK), disc(x, y, 0.036, WOOD[1])]
    return shapes


def fresh_log(side: str) -> Shapes:
    """Return the last placed trunk: a ``render.art.pieces.log``, lit and peeled white, as the last move."""
    base = 1.0 if side in "SE" else 0.0
    core: list[Point] = [(base, 0.8), (base, 0.2)] if side in "WE" else [(0.2, base), (0.8, base)]
    return [*log(side, True), Line(core, PAPER, 0.1)]


def open_end() -> Shapes:
    """Return the open end of the fence in progress: a post, seen from above, in an eye-catching ring."""
    _, light, cut, rings = WOOD
    return [
        disc(0.5, 0.5, 0.48, INK),
        disc(0.5, 0.5, 0.43, PAPER),
        disc(0.5, 0.5, 0.31, INK),
        Ellipse(0.5, 0.5, 0.26, 0.26, cut, light, 0.05),
        Ellipse(0.5, 0.5, 0.13, 0.13, None, rings, 0.035),
        disc(0.5, 0.5, 0.04, rings),
    ]

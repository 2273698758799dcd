"""Tokens of Nomads: cities, ruins, treasures, and tiles that are face down or just drawn.

Every function returns a display list for one square; see :mod:`render.art.shapes`.
"""

from __future__ import annotations

from render.art.colours import BLOOD, GOLD, GROUNDS, HORN, INK, PAPER, STEEL, WALL, WOOD
from render.art.pieces import barbarian, shadow
from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, disc, transform
from render.art.terrain import flat
from render.games.nomads.art.terrain import land
from render.style.owners import OWNERS

BACK = "#43304F"
"""Back of a face-down tile."""
BACK_LINE = "#6B5578"

_HORN: list[Point] = [(0.43, 0.55), (0.3, 0.5), (0.2, 0.3), (0.36, 0.4), (0.44, 0.44)]
SKULL: tuple[list[Point], ...] = (
    _HORN,
    [(1 - x, y) for x, y in _HORN],
    [(0.42, 0.42), (0.58, 0.42), (0.62, 0.6), (0.5, 0.72), (0.38, 0.6)],
)
"""Horns and face on the back of a tile."""

EXACT: tuple[str, ...] = (BACK, BACK_LINE)
"""Colours that every picture reproduces exactly."""


def city(owner: int | None) -> Shapes:
    """Return a walled city with domes in its founder's colour; the domes are golden if it has no founder."""
    colour = GOLD if owner is None else OWNERS[owner].colour
    outline: list[Point] = [(0.13, 0.85), (0.13, 0.52), (0.2, 0.52), (0.2, 0.42), (0.36, 0.42), (0.36, 0.34), (0.64, 0.34),
                            (0.64, 0.42), (0.8, 0.42), (0.8, 0.52), (0.87, 0.52), (0.87, 0.85)]  # fmt: skip
    shapes: list[Shape] = [shadow(0.5, 0.87, 0.42, 0.06), Polygon(outline, PAPER, PAPER, 0.13)]
    domes = ((0.28, 0.42, 0.105), (0.72, 0.42, 0.105), (0.5, 0.34, 0.155))
    for casing in (True, False):
        for x, y, r in domes:
            if casing:
                shapes += [disc(x, y - r * 0.2, r + 0.065, PAPER), Line([(x, y), (x, y - r * 1.9)], PAPER, 0.1)]
            else:
                shapes += [
                    Line([(x, y - r), (x, y - r * 1.75)], INK, 0.036),
                    Ellipse(x, y - r * 0.2, r, r, colour, INK, 0.036),
                    Line([(x - r * 0.5, y - r * 0.55), (x - r * 0.25, y - r * 0.8)], PAPER, 0.028),
                ]
    shapes += [
        Polygon([(0.36, 0.85), (0.36, 0.34), (0.64, 0.34), (0.64, 0.85)], WALL, INK, 0.038),
        Polygon([(0.18, 0.85), (0.18, 0.42), (0.37, 0.42), (0.37, 0.85)], WALL, INK, 0.038),
        Polygon([(0.63, 0.85), (0.63, 0.42), (0.82, 0.42), (0.82, 0.85)], WALL, INK, 0.038),
    ]
    wall: list[Point] = [(0.12, 0.86), (0.12, 0.58)]
    for i in range(7):
        x = 0.12 + i * 0.76 / 6.5
        wall += [(x, 0.58), (x + 0.06, 0.58), (x + 0.06, 0.64), (x + 0.117, 0.64)] if i < 6 else [(x, 0.58), (0.88, 0.58)]
    wall.append((0.88, 0.86))
    return [
        *shapes,
        Polygon(wall, HORN, INK, 0.038),
        Rect(0.415, 0.66, 0.17, 0.2, INK),
        disc(0.5, 0.67, 0.085, INK),
        *(Rect(x, 0.46, 0.045, 0.075, INK, 0.02) for x in (0.25, 0.705)),
        *(Rect(x, 0.42, 0.05, 0.09, INK, 0.02) for x in (0.42, 0.53)),
    ]


def ruin() -> Shapes:
    """Return the remains of a razed city."""
    _, dark, light, stone = GROUNDS["wasteland"]
    left: list[Point] = [(0.16, 0.82), (0.16, 0.5), (0.25, 0.58), (0.3, 0.46), (0.38, 0.7), (0.44, 0.82)]
    right: list[Point] = [(0.56, 0.82), (0.6, 0.62), (0.68, 0.7), (0.74, 0.4), (0.84, 0.56), (0.84, 0.82)]
    flame: list[Point] = [
        (0.5, 0.2),
        (0.62, 0.42),
        (0.66, 0.6),
        (0.58, 0.76),
        (0.42, 0.76),
        (0.34, 0.6),
        (0.42, 0.46),
        (0.45, 0.52),
    ]
    inner = transform([(x - 0.5, y - 0.76) for x, y in flame], 0.5, 0.77, 0.55)
    return [
        shadow(0.5, 0.84, 0.4, 0.06),
        *(Polygon(part, PAPER, PAPER, 0.12) for part in (left, right, flame)),
        Polygon(flame, OWNERS[1].colour, INK, 0.04),
        Polygon(inner, GOLD),
        *(Polygon(part, stone, INK, 0.04) for part in (left, right)),
        *(disc(x, y, 0.035, colour) for x, y, colour in ((0.26, 0.72, dark), (0.75, 0.7, dark), (0.7, 0.58, light))),
        Rect(0.12, 0.8, 0.76, 0.06, dark, 0.03, INK, 0.025),
    ]


def treasure() -> Shapes:
    """Return a chest with gold, as an icon or a tile."""
    bark, lit, _, edge = WOOD
    lid: list[Point] = [(0.14, 0.5), (0.14, 0.34), (0.24, 0.22), (0.76, 0.22), (0.86, 0.34), (0.86, 0.5)]
    shapes: list[Shape] = [Polygon(lid, PAPER, PAPER, 0.16), Rect(0.09, 0.42, 0.82, 0.46, PAPER, 0.08)]
    shapes += [
        Polygon(lid, lit, INK, 0.06),
        Rect(0.14, 0.48, 0.72, 0.35, bark, 0.03, INK, 0.05),
        *(Ellipse(x, 0.49, 0.1, 0.075, GOLD, INK, 0.03) for x in (0.28, 0.5, 0.72)),
        Rect(0.14, 0.53, 0.72, 0.3, bark, 0.03, INK, 0.05),
        Line([(0.2, 0.68), (0.8, 0.68)], edge, 0.03),
        Rect(0.42, 0.5, 0.16, 0.2, GOLD, 0.03, INK, 0.04),
        disc(0.5, 0.585, 0.03, INK),
    ]
    return shapes


def drawn_tile(kind: str) -> Shapes:
    """Return a tile just drawn from the bag, without an owner: an icon, or a tile in the row of drawn tiles."""
    if kind in ("treasure", "barbarian"):
        ground, frame = (HORN, GOLD) if kind == "treasure" else (STEEL, BLOOD)
        token = treasure() if kind == "treasure" else barbarian()
        return [flat(ground), Rect(0.05, 0.05, 0.9, 0.9, None, 0.06, frame, 0.05), *token]
    piece = city(None) if kind == "city" else []
    return [*land(kind, 0), *piece, Rect(0, 0, 1, 1, None, 0, INK, 0.05)]


def back() -> Shapes:
    """Return a face-down tile: all look the same."""
    shapes: list[Shape] = [flat(BACK)]
    for i in range(-4, 6):
        x = i * 0.2
        shapes += [Line([(x, 1.0), (x + 1.0, 0.0)], BACK_LINE, 0.02), Line([(x, 0.0), (x + 1.0, 1.0)], BACK_LINE, 0.02)]
    frame = Rect(0.0, 0.0, 1.0, 1.0, None, 0.0, INK, 0.05)
    return [
        *shapes,
        disc(0.5, 0.5, 0.29, INK),
        disc(0.5, 0.5, 0.26, BACK),
        *(Polygon(part, HORN) for part in SKULL),
        Rect(0.445, 0.5, 0.035, 0.05, BACK),
        Rect(0.52, 0.5, 0.035, 0.05, BACK),
        frame,
    ]

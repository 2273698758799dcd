"""The art of Nomads' own tiles and tokens. Grass, desert and mountain are the shared terrains.

Every function returns a display list for one square; see :mod:`render.art.shapes`.
"""

from __future__ import annotations

import random

from render.art.colours import BLOOD, GOLD, GROUNDS, HIDE, HORN, INK, PAPER, ROAD, STEEL, WALL, WOOD
from render.art.outline import outline
from render.art.pieces import barbarian, shadow
from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, disc, moved, turned
from render.art.terrain import flat, scatter, terrain
from render.owners import OWNERS

BACK = "#43304F"
"""Back of a tile that lies face down."""
BACK_LINE = "#6B5578"
PALM = ("#1F5C3A", "#3F9A57")
"""Fronds in shadow and in light."""
GEM = "#3CC6C0"

EXACT: tuple[str, ...] = (BACK, BACK_LINE, *PALM, GEM)
"""Colours that every picture shows unchanged."""


def _palm(x: float, y: float, h: float) -> list[Shape]:
    """A palm tree whose trunk stands on (x, y)."""
    top = (x + h * 0.1, y - h * 0.72)
    shapes: list[Shape] = [
        Line([(x, y), (x + h * 0.02, y - h * 0.4), top], INK, h * 0.17),
        Line([(x, y), (x + h * 0.02, y - h * 0.4), top], WOOD[0], h * 0.1),
    ]
    fronds = ((-0.46, 0.1), (-0.36, -0.2), (-0.1, -0.32), (0.2, -0.28), (0.42, -0.08), (0.4, 0.18), (-0.24, 0.26))
    for colour, width in ((INK, 0.15), (PALM[1], 0.1)):
        for dx, dy in fronds:
            bend = (top[0] + dx * 0.6 * h, top[1] + (dy - 0.12) * 0.7 * h)
            tip = (top[0] + dx * h, top[1] + dy * h)
            shapes.append(Line([top, bend, tip], colour, width * h))
    for dx, dy in fronds[::2]:
        shapes.append(Line([top, (top[0] + dx * 0.6 * h, top[1] + (dy - 0.12) * 0.7 * h)], PALM[0], 0.05 * h))
    return shapes


def oasis(version: int) -> Shapes:
    """A pool among palms and reeds."""
    blue, deep, light, sand = GROUNDS["river"]
    rng = random.Random(f"oasis {version}")  # noqa: S311 - scatters waves, always the same way
    shapes: list[Shape] = [
        flat(sand),
        *(Ellipse(x, y, rx, ry, GROUNDS["plains"].dark) for x, y, rx, ry in ((0.5, 0.53, 0.52, 0.46), (0.22, 0.84, 0.2, 0.14))),
        Ellipse(0.48, 0.53, 0.47, 0.405, deep),
        Ellipse(0.48, 0.545, 0.445, 0.375, blue),
    ]
    for x, y in scatter(rng, [(0.34, 0.34), (0.2, 0.5), (0.33, 0.7)], 0.025):
        for colour, dy in ((light, 0.0), (deep, 0.055)):
            wave = [(x - 0.1, y + dy), (x - 0.035, y + dy - 0.03), (x + 0.03, y + dy), (x + 0.095, y + dy - 0.03)]
            shapes.append(Line(wave, colour, 0.03))
    for x, y in scatter(rng, [(0.08, 0.92), (0.2, 0.96), (0.06, 0.14), (0.93, 0.1)], 0.02):
        shapes += [Line([(x, y), (x + dx, y - 0.1)], PALM[0], 0.024) for dx in (-0.04, 0.0, 0.04)]
    return [*shapes, *_palm(0.76, 0.8, 0.62), *_palm(0.54, 0.93, 0.5)]


def gardens() -> Shapes:
    """The ground of a city."""
    green, dark, light, _ = GROUNDS["forest"]
    shapes: list[Shape] = [flat(green)]
    for x, y in ((0.1, 0.86), (0.9, 0.86), (0.92, 0.3), (0.66, 0.1), (0.3, 0.95), (0.72, 0.95), (0.08, 0.42)):
        shapes += [disc(x, y, 0.07, dark), disc(x - 0.015, y - 0.02, 0.05, light)]
    return shapes


def city(owner: int | None) -> Shapes:
    """A walled city, the domes in its founder's colour; golden ones where it has none."""
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


def mine(version: int) -> Shapes:
    """A timbered adit in a hill, with ore before it."""
    ground, dark, light, stone = GROUNDS["wasteland"]
    rng = random.Random(f"mine {version}")  # noqa: S311 - scatters stones, always the same way
    hill: list[Point] = [
        (0.08, 0.82),
        (0.16, 0.5),
        (0.3, 0.32),
        (0.46, 0.22),
        (0.62, 0.26),
        (0.78, 0.4),
        (0.88, 0.6),
        (0.94, 0.82),
    ]
    shapes: list[Shape] = [flat(ground)]
    for x, y in scatter(
        rng, [(0.12, 0.12), (0.86, 0.16), (0.55, 0.1), (0.08, 0.4), (0.93, 0.42), (0.16, 0.94), (0.9, 0.93)], 0.03
    ):
        shapes.append(Ellipse(x, y, 0.035, 0.025, stone, dark, 0.012))
    bark, lit, _, edge = WOOD
    shapes += [
        Polygon(hill, dark, INK, 0.04),
        Polygon([(0.16, 0.78), (0.22, 0.52), (0.34, 0.37), (0.46, 0.28), (0.42, 0.45), (0.3, 0.6), (0.26, 0.78)], light),
        Polygon([(0.3, 0.86), (0.34, 0.5), (0.66, 0.5), (0.7, 0.86)], INK),
    ]
    for points in ([(0.32, 0.84), (0.35, 0.5)], [(0.68, 0.84), (0.65, 0.5)], [(0.27, 0.49), (0.73, 0.49)]):
        shapes += [
            Line(points, INK, 0.13),
            Line(points, bark, 0.085),
            Line([(x - 0.012, y - 0.012) for x, y in points], lit, 0.03),
        ]
    shapes += [Line([(0.42, 0.7), (0.36, 0.97)], edge, 0.03), Line([(0.58, 0.7), (0.64, 0.97)], edge, 0.03)]
    for x, y, r in ((0.4, 0.72, 0.085), (0.6, 0.72, 0.085), (0.5, 0.665, 0.09)):
        shapes += [disc(x, y, r + 0.02, INK), disc(x, y, r, GOLD), disc(x - r * 0.3, y - r * 0.3, r * 0.3, PAPER)]
    cart: list[Point] = [(0.28, 0.72), (0.72, 0.72), (0.66, 0.9), (0.34, 0.9)]
    shapes.append(Polygon(cart, STEEL, INK, 0.04))
    return [*shapes, *(Ellipse(x, 0.91, 0.065, 0.065, HIDE, STEEL, 0.022) for x in (0.41, 0.59))]


def land(kind: str, version: int) -> Shapes:
    """A terrain tile that lies face up; of a city the ground alone, on which :func:`city` stands."""
    if kind == "city":
        return gardens()
    if kind == "oasis":
        return oasis(version)
    if kind == "mine":
        return mine(version)
    return terrain("plains" if kind == "grass" else kind, version)


def drawn_tile(kind: str) -> Shapes:
    """A tile as it comes out of the bag, nobody's yet: an icon, or a tile in a row of those drawn."""
    if kind in ("treasure", "barbarian"):
        ground, frame = (HORN, GOLD) if kind == "treasure" else (STEEL, BLOOD)
        token = treasure() if kind == "treasure" else barbarian()
        return [flat(ground), Rect(0.05, 0.05, 0.9, 0.9, None, 0.06, frame, 0.05), *token]
    piece = city(None) if kind == "city" else []
    return [*land(kind, 0), *piece, Rect(0, 0, 1, 1, None, 0, INK, 0.05)]


def back() -> Shapes:
    """A tile that lies face down: all look the same."""
    shapes: list[Shape] = [flat(BACK)]
    for i in range(-4, 6):
        x = i * 0.2
        shapes += [Line([(x, 1.0), (x + 1.0, 0.0)], BACK_LINE, 0.02), Line([(x, 0.0), (x + 1.0, 1.0)], BACK_LINE, 0.02)]
    frame = Rect(0.0, 0.0, 1.0, 1.0, None, 0.0, INK, 0.05)
    horns: list[Point] = [(0.43, 0.55), (0.3, 0.5), (0.2, 0.3), (0.36, 0.4), (0.44, 0.44)]
    return [
        *shapes,
        disc(0.5, 0.5, 0.29, INK),
        disc(0.5, 0.5, 0.26, BACK),
        Polygon(horns, HORN),
        Polygon([(1 - x, y) for x, y in horns], HORN),
        Polygon([(0.42, 0.42), (0.58, 0.42), (0.62, 0.6), (0.5, 0.72), (0.38, 0.6)], HORN),
        Rect(0.445, 0.5, 0.035, 0.05, BACK),
        Rect(0.52, 0.5, 0.035, 0.05, BACK),
        frame,
    ]


def next_down() -> Shapes:
    """On an empty space: the next tile that is laid face down comes here."""
    dashes: list[Shape] = []
    for quarter in range(4):
        for near, far in ((0.2, 0.34), (0.43, 0.57), (0.66, 0.8)):
            dashes += [
                Line(turned([(near, 0.18), (far, 0.18)], quarter), PAPER, 0.07),
                Line(turned([(near, 0.18), (far, 0.18)], quarter), BACK, 0.042),
            ]
    horns: list[Point] = [(0.43, 0.55), (0.3, 0.5), (0.22, 0.32), (0.36, 0.41), (0.44, 0.44)]
    face: list[Point] = [(0.41, 0.42), (0.59, 0.42), (0.63, 0.6), (0.5, 0.73), (0.37, 0.6)]
    parts = [horns, [(1 - x, y) for x, y in horns], face]
    return [
        *dashes,
        *(Polygon(part, PAPER, PAPER, 0.08) for part in parts),
        *(Polygon(part, BACK) for part in parts),
        Rect(0.445, 0.5, 0.035, 0.05, PAPER),
        Rect(0.52, 0.5, 0.035, 0.05, PAPER),
    ]


def border(owner: int, around: frozenset[str], lane: int, strength: float) -> Shapes:
    """The outline of tiles of one owner that lie side by side, without the soft band inside: it would hide a small tile.

    The arguments are those of :func:`render.art.outline.outline`.
    """
    return [shape for shape in outline(owner, around, lane, strength) if not _is_translucent(shape)]


def _is_translucent(shape: Shape) -> bool:
    return isinstance(shape, Rect | Polygon) and shape.fill is not None and len(shape.fill) == len("#rrggbbaa")


def trail(sides: str) -> Shapes:
    """Between linked spaces that have no road yet: footprints to the ``sides`` (letters of ``NESW``)."""
    edge, surface, _ = ROAD
    shapes: list[Shape] = []
    for side in sides:
        for y in (0.03, 0.12, 0.21):
            ((x, y),) = turned([(0.5, y)], "NESW".index(side))
            shapes += [disc(x, y, 0.044, edge), disc(x, y, 0.028, surface)]
    return shapes


def stub(sides: str) -> Shapes:
    """The ends of roads that reach a city, an oasis or a mine from its ``sides`` (letters of ``NESW``)."""
    edge, surface, _ = ROAD
    ends = [turned([(0.5, 0.0), (0.5, 0.2)], "NESW".index(side)) for side in sides]
    return [Line(end, colour, width) for colour, width in ((edge, 0.22), (surface, 0.15)) for end in ends]


def entrance(quarter: int) -> Shapes:
    """Outside a corner of the board, an arrow inwards: ``quarter`` 0 for the top-left corner, then clockwise."""
    points: list[Point] = [(0.12, 0.3), (0.3, 0.12), (0.52, 0.34), (0.72, 0.14), (0.9, 0.9), (0.14, 0.72), (0.34, 0.52)]
    points = turned(points, quarter)
    return [Polygon(points, PAPER, PAPER, 0.18), Polygon(points, BLOOD, INK, 0.07)]


def treasure() -> Shapes:
    """A chest with gold, as an icon or a tile."""
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


def ruin() -> Shapes:
    """What is left of a city that was razed."""
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
    inner = moved([(x - 0.5, y - 0.76) for x, y in flame], 0.5, 0.77, 0.55)
    return [
        shadow(0.5, 0.84, 0.4, 0.06),
        *(Polygon(part, PAPER, PAPER, 0.12) for part in (left, right, flame)),
        Polygon(flame, OWNERS[1].colour, INK, 0.04),
        Polygon(inner, GOLD),
        *(Polygon(part, stone, INK, 0.04) for part in (left, right)),
        *(disc(x, y, 0.035, colour) for x, y, colour in ((0.26, 0.72, dark), (0.75, 0.7, dark), (0.7, 0.58, light))),
        Rect(0.12, 0.8, 0.76, 0.06, dark, 0.03, INK, 0.025),
    ]


def crossed_out() -> Shapes:
    """Over a drawn tile that goes back into the bag."""
    shapes: list[Shape] = [Rect(0, 0, 1, 1, INK + "90")]
    for colour, width in ((INK, 0.17), (PAPER, 0.1)):
        shapes += [Line([(0.26, 0.26), (0.74, 0.74)], colour, width), Line([(0.74, 0.26), (0.26, 0.74)], colour, width)]
    return shapes

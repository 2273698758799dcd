"""Pieces on the board: ink outline, white casing, a soft shadow. Colour and emblem show the owner.

Every function returns a piece that fills one square; the ``at`` of ``render.paint.board.stamp`` draws it smaller.
"""

from __future__ import annotations

from render.art.colours import BLOOD, GOLD, HIDE, HORN, INK, MUZZLE, PAPER, ROAD, SHADOW, STEEL, WALL, WOOD, YELLOW
from render.art.emblems import emblem_shape
from render.art.shapes import QUARTERS, Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, Text, disc, rotate
from render.style.owners import OWNERS

_CASTLE: list[Point] = [
    (0.17, 0.85), (0.17, 0.25), (0.255, 0.25), (0.255, 0.33), (0.31, 0.33), (0.31, 0.25), (0.39, 0.25), (0.39, 0.44),
    (0.44, 0.44), (0.44, 0.375), (0.56, 0.375), (0.56, 0.44), (0.61, 0.44), (0.61, 0.25), (0.69, 0.25), (0.69, 0.33),
    (0.745, 0.33), (0.745, 0.25), (0.83, 0.25), (0.83, 0.85),
]  # fmt: skip
CASTLE_AT = (0.06, -0.13, 0.88)
"""Left, top and size of a castle in its square, above its points."""


def shadow(x: float, y: float, rx: float, ry: float) -> Ellipse:
    """Return the soft shadow under a piece."""
    return Ellipse(x, y, rx, ry, SHADOW)


def castle(owner: int) -> Shapes:
    """Return a castle with two towers."""
    look = OWNERS[owner]
    return [
        shadow(0.5, 0.87, 0.41, 0.07),
        Polygon(_CASTLE, PAPER, PAPER, 0.125),
        Polygon(_CASTLE, look.colour, INK, 0.042),
        emblem_shape(look.emblem, 0.5, 0.65, 0.148, look.ink),
    ]


def points(text: str) -> Shapes:
    """Return the points of a castle, at the foot of its square."""
    half = 0.11 + 0.11 * len(text)
    plate = Rect(0.5 - half, 0.65, 2 * half, 0.32, PAPER, 0.1, INK, 0.035)
    return [plate, Text(0.5, 0.81, text, 0.33, INK)]


def farm(owner: int) -> Shapes:
    """Return a farm under a roof of the owner's colour."""
    look = OWNERS[owner]
    wall: list[Point] = [(0.24, 0.5), (0.76, 0.5), (0.76, 0.84), (0.24, 0.84)]
    roof: list[Point] = [(0.12, 0.55), (0.5, 0.17), (0.88, 0.55)]
    return [
        shadow(0.5, 0.86, 0.38, 0.065),
        Polygon(wall, PAPER, PAPER, 0.12),
        Polygon(roof, PAPER, PAPER, 0.12),
        Polygon(wall, WALL, INK, 0.04),
        Polygon(roof, look.colour, INK, 0.04),
        Rect(0.43, 0.65, 0.14, 0.2, INK),
        emblem_shape(look.emblem, 0.5, 0.435, 0.115, look.ink),
    ]


def cow(owner: int | None = None) -> Shapes:
    """Return a cow; an owner's cow wears a blanket with the owner's colour and emblem."""
    body: list[Point] = [
        (0.17, 0.42),
        (0.24, 0.36),
        (0.62, 0.36),
        (0.7, 0.4),
        (0.72, 0.58),
        (0.68, 0.64),
        (0.22, 0.64),
        (0.17, 0.58),
    ]
    head: list[Point] = [(0.66, 0.34), (0.74, 0.29), (0.86, 0.31), (0.9, 0.4), (0.88, 0.5), (0.78, 0.52), (0.69, 0.46)]
    legs = (0.24, 0.36, 0.55, 0.65)
    shapes: list[Shape] = [shadow(0.47, 0.84, 0.36, 0.055)]
    for colour, spread in ((PAPER, 0.08), (HIDE, 0)):  # the casing is drawn before the outline
        shapes += [Line([(x, 0.6), (x, 0.8)], colour, 0.115 + spread) for x in legs]
        shapes += [
            Polygon(body, colour, colour, 0.1 + spread),
            Polygon(head, colour, colour, 0.09 + spread),
            Line([(0.685, 0.345), (0.63, 0.315)], colour, 0.04 + spread),
            Line([(0.76, 0.29), (0.775, 0.235)], colour, 0.03 + spread),
            Line([(0.155, 0.44), (0.105, 0.56)], colour, 0.03 + spread),
        ]
    shapes += [Line([(x, 0.6), (x, 0.79)], PAPER, 0.055) for x in legs]
    shapes += [Polygon(body, PAPER, PAPER, 0.02), Polygon(head, PAPER, PAPER, 0.01)]
    if owner is None:
        shapes += [
            Polygon([(0.24, 0.37), (0.4, 0.37), (0.43, 0.48), (0.34, 0.56), (0.25, 0.5)], HIDE),
            Polygon([(0.52, 0.52), (0.6, 0.46), (0.68, 0.52), (0.66, 0.63), (0.54, 0.63)], HIDE),
        ]
    else:
        look = OWNERS[owner]
        shapes += [
            Polygon([(0.23, 0.345), (0.6, 0.345), (0.62, 0.61), (0.21, 0.61)], look.colour, HIDE, 0.03),
            emblem_shape(look.emblem, 0.415, 0.48, 0.1, look.ink),
        ]
    return [
        *shapes,
        Ellipse(0.835, 0.465, 0.06, 0.045, MUZZLE),
        Ellipse(0.775, 0.385, 0.02, 0.023, HIDE),
    ]


def barbarian() -> Shapes:
    """Return the horned helmet of a barbarian."""
    left: list[Point] = [(0.33, 0.5), (0.22, 0.44), (0.16, 0.28), (0.28, 0.36), (0.38, 0.4)]
    helmet: list[Point] = [(0.32, 0.56), (0.34, 0.42), (0.42, 0.345), (0.5, 0.325), (0.58, 0.345), (0.66, 0.42), (0.68, 0.56)]
    face: list[Point] = [(0.32, 0.55), (0.68, 0.55), (0.67, 0.64), (0.6, 0.76), (0.5, 0.8), (0.4, 0.76), (0.33, 0.64)]
    return [
        shadow(0.5, 0.87, 0.34, 0.06),
        disc(0.5, 0.53, 0.36, PAPER),
        Ellipse(0.5, 0.53, 0.318, 0.318, BLOOD, INK, 0.038),
        Polygon(left, HORN, INK, 0.026),
        Polygon([(1 - x, y) for x, y in left], HORN, INK, 0.026),
        Polygon(helmet, STEEL, INK, 0.028),
        Polygon(face, INK, INK, 0.02),
        Rect(0.455, 0.5, 0.09, 0.19, STEEL, 0.01, INK, 0.02),
        Ellipse(0.405, 0.615, 0.038, 0.03, YELLOW),
        Ellipse(0.595, 0.615, 0.038, 0.03, YELLOW),
    ]


def log(side: str, lit: bool = False) -> Shapes:
    """Return a felled trunk on one ``side`` (``N``, ``E``, ``S``, ``W``) of the square, half of it inside.

    The neighbouring square draws the other half on its own side; ``Board.edge`` does both. ``lit``: whether it belongs to the
    last move.
    """
    bark, light, cut, rings = WOOD
    start, end, thick = 0.1, 0.9, 0.15
    upright = side in "WE"
    base = 1.0 if side in "SE" else 0.0

    def at(along: float, across: float) -> Point:
        # An upright log is a horizontal one, turned so that its cut face is below and the light on its left.
        return (base + across, 1 - along) if upright else (along, base + across)

    shapes: list[Shape] = [Line([at(start, 0), at(end, 0)], PAPER, thick + (0.13 if lit else 0.085))]
    if lit:
        shapes.append(Line([at(start, 0), at(end, 0)], INK, thick + 0.06))
    shapes += [
        Line([at(start, 0), at(end, 0)], INK, thick + 0.042),
        Line([at(start, 0), at(end, 0)], bark, thick - 0.025),
        Line([at(start + 0.1, -0.024), at(end - 0.1, -0.024)], light, 0.028),
        Line([at(start + 0.2, 0.026), at(end - 0.28, 0.026)], rings, 0.018),
    ]
    x, y = at(start, 0)
    rx, ry = (0.062, 0.048) if upright else (0.048, 0.062)
    shapes.append(Ellipse(x, y, rx, ry, cut, rings, 0.018))
    return shapes


def road(sides: str) -> Shapes:
    """Return a road from the middle of the square to the middles of its ``sides`` (letters of ``NESW``).

    Without sides, return a short piece of road that cannot be mistaken for a round mark.
    """
    border, surface, ruts = ROAD
    if not sides:
        lengthways = ((0.2, 0.8, border, 0.22), (0.2, 0.8, surface, 0.15), (0.29, 0.42, ruts, 0.03), (0.58, 0.71, ruts, 0.03))
        return [Line([(start, 0.5), (end, 0.5)], colour, width, flat=True) for start, end, colour, width in lengthways]
    ends = [rotate([(0.5, 0.0)], QUARTERS[side])[0] for side in sides]
    shapes: list[Shape] = []
    for width, colour in ((0.18, border), (0.12, surface)):
        shapes.append(disc(0.5, 0.5, width / 2, colour))
        shapes += [Line([(0.5, 0.5), end], colour, width, flat=True) for end in ends]
    for x, y in ends:
        for near, far in ((0.2, 0.42), (0.66, 0.88)):
            dash = [(0.5 + (x - 0.5) * t, 0.5 + (y - 0.5) * t) for t in (near, far)]
            shapes.append(Line(dash, ruts, 0.022))
    return shapes


def crown() -> Shapes:
    """Return a winner's crown, as an icon."""
    outline: list[Point] = [(0.1, 0.3), (0.3, 0.52), (0.5, 0.16), (0.7, 0.52), (0.9, 0.3), (0.8, 0.82), (0.2, 0.82)]
    return [
        Polygon(outline, INK, INK, 0.14),
        Polygon(outline, YELLOW),
        Rect(0.2, 0.7, 0.6, 0.12, GOLD),
        *(disc(x, y, 0.07, YELLOW) for x, y in ((0.1, 0.28), (0.5, 0.15), (0.9, 0.28))),
    ]


def flag() -> Shapes:
    """Return the white flag of a player who is out of the game, as an icon."""
    return [
        Line([(0.25, 0.12), (0.25, 0.9)], INK, 0.14),
        Polygon([(0.28, 0.14), (0.85, 0.2), (0.72, 0.38), (0.85, 0.58), (0.28, 0.54)], PAPER, INK, 0.07),
        Line([(0.25, 0.12), (0.25, 0.9)], WOOD[1], 0.07),
    ]


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(value: int) -> Shapes:
    """Return a die that shows ``value``, 1 to 6."""
    pips = [disc(0.5 + x * 0.235, 0.5 + y * 0.235, 0.105, INK) for x, y in _PIPS[value]]
    return [Rect(0.06, 0.06, 0.88, 0.88, PAPER, 0.2, INK, 0.06), *pips]

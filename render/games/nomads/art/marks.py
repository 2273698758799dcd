"""Marks over the board of Nomads: borders of owners, trails between linked spaces, the entry, and the spaces of coming tiles.

Every function returns a display list for one square; see :mod:`render.art.shapes`.
"""

from __future__ import annotations

from render.art.colours import BLOOD, CHOSEN, INK, PAPER, ROAD
from render.art.outline import outline
from render.art.shapes import QUARTERS, Line, Point, Polygon, Rect, Shape, Shapes, Text, disc, rotate
from render.games.nomads.art.tokens import BACK, SKULL
from render.paint.sprites import is_translucent


def border(owner: int, around: frozenset[str], lane: int, strength: float) -> Shapes:
    """Return the outline of one owner's adjacent tiles, without the soft band inside, which would hide a small tile.

    The arguments are those of :func:`render.art.outline.outline`.
    """
    return [shape for shape in outline(owner, around, lane, strength) if not is_translucent(shape)]


def trail(sides: str) -> Shapes:
    """Return footprints to the ``sides`` (letters of ``NESW``), for links between spaces without a road."""
    edge, surface, _ = ROAD
    shapes: list[Shape] = []
    for side in sides:
        for y in (0.03, 0.12, 0.21):
            ((x, y),) = rotate([(0.5, y)], QUARTERS[side])
            shapes += [disc(x, y, 0.044, edge), disc(x, y, 0.028, surface)]
    return shapes


def stub(sides: str) -> Shapes:
    """Return the ends of roads that reach a city, an oasis or a mine on its ``sides`` (letters of ``NESW``)."""
    edge, surface, _ = ROAD
    ends = [rotate([(0.5, 0.0), (0.5, 0.2)], QUARTERS[side]) for side in sides]
    return [Line(end, colour, width) for colour, width in ((edge, 0.18), (surface, 0.12)) for end in ends]


def entrance(quarter: int) -> Shapes:
    """Return an arrow inwards for the outside of a corner of the board: ``quarter`` 0 for the top-left, then clockwise."""
    points: list[Point] = [(0.12, 0.3), (0.3, 0.12), (0.52, 0.34), (0.72, 0.14), (0.9, 0.9), (0.14, 0.72), (0.34, 0.52)]
    points = rotate(points, quarter)
    return [Polygon(points, PAPER, PAPER, 0.18), Polygon(points, BLOOD, INK, 0.07)]


def _dashed_frame(inset: float, *strokes: tuple[str, float]) -> list[Shape]:
    """Return a dashed frame, drawn once in each of the colours and widths."""
    sides = [
        rotate([(near, inset), (far, inset)], quarter)
        for quarter in range(4)
        for near, far in ((0.2, 0.34), (0.43, 0.57), (0.66, 0.8))
    ]
    return [Line(side, colour, width) for colour, width in strokes for side in sides]


def next_face_down() -> Shapes:
    """Return the mark of the empty space for the next face-down tile."""
    return [
        *_dashed_frame(0.18, (PAPER, 0.07), (BACK, 0.042)),
        *(Polygon(part, PAPER, PAPER, 0.08) for part in SKULL),
        *(Polygon(part, BACK) for part in SKULL),
        *(disc(x, 0.525, 0.025, PAPER) for x in (0.4625, 0.5375)),
    ]


def destination() -> Shapes:
    """Return the mark of the empty space that is explored, while a tile for it is being chosen."""
    return [
        *_dashed_frame(0.12, (INK, 0.12), (CHOSEN, 0.07)),
        Text(0.5, 0.5, "?", 0.66, INK),
        Text(0.5, 0.5, "?", 0.58, CHOSEN),
    ]


def cross() -> Shapes:
    """Return a cross for a drawn tile that goes back into the bag."""
    shapes: list[Shape] = [Rect(0, 0, 1, 1, INK + "90")]
    for colour, width in ((INK, 0.17), (PAPER, 0.1)):
        shapes += [Line([(0.26, 0.26), (0.74, 0.74)], colour, width), Line([(0.74, 0.26), (0.26, 0.74)], colour, width)]
    return shapes

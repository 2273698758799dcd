"""Outlines of areas: the border of a union of squares, drawn square by square on the inside.

The part in a square depends only on which of its eight neighbours belong to the same area, so it can be cached. Dashes restart
in every square, symmetrically about its middle, so they meet at the seams.
"""

from __future__ import annotations

from render.art.shapes import Point, Polygon, Rect, Shape, Shapes
from render.style.owners import OWNERS

LINE = 0.056
CASING = 0.018
BAND = 0.085
LANE = LINE + 2 * CASING + 0.022
"""Width of one lane: outlines in different lanes of a square run side by side."""


def outline(owner: int, around: frozenset[str], lane: int = 0, strength: float = 1.0) -> Shapes:
    """Return the part of an area's outline inside one of its squares.

    ``around``: the names (``render.paint.sides``) of the neighbouring squares that are also in the area. ``lane``: 0 next to
    the border, 1 for the next one inwards, and so on. ``strength`` multiplies the width of the line.
    """
    look = OWNERS[owner]
    start = 0.012 + lane * LANE * strength
    casing, line = CASING * strength, LINE * strength
    end = start + line + 2 * casing
    return [
        *_strip(around, end, end + BAND, look.colour + "66", None),
        *_strip(around, start, end, look.casing, None),
        *_strip(around, start + casing, end - casing, look.colour, look.dash),
    ]


def _strip(around: frozenset[str], a: float, b: float, colour: str, dash: tuple[float, float] | None) -> list[Shape]:
    """Return the border between the insets ``a`` and ``b``, cut at the square's seams."""
    shapes: list[Shape] = []
    for side in "NESW":
        if side in around:
            continue
        before, after = ("W", "E") if side in "NS" else ("N", "S")
        low = 0.0 if before in around else a
        high = 1.0 if after in around else 1 - a
        # Two strips meet in an outer corner. The upright ones stop short of it, so that translucent colours do not add up.
        if side in "EW":
            low, high = (low if low == 0 else b), (high if high == 1 else 1 - b)
        for start, stop in [(low, high)] if dash is None else _dashes(low, high, *dash):
            across = a if side in "NW" else 1 - b
            shapes.append(Rect(start, across, stop - start, b - a, colour) if side in "NS" else
                          Rect(across, start, b - a, stop - start, colour))  # fmt: skip
    bend = ((0, a), (a, a), (a, 0), (b, 0), (b, b), (0, b))
    corners = [c for c in ("NE", "SE", "SW", "NW") if c not in around and c[0] in around and c[1] in around]
    return [*shapes, *(Polygon([_flip(point, corner) for point in bend], colour) for corner in corners)]


def _flip(point: tuple[float, float], corner: str) -> Point:
    x, y = point
    return (x if "W" in corner else 1 - x, y if "N" in corner else 1 - y)


def _dashes(low: float, high: float, on: float, off: float) -> list[tuple[float, float]]:
    """Return the dashes between ``low`` and ``high``, with one centred on each seam of the square.

    A whole square has as many as fit into it.
    """
    count = max(1, round(1 / (on + off)))
    pitch = 1 / count
    on = pitch - off * pitch / (on + off)
    stretches = []
    for i in range(count + 1):
        start, stop = max(low, i * pitch - on / 2), min(high, i * pitch + on / 2)
        if stop > start:
            stretches.append((start, stop))
    return stretches

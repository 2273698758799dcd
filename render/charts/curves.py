"""Curves with the owners' colours, dashes and emblems, so that colours are not needed. All lengths are in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.art.emblems import emblem_shape
from render.art.shapes import Line, Point, Shape, disc
from render.style.owners import OWNERS

CURVE, CASING = 5, 9
"""Widths of a curve and of its casing."""
_DASH_UNIT = 70
"""Pixels for one unit of an owner's dash (on a board, one square)."""


class Box(NamedTuple):
    """A rectangular part of a picture."""

    left: float
    top: float
    right: float
    bottom: float


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return heights as close as possible to the ``wanted`` ones, at least ``gap`` apart, between ``top`` and ``bottom``."""
    heights = [0.0] * len(wanted)
    lowest = bottom + gap
    for number in sorted(range(len(wanted)), key=lambda number: (-wanted[number], -number)):
        lowest = heights[number] = min(wanted[number], lowest - gap)
    highest = top - gap
    for number in sorted(range(len(wanted)), key=lambda number: heights[number]):
        highest = heights[number] = max(heights[number], highest + gap)
    return heights


def height_at(points: Sequence[Point], x: float) -> float:
    """Return the height of a curve at ``x``."""
    for (x1, y1), (x2, y2) in pairwise(points):
        if x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return points[-1][1]


def badge(number: int, x: float, y: float, r: float) -> list[Shape]:
    """Return the emblem of owner ``number`` on a disc of radius ``r``."""
    owner = OWNERS[number]
    return [disc(x, y, r + 2, owner.casing), disc(x, y, r, owner.colour), emblem_shape(owner.emblem, x, y, r * 0.56, owner.ink)]


def owned_line(points: Sequence[Point], number: int) -> list[Shape]:
    """Return a line in the colour and dash of owner ``number``, with its casing."""
    owner = OWNERS[number]
    casing = Line(points, owner.casing, CASING)
    if owner.dash is None:
        return [casing, Line(points, owner.colour, CURVE)]
    on, off = (length * _DASH_UNIT for length in owner.dash)
    return [casing, *(Line(dash, owner.colour, CURVE, flat=True) for dash in _dashes(points, on, off))]


def _dashes(points: Iterable[Point], on: float, off: float) -> list[list[Point]]:
    """Return a line through ``points`` cut into dashes ``on`` pixels long and ``off`` apart."""
    first, *others = points
    dashes: list[list[Point]] = []
    walked, drawing, current, (x1, y1) = 0.0, True, [first], first
    for x2, y2 in others:
        length, gone = math.hypot(x2 - x1, y2 - y1), 0.0
        while length and gone < length:
            step = min(length - gone, (on if drawing else off) - walked)
            gone += step
            walked += step
            here = (x1 + (x2 - x1) * gone / length, y1 + (y2 - y1) * gone / length)
            if drawing:
                current.append(here)
            if walked >= (on if drawing else off) - 1e-9:
                if drawing:
                    dashes.append(current)
                walked, drawing, current = 0.0, not drawing, [here]
        x1, y1 = x2, y2
    if drawing and len(current) > 1:
        dashes.append(current)
    return dashes

"""The ground of Nomads' own tiles: oasis, gardens, mine. Grass, desert and mountain are the shared terrains.

Every function returns a display list for one square; see :mod:`render.art.shapes`.
"""

from __future__ import annotations

import random

from render.art.colours import GOLD, GROUNDS, HIDE, INK, PAPER, STEEL, WOOD
from render.art.shapes import Ellipse, Line, Point, Polygon, Shape, Shapes, disc
from render.art.terrain import flat, scatter, terrain

PALM = ("#1F5C3A", "#3F9A57")
"""Fronds in shadow and in light."""

EXACT: tuple[str, ...] = PALM
"""Colours that every picture reproduces exactly."""


def land(kind: str, version: int) -> Shapes:
    """Return a face-up terrain tile; for a city only the ground under :func:`city`."""
    if kind == "city":
        return gardens()
    if kind == "oasis":
        return oasis(version)
    if kind == "mine":
        return mine(version)
    return terrain("plains" if kind == "grass" else kind, version)


def oasis(version: int) -> Shapes:
    """Return a pool among palms and reeds."""
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
    return [*shapes, *palm(0.76, 0.8, 0.62), *palm(0.54, 0.93, 0.5)]


def palm(x: float, y: float, h: float) -> list[Shape]:
    """Return a palm tree with the foot of its trunk at (x, y)."""
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


def gardens() -> Shapes:
    """Return the ground of a city."""
    green, dark, light, _ = GROUNDS["forest"]
    shapes: list[Shape] = [flat(green)]
    for x, y in ((0.1, 0.86), (0.9, 0.86), (0.92, 0.3), (0.66, 0.1), (0.3, 0.95), (0.72, 0.95), (0.08, 0.42)):
        shapes += [disc(x, y, 0.07, dark), disc(x - 0.015, y - 0.02, 0.05, light)]
    return shapes


def mine(version: int) -> Shapes:
    """Return a timbered adit in a hill, with ore in front of it."""
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

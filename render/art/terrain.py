"""Textures of the terrains shared by several games.

Every terrain has :data:`VARIANTS` versions, so that a large field of it does not look printed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from render.art.colours import BANK, GOLD, GROUNDS, INK, PAPER, PARCHMENT
from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, disc, strip

VARIANTS = 4
PLAIN = -1
"""The version of a terrain for the theme with high contrast: one large sign on a flat ground."""


def variant(x: int, y: int, *, plain: bool = False) -> int:
    """Return the version of a terrain for column ``x`` and row ``y``: always the same, without a visible pattern.

    ``plain``: return ``PLAIN`` everywhere.
    """
    return PLAIN if plain else (x * 7 + y * 13 + x * y * 5 + (x ^ y)) % VARIANTS


def scatter(rng: random.Random, points: Sequence[Point], reach: float) -> list[Point]:
    """Return the points, each shifted at random by at most ``reach`` in each direction."""
    return [(x + rng.uniform(-reach, reach), y + rng.uniform(-reach, reach)) for x, y in points]


def flat(colour: str) -> Rect:
    """Return a whole square of one colour: the lowest layer of every terrain."""
    return Rect(0, 0, 1, 1, colour)


def terrain(name: str, version: int) -> Shapes:
    """Return a whole square of ``plains``, ``forest``, ``mountain``, ``river``, ``desert`` or ``wasteland``.

    ``version``: 0 to ``VARIANTS`` - 1, or ``PLAIN``.
    """
    if version == PLAIN:
        return [flat(GROUNDS[name].base), *_SIGNS[name]()]
    rng = random.Random(f"{name} {version}")  # noqa: S311 - scatters tufts of grass, always the same way
    return [flat(GROUNDS[name].base), *_TEXTURES[name](rng, version)]


def _plains(rng: random.Random, version: int) -> list[Shape]:
    _, dark, light, white = GROUNDS["plains"]
    shapes: list[Shape] = []
    for x, y in scatter(rng, [(0.26, 0.3), (0.74, 0.62), (0.3, 0.86)], 0.08)[: 2 + version % 2]:
        shapes.append(Ellipse(x, y, rng.uniform(0.14, 0.2), rng.uniform(0.05, 0.07), light))
    tufts = [(0.18, 0.16), (0.53, 0.12), (0.86, 0.2), (0.36, 0.4), (0.7, 0.44), (0.13, 0.58), (0.48, 0.68), (0.84, 0.74),
             (0.2, 0.88), (0.61, 0.92)]  # fmt: skip
    for x, y in scatter(rng, tufts, 0.045):
        s = rng.uniform(0.85, 1.15)
        for tip_x, tip_y in ((-0.046, -0.044), (-0.006, -0.076), (0.048, -0.042)):
            shapes.append(Line([(x + tip_x * s, y + tip_y * s), (x + tip_x * 0.2, y)], dark, 0.021))
    for x, y in scatter(rng, [(0.33, 0.2), (0.88, 0.5), (0.34, 0.84)], 0.05)[: 2 + version % 2]:
        shapes += [disc(x, y, 0.026, white), disc(x, y, 0.01, GOLD)]
    return shapes


def conifer(x: float, y: float, h: float) -> list[Shape]:
    """Return a fir of height ``h`` with the foot of its trunk at (x, y), lit from the left."""
    _, dark, light, trunk = GROUNDS["forest"]
    shapes: list[Shape] = [Rect(x - h * 0.065, y - h * 0.15, h * 0.13, h * 0.18, trunk)]
    for half, bottom, top in ((0.33, 0.1, 0.62), (0.26, 0.36, 0.82), (0.18, 0.6, 1.0)):
        low, tip = y - h * bottom, (x, y - h * top)
        shapes += [
            Polygon([(x - h * half, low), tip, (x + h * half, low)], dark),
            Polygon([(x - h * half, low), tip, (x - h * half * 0.15, low)], light),
        ]
    return shapes


def _forest(rng: random.Random, version: int) -> list[Shape]:
    spots = [(0.2, 0.34), (0.52, 0.3), (0.82, 0.36), (0.36, 0.64), (0.68, 0.62), (0.14, 0.92), (0.5, 0.95), (0.85, 0.93)]
    if version % 2:
        spots = [(1 - x, y) for x, y in spots]
    shapes: list[Shape] = []
    for x, y in sorted(scatter(rng, spots, 0.03), key=lambda spot: spot[1]):
        shapes += conifer(x, y, rng.uniform(0.26, 0.32))
    return shapes


def peak(x: float, y: float, w: float, h: float) -> list[Shape]:
    """Return a mountain with a foot ``w`` wide around (x, y), in shadow on its right, with snow on top."""
    _, dark, _, body = GROUNDS["mountain"]
    top = (x, y - h)
    cap = [(x - w * 0.175, y - h * 0.65), top, (x + w * 0.175, y - h * 0.65), (x + w * 0.075, y - h * 0.56),
           (x - w * 0.01, y - h * 0.67), (x - w * 0.085, y - h * 0.55)]  # fmt: skip
    return [
        Polygon([(x - w / 2, y), top, (x + w / 2, y)], body),
        Polygon([(x - w * 0.04, y), top, (x + w / 2, y)], dark),
        Polygon(cap, PAPER),
    ]


def _mountain(rng: random.Random, version: int) -> list[Shape]:
    light = GROUNDS["mountain"].light
    ranges = (
        ((0.28, 0.45, 0.46, 0.36), (0.72, 0.54, 0.48, 0.42), (0.42, 0.93, 0.6, 0.46), (0.83, 0.94, 0.3, 0.24)),
        ((0.7, 0.43, 0.46, 0.35), (0.27, 0.55, 0.46, 0.41), (0.62, 0.94, 0.58, 0.46), (0.19, 0.94, 0.3, 0.25)),
        ((0.5, 0.41, 0.46, 0.33), (0.22, 0.67, 0.38, 0.32), (0.77, 0.73, 0.42, 0.38), (0.42, 0.95, 0.5, 0.37)),
        ((0.25, 0.42, 0.42, 0.33), (0.64, 0.5, 0.5, 0.41), (0.28, 0.94, 0.46, 0.38), (0.74, 0.95, 0.46, 0.35)),
    )
    shapes: list[Shape] = []
    for x, y in scatter(rng, [(0.12, 0.1), (0.9, 0.12), (0.55, 0.62)], 0.05):
        shapes.append(Ellipse(x, y, 0.1, 0.028, light))
    for x, y, w, h in ranges[version % VARIANTS]:
        shapes += peak(x, y, w, h)
    return shapes


def _river(rng: random.Random, version: int) -> list[Shape]:
    _, dark, light, _ = GROUNDS["river"]
    spans = (((0.08, 0.4), (0.57, 0.92)), ((0.22, 0.58), (0.74, 0.95)))
    shapes: list[Shape] = []
    for row, y in enumerate((0.15, 0.38, 0.62, 0.86)):
        shift = rng.uniform(-0.03, 0.03)
        for column, (start, end) in enumerate(spans[(row + version) % 2]):
            xs = [start + shift + (end - start) * i / 16 for i in range(17)]
            wave = [(x, y + 0.03 * math.sin(x * 33 + version * 1.3 + row)) for x in xs]
            shapes.append(Line(wave, light if (row + column + version) % 2 == 0 else dark, 0.034))
    return shapes


def cactus(x: float, y: float, s: float) -> list[Shape]:
    """Return a cactus with its foot at (x, y), of height 0.21 times ``s``."""
    green = GROUNDS["desert"].accent
    return [
        Line([(x, y), (x, y - 0.21 * s)], green, 0.05 * s),
        Line([(x, y - 0.06 * s), (x - 0.07 * s, y - 0.075 * s), (x - 0.07 * s, y - 0.14 * s)], green, 0.034 * s),
        Line([(x, y - 0.09 * s), (x + 0.066 * s, y - 0.105 * s), (x + 0.066 * s, y - 0.17 * s)], green, 0.034 * s),
    ]


def _desert(rng: random.Random, version: int) -> list[Shape]:
    _, dark, light, _ = GROUNDS["desert"]
    dunes = [(0.27, 0.25, 0.4), (0.74, 0.33, 0.38), (0.42, 0.6, 0.5), (0.8, 0.74, 0.3), (0.25, 0.88, 0.36)]
    if version >= 2:
        dunes = [(1 - x, y, w) for x, y, w in dunes]
    shapes: list[Shape] = []
    for x, y, w in dunes:
        x, y = x + rng.uniform(-0.03, 0.03), y + rng.uniform(-0.03, 0.03)
        crest = [(x - w / 2 + w * i / 16, y - math.sin(i / 16 * math.pi) ** 1.4 * w * 0.24) for i in range(17)]
        shapes += [Line([(a + 0.01, b + 0.034) for a, b in crest[1:-1]], light, 0.026), Line(crest, dark, 0.026)]
    grains = [(0.52, 0.14), (0.12, 0.46), (0.64, 0.47), (0.13, 0.68), (0.56, 0.8), (0.9, 0.9), (0.92, 0.12)]
    shapes += [disc(x, y, 0.013, dark) for x, y in scatter(rng, grains, 0.03)]
    return [*shapes, *cactus(0.6 if version < 2 else 0.36, 0.49, 1.05)]


def _wasteland(rng: random.Random, version: int) -> list[Shape]:
    _, dark, light, stone = GROUNDS["wasteland"]
    cracks: list[list[Point]] = [
        [(0.0, 0.3), (0.14, 0.34), (0.27, 0.26), (0.42, 0.33), (0.56, 0.24), (0.7, 0.3), (0.86, 0.2), (1.0, 0.24)],
        [(0.27, 0.26), (0.33, 0.12), (0.3, 0.0)],
        [(0.56, 0.24), (0.6, 0.42), (0.52, 0.56), (0.6, 0.72), (0.54, 0.86), (0.57, 1.0)],
        [(0.0, 0.72), (0.16, 0.66), (0.3, 0.72), (0.52, 0.56)],
        [(0.6, 0.72), (0.78, 0.66), (0.9, 0.74), (1.0, 0.7)],
        [(0.16, 0.66), (0.2, 0.5)],
        [(0.78, 0.66), (0.8, 0.5), (0.72, 0.42)],
    ]
    shapes: list[Shape] = []
    for crack in cracks:
        path = [(1 - x if version % 2 else x, 1 - y if version >= 2 else y) for x, y in crack]
        path = [path[0], *scatter(rng, path[1:-1], 0.02), path[-1]]
        shapes += [Line([(x + 0.012, y + 0.016) for x, y in path], light, 0.018), Line(path, dark, 0.026)]
    for x, y in scatter(rng, [(0.13, 0.14), (0.86, 0.44), (0.36, 0.88), (0.88, 0.9), (0.4, 0.45)], 0.03):
        r = rng.uniform(0.028, 0.042)
        outline = [(x - r, y + r * 0.5), (x - r * 0.5, y - r * 0.6), (x + r * 0.5, y - r * 0.7), (x + r, y + r * 0.5)]
        shapes.append(Polygon(outline, stone, dark, 0.012))
    return shapes


_TEXTURES: dict[str, Callable[[random.Random, int], list[Shape]]] = {
    "plains": _plains,
    "forest": _forest,
    "mountain": _mountain,
    "river": _river,
    "desert": _desert,
    "wasteland": _wasteland,
}


def _large_tuft() -> list[Shape]:
    dark = GROUNDS["plains"].dark
    roots = ((0.3, 0.42), (0.68, 0.78))
    return [
        Line([(x + dx, y + dy), (x, y)], dark, 0.04) for x, y in roots for dx, dy in ((-0.1, -0.12), (0, -0.18), (0.1, -0.12))
    ]


def _large_waves() -> list[Shape]:
    light = GROUNDS["river"].light
    xs = [i / 24 for i in range(3, 22)]
    return [Line([(x, y + 0.045 * math.sin(x * 20)) for x in xs], light, 0.055) for y in (0.34, 0.68)]


def _large_dune() -> list[Shape]:
    dark = GROUNDS["desert"].dark
    shapes: list[Shape] = []
    for left, right, foot, height in ((0.14, 0.86, 0.48, 0.2), (0.3, 0.8, 0.8, 0.13)):
        points = [(left + (right - left) * i / 16, foot - math.sin(i / 16 * math.pi) * height) for i in range(17)]
        shapes.append(Line(points, dark, 0.05))
    return shapes


def _large_crack() -> list[Shape]:
    dark = GROUNDS["wasteland"].dark
    cracks: list[list[Point]] = [
        [(0.12, 0.3), (0.36, 0.4), (0.5, 0.3), (0.88, 0.44)],
        [(0.5, 0.3), (0.56, 0.6), (0.44, 0.86)],
        [(0.56, 0.6), (0.84, 0.72)],
    ]
    return [Line(crack, dark, 0.05) for crack in cracks]


_SIGNS: dict[str, Callable[[], list[Shape]]] = {
    "plains": _large_tuft,
    "forest": lambda: conifer(0.5, 0.88, 0.74),
    "mountain": lambda: peak(0.5, 0.84, 0.8, 0.62),
    "river": _large_waves,
    "desert": _large_dune,
    "wasteland": _large_crack,
}
"""Terrain -> the sign on its plain version."""


def shore(sides: str, corners: Sequence[str] = ()) -> Shapes:
    """Return the shore of a water square: strips on its ``sides`` next to land, and patches in ``corners`` that touch land."""
    shapes: list[Shape] = []
    for width, colour in ((0.085, BANK), (0.052, GROUNDS["river"].accent)):
        spots = {"NW": (0, 0), "NE": (1 - width, 0), "SE": (1 - width, 1 - width), "SW": (0, 1 - width)}
        shapes += [Rect(*strip(side, width), colour) for side in sides]
        shapes += [Rect(*spots[corner], width, width, colour) for corner in corners]
    return shapes


def parchment() -> Shapes:
    """Return an empty square: blank paper."""
    return [flat(PARCHMENT)]


def swatch(name: str) -> Shapes:
    """Return a small square of a terrain with an ink border: an icon within a line of text."""
    return [*terrain(name, 0), Rect(0, 0, 1, 1, None, 0, INK, 0.06)]

"""Art used only by Land: beaches, small islands, the frame of a rolled block."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

from render.art.colours import GROUNDS, INK, PAPER, STEEL
from render.art.emblems import emblem_shape
from render.art.shapes import QUARTERS, Ellipse, Line, Point, Polygon, Rect, Shape, Shapes, arc, disc, rotate, strip
from render.art.terrain import scatter, shore, terrain, variant
from render.paint.sides import CORNERS, SIDES
from render.paint.sprites import Stamp, stamp
from render.style.owners import OWNERS
from rules.land.grid import BEACH, ISLAND, MOUNTAIN, LandMap
from rules.squares import Square

SAND = GROUNDS["desert"].light
WET = GROUNDS["desert"].base
SURF = GROUNDS["river"].light
LEAF = GROUNDS["forest"].base
TRUNK = "#8A5426"


def beach(sides: str, version: int) -> Shapes:
    """Return a strip of sand with surf along the ``sides`` next to land, or a sandbank if there are none.

    It covers a small part of a water plot: a beach cannot be taken and must not look like land. ``version``: 0 to 3.
    """
    rng = random.Random(f"beach {sides} {version}")  # noqa: S311 - pebbles, always the same ones
    if not sides:
        return [*_bank(0.5, 0.54, 0.26, 0.14), *_pebbles(rng, [(0.42, 0.52), (0.58, 0.55)])]
    shapes: list[Shape] = []
    for reach, colour in ((0.36, SURF), (0.31, GROUNDS["river"].base), (0.26, SURF), (0.22, WET), (0.17, SAND)):
        for side in sides:
            edge: list[Point] = [(i / 12, reach + 0.03 * math.sin(i / 12 * math.tau * 1.5 + version)) for i in range(13)]
            shapes.append(Polygon(rotate([(0, -0.01), *edge, (1, -0.01)], QUARTERS[side]), colour))
    spots = [point for side in sides for point in rotate([(0.2, 0.09), (0.5, 0.1), (0.78, 0.08)], QUARTERS[side])]
    shapes += _pebbles(rng, spots)
    if version % 2:
        shapes += _shell(*rotate([(0.62, 0.1)], QUARTERS[sides[0]])[0])
    return shapes


def _bank(x: float, y: float, rx: float, ry: float) -> list[Shape]:
    return [
        Ellipse(x, y, rx + 0.07, ry + 0.07, SURF),
        Ellipse(x, y, rx + 0.02, ry + 0.02, WET),
        Ellipse(x, y - 0.02, rx, ry - 0.02, SAND),
    ]


def _pebbles(rng: random.Random, spots: list[Point]) -> list[Shape]:
    return [disc(x, y, 0.02, WET) for x, y in scatter(rng, spots, 0.04)]


def _shell(x: float, y: float) -> list[Shape]:
    fan: list[Point] = [(x, y + 0.07), *arc(x, y, 0.075, 170, 370)]
    return [Polygon(fan, PAPER, INK, 0.018), *(Line([(x, y + 0.06), (x + dx, y - 0.05)], INK, 0.012) for dx in (-0.03, 0.03))]


def islet(version: int) -> Shapes:
    """Return a small island with a palm, for a water plot."""
    lean = 0.1 if version % 2 else -0.1
    x, y = 0.5 - lean * 0.6, 0.66
    top = (x + lean, 0.3)
    shapes: list[Shape] = [*_bank(0.5, 0.72, 0.3, 0.15), Line([(x, y + 0.03), (x + lean * 0.35, 0.48), top], TRUNK, 0.055)]
    for angle in (200, 250, 310, 345, 20, 150):
        bend = [(top[0] + r * math.cos(math.radians(angle)), top[1] + r * math.sin(math.radians(angle)) + r * r * 1.6)
                for r in (0, 0.08, 0.15, 0.21)]  # fmt: skip
        shapes.append(Line(bend, LEAF, 0.062))
    return [*shapes, disc(top[0], top[1] + 0.01, 0.04, TRUNK)]


def block_frame(sides: str) -> Shapes:
    """Return the frame of a rolled block of plots inside one of its plots, on the ``sides`` along the block's border."""
    shapes: list[Shape] = []
    for width, colour in ((0.15, INK), (0.06, STEEL)):
        shapes += [Rect(*strip(side, width), colour) for side in sides]
    return shapes


def pale_ground() -> Shapes:
    """Return a nearly white ground for a plot just taken on a large map, on which even a yellow head stands out."""
    return [Rect(0, 0, 1, 1, PAPER + "B0")]


def fresh_mark() -> Shapes:
    """Return the mark of a plot that was just taken on a large map: thick brackets with a casing.

    Thin ones would not be visible.
    """
    shapes: list[Shape] = []
    for width, colour in ((0.31, INK), (0.17, PAPER)):
        for x, dx in ((0.1, 0.2), (0.9, -0.2)):
            for y, dy in ((0.1, 0.2), (0.9, -0.2)):
                shapes.append(Line([(x + dx, y), (x, y), (x, y + dy)], colour, width, flat=colour == INK))
    return shapes


def cow_head(owner: int) -> Shapes:
    """Return a cow as seen from afar: only its head, a block of the owner's colour with ears and the emblem."""
    look = OWNERS[owner]
    ears: list[list[Point]] = [[(0.02, 0.06), (0.34, 0.1), (0.12, 0.36)], [(0.98, 0.06), (0.66, 0.1), (0.88, 0.36)]]
    return [
        *(Polygon(ear, PAPER, PAPER, 0.06) for ear in ears),
        Rect(0.02, 0.1, 0.96, 0.86, PAPER, 0.24),
        *(Polygon(ear, INK) for ear in ears),
        Rect(0.06, 0.14, 0.88, 0.78, look.colour, 0.2, INK, 0.05),
        emblem_shape(look.emblem, 0.5, 0.53, 0.28, look.ink),
    ]


def owned_ground(owner: int) -> Shapes:
    """Return a translucent layer of the owner's colour for the ground of a plot, so that a herd is visible from afar."""
    return [Rect(0, 0, 1, 1, OWNERS[owner].colour + "8C")]


@lru_cache(maxsize=16)
def grounds(land: LandMap, *, plain: bool = False) -> Mapping[Square, Sequence[Stamp]]:
    """Return the layers of every plot without its cows. They are cached for some maps, because they never change during a game.

    ``plain``: flat, with few details.
    """
    return {square: _ground(land, square, plain=plain) for square in land.squares}


def _ground(land: LandMap, square: Square, *, plain: bool) -> list[Stamp]:
    kind = land.kind(square)
    version = variant(square.x, square.y, plain=plain)
    if land.bit(square) & land.usable:
        return [stamp(terrain, "mountain" if kind == MOUNTAIN else "plains", version)]
    sides = "".join(side for side, step in SIDES.items() if _is_land(land, square, step))
    corners = tuple(corner for corner, step in CORNERS.items() if not set(corner) & set(sides) and _is_land(land, square, step))
    layers = [stamp(terrain, "river", version)]
    if kind == BEACH:
        return [*layers, stamp(beach, sides, version)]
    if sides or corners:
        layers.append(stamp(shore, sides, corners))
    return [*layers, stamp(islet, version)] if kind == ISLAND else layers


def _is_land(land: LandMap, square: Square, step: tuple[int, int]) -> bool:
    return bool(land.bit(Square(square.x + step[0], square.y + step[1])) & land.usable)

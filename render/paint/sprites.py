"""Draws display lists as sprites.

They are drawn several times too large and then reduced, for smooth edges. Sprites are cached.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.art.shapes import Ellipse, Line, Point, Polygon, Rect, Shape, Shapes
from render.paint.cache import Cache
from render.style.fonts import font

Art = Callable[..., Shapes]
"""A function that returns a display list; with its arguments it identifies a sprite."""


class Stamp(NamedTuple):
    """One layer of a square: art with its arguments, and the part of the square that it fills."""

    art: Art
    args: tuple[Hashable, ...] = ()
    x: float = 0.0
    y: float = 0.0
    size: float = 1.0


@lru_cache(maxsize=4096)
def stamp(art: Art, *args: Hashable, at: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Stamp:
    """Return a layer: ``stamp(castle, 0)``, or ``stamp(cow, at=(0.5, 0.5, 0.5))`` for a small one at the bottom right.

    ``at``: left, top and size in squares.
    """
    return Stamp(art, args, *at)


_sprites: Cache[Image.Image] = Cache(16 * 2**20, lambda image: 4 * image.width * image.height)


def sprite(art: Art, args: tuple[Hashable, ...], size: int) -> Image.Image:
    """Return the art ``size`` pixels wide and high, mode RGBA. It is cached, so do not modify it."""
    return _sprites.get((art, args, size), lambda: rasterize(art(*args), size, size))


def rasterize(shapes: Shapes, width: int, height: int, unit: float | None = None) -> Image.Image:
    """Return a display list as an image, mode RGBA, with ``unit`` pixels per square (default: ``width``)."""
    scale = float(width) if unit is None else unit
    factor = max(3, min(8, round(400 / max(width, height))))
    canvas = Image.new("RGBA", (width * factor, height * factor), (0, 0, 0, 0))
    pen = ImageDraw.Draw(canvas)
    for number, (colours, group) in enumerate(groupby(shapes, key=_translucent_colours)):
        # Drawing on RGBA overwrites, so translucent shapes are blended. Consecutive shapes of the same colours share a layer.
        if colours and number:
            layer = Image.new("RGBA", canvas.size, (0, 0, 0, 0))
            layer_pen = ImageDraw.Draw(layer)
            for shape in group:
                _draw(layer_pen, shape, scale * factor)
            canvas.alpha_composite(layer)
        else:
            for shape in group:
                _draw(pen, shape, scale * factor)
    return canvas.reduce(factor)


def _translucent_colours(shape: Shape) -> tuple[str, ...]:
    """Return the translucent colours of a shape."""
    return tuple(value for value in shape if isinstance(value, str) and len(value) == 9 and value[0] == "#")


def is_translucent(shape: Shape) -> bool:
    """Return whether a shape has a translucent colour."""
    return bool(_translucent_colours(shape))


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, s: float) -> None:
    """Draw one shape with ``s`` pixels per square."""
    if isinstance(shape, Polygon):
        points = [(x * s, y * s) for x, y in shape.points]
        if shape.fill:
            pen.polygon(points, fill=shape.fill)
        if shape.stroke and shape.width > 0:
            _line(pen, [*points, points[0], points[1]], shape.stroke, shape.width * s, flat=True)
    elif isinstance(shape, Line):
        _line(pen, [(x * s, y * s) for x, y in shape.points], shape.colour, shape.width * s, flat=shape.flat)
    elif isinstance(shape, Rect):
        x, y = round(shape.x * s), round(shape.y * s)
        right, bottom = round((shape.x + shape.w) * s) - 1, round((shape.y + shape.h) * s) - 1
        if right >= x and bottom >= y:
            width = max(1, round(shape.width * s)) if shape.stroke else 0
            pen.rounded_rectangle((x, y, right, bottom), shape.radius * s, fill=shape.fill, outline=shape.stroke, width=width)
    elif isinstance(shape, Ellipse):
        box = [(shape.x + dx) * s for dx in (-shape.rx, shape.rx)], [(shape.y + dy) * s for dy in (-shape.ry, shape.ry)]
        width = max(1, round(shape.width * s)) if shape.stroke else 0
        pen.ellipse((box[0][0], box[1][0], box[0][1], box[1][1]), fill=shape.fill, outline=shape.stroke, width=width)
    else:
        face = font(shape.weight, max(1, round(shape.size * s)))
        # Anchored at half the height of capitals above the baseline, so that all labels of one size are aligned.
        pen.text((shape.x * s, shape.y * s + shape.size * s * 0.36), shape.text, font=face, fill=shape.colour, anchor="ms")


def _line(pen: ImageDraw.ImageDraw, points: Sequence[Point], colour: str, width: float, *, flat: bool) -> None:
    width = max(1, round(width))
    pen.line(points, fill=colour, width=width, joint="curve")
    if not flat:
        r = math.floor(width / 2)
        for x, y in (points[0], points[-1]):
            pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)

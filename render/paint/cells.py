"""Squares as palette images, cached by their layers: a turn draws only the squares that have changed."""

from __future__ import annotations

from PIL import Image

from render.paint.cache import Cache
from render.paint.sprites import Stamp, sprite
from render.style import palette

Layers = tuple[Stamp, ...]
"""The layers of a square, from the bottom up."""

_cells: Cache[Image.Image] = Cache(24 * 2**20, lambda image: image.width * image.height)


def cell(size: int, layers: Layers) -> Image.Image:
    """Return the square as palette numbers, mode L, ``size`` pixels wide and high. It is cached, so do not modify it."""
    return _cells.get((size, layers), lambda: palette.to_indices(paint_layers(size, layers)))


def paint_layers(size: int, layers: Layers, ground: Image.Image | None = None) -> Image.Image:
    """Return layers painted over each other, and over ``ground`` if given, mode RGB. Parts outside the square are cut off."""
    image = Image.new("RGB", (size, size)) if ground is None else ground.convert("RGB")
    for layer in layers:
        picture = sprite(layer.art, layer.args, max(1, round(layer.size * size)))
        image.paste(picture, (round(layer.x * size), round(layer.y * size)), picture)
    return image

"""Small pictures of single pieces and terrains, which the page lays over a board and puts on buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from io import BytesIO

from PIL import Image

from render.art.pieces import CASTLE_AT, castle, cow, farm, log, points, road
from render.art.shapes import Shapes
from render.art.terrain import terrain
from render.games.nomads.art.tokens import city, drawn_tile
from render.paint.sprites import rasterize

SIZE = 96
"""Width and height in pixels."""


_DRAW: dict[str, Callable[..., Shapes]] = {
    "city": lambda owner: city(int(owner)),
    "cow": lambda owner: cow(int(owner)),
    "farm": lambda owner: farm(int(owner)),
    "road": lambda: road(""),
    "terrain": lambda name: terrain(name, 0),
    "tile": drawn_tile,
}


@lru_cache(maxsize=256)
def draw_swatch(name: str) -> bytes:
    """Return a swatch as PNG: ``terrain-forest``, ``castle-0-14``, ``cow-2``.

    Raise LookupError, TypeError or ValueError for other names.
    """
    kind, *args = name.split("-")
    composed: dict[str, Callable[..., Image.Image]] = {"log": _draw_log, "castle": _draw_castle}
    own = composed.get(kind)
    image = own(*args) if own else rasterize(_DRAW[kind](*args), SIZE, SIZE)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_castle(owner: str, score: str) -> Image.Image:
    """Return a castle above its points, as on a board."""
    left, top, size = (round(SIZE * part) for part in CASTLE_AT)
    image = Image.new("RGBA", (SIZE, SIZE))
    image.paste(rasterize(castle(int(owner)), size, size), (left, top))
    image.alpha_composite(rasterize(points(score), SIZE, SIZE))
    return image


def _draw_log() -> Image.Image:
    """Return a level trunk in the middle, made of the halves in the squares above and below."""
    image, half = Image.new("RGBA", (SIZE, SIZE)), SIZE // 2
    image.paste(rasterize(log("S"), SIZE, SIZE).crop((0, half, SIZE, SIZE)), (0, 0))
    image.paste(rasterize(log("N"), SIZE, SIZE).crop((0, 0, SIZE, half)), (0, half))
    return image

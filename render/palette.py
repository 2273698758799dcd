"""The fixed palette: 256 colours for all pictures of all themes, the important ones exact.

Pictures are put together from squares that are palette images already, so a picture is never quantised as a whole. The
nearest colour is looked up in a table over the upper 6 bits of each channel, in which every exact colour owns its entry.
Palette and table are made by ``tools/make_palette.py`` and stored in ``data/palettes/board.bin``: 768 bytes of palette,
then 262,144 of table, compressed.
"""

from __future__ import annotations

import sys
import zlib
from functools import lru_cache

from PIL import Image, ImageChops

from rules.files import DATA

FILE = DATA / "palettes" / "board.bin"

# What each channel adds to the low, middle and high byte of an entry's number: red, green and blue are 6 bits each.
_NONE = [0] * 256
_LOW = [*_NONE, *((v >> 2 & 3) << 6 for v in range(256)), *(v >> 2 for v in range(256))]
_MIDDLE = [*((v >> 2 & 15) << 4 for v in range(256)), *(v >> 4 for v in range(256)), *_NONE]
_HIGH = [*(v >> 6 for v in range(256)), *_NONE, *_NONE]


@lru_cache(maxsize=1)
def _data() -> bytes:
    return zlib.decompress(FILE.read_bytes())


@lru_cache(maxsize=1)
def colours() -> bytes:
    """The palette: red, green and blue of each of the 256 colours."""
    return _data()[:768]


@lru_cache(maxsize=1)
def _table() -> bytes:
    return _data()[768:]


def indexed(image: Image.Image) -> Image.Image:
    """``image`` (mode RGB) as palette numbers, mode L; ``with_palette`` makes a picture of it in the end."""
    parts = [image.point(lut).split() for lut in (_LOW, _MIDDLE, _HIGH)]
    low, middle, high = (_sum(part) for part in parts)
    empty = Image.new("L", image.size)
    planes = (low, middle, high, empty) if sys.byteorder == "little" else (empty, high, middle, low)
    entries = memoryview(Image.merge("RGBA", planes).tobytes()).cast("I")
    return Image.frombytes("L", image.size, bytes(map(_table().__getitem__, entries)))


def _sum(bands: tuple[Image.Image, ...]) -> Image.Image:
    return ImageChops.add(ImageChops.add(bands[0], bands[1]), bands[2])


@lru_cache(maxsize=512)
def index(colour: str) -> int:
    """The number of the palette colour that stands for ``colour`` (``#rrggbb``)."""
    r, g, b = (int(colour[i : i + 2], 16) >> 2 for i in (1, 3, 5))
    return _table()[r << 12 | g << 6 | b]


def with_palette(numbers: Image.Image) -> Image.Image:
    """A picture, mode P, from palette numbers (mode L); shares no data with them."""
    picture = numbers.copy()
    picture.putpalette(colours())
    return picture

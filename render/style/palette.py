"""The fixed palette: 255 colours for all pictures of all themes, the important ones exact, and one unused entry.

Pictures are assembled from squares that are already palette images, so no picture is quantised as a whole. A colour of the
palette is represented exactly; for any other colour, the nearest one is looked up in a table over the upper 6 bits of each
channel. Palette and table are made by ``tools/make_palette.py`` and stored in ``data/palettes/board.bin``: 768 bytes of
palette, then 262,144 of table, compressed.
"""

from __future__ import annotations

import sys
import zlib
from functools import lru_cache

from PIL import Image

from rules.files import DATA

UNUSED = 255
"""The entry that no picture uses; it is free for transparency."""
FILE = DATA / "palettes" / "board.bin"

_PACKED = "BGRX" if sys.byteorder == "little" else "XRGB"
"""Pillow's layout of pixels that are read back as the numbers 0xRRGGBB."""
_MOST_KNOWN = 100_000


@lru_cache(maxsize=1)
def _data() -> bytes:
    return zlib.decompress(FILE.read_bytes())


def colours() -> bytes:
    """Return the palette: red, green and blue of each of the 256 entries."""
    return _data()[:768]


class _Numbers(dict[int, int]):
    """0xRRGGBB -> entry of the palette; results are cached."""

    def __missing__(self, colour: int) -> int:
        if not self or len(self) >= _MOST_KNOWN:
            self._begin()
            if colour in self:
                return self[colour]
        entry = colour >> 18 << 12 | (colour >> 10 & 63) << 6 | (colour >> 2 & 63)
        number = self[colour] = _data()[768 + entry]
        return number

    def _begin(self) -> None:
        flat = colours()
        own = {int.from_bytes(flat[3 * number : 3 * number + 3], "big"): number for number in reversed(range(UNUSED))}
        self.clear()
        self.update(own)


_numbers = _Numbers()


def to_indices(image: Image.Image) -> Image.Image:
    """Return ``image`` (mode RGB) as palette numbers, mode L; ``attach_palette`` turns them into a picture."""
    pixels = memoryview(image.tobytes("raw", _PACKED)).cast("I")
    return Image.frombytes("L", image.size, bytes(map(_numbers.__getitem__, pixels)))


def index(colour: str) -> int:
    """Return the number of the palette colour for ``colour`` (``#rrggbb``)."""
    return _numbers[int(colour[1:7], 16)]


def attach_palette(numbers: Image.Image) -> Image.Image:
    """Turn palette numbers (mode L) into a picture (mode P), in place. Never call it with a cached image."""
    numbers.putpalette(colours())
    return numbers

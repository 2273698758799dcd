"""Below the board of Nomads, the tiles drawn for an activation, from which one is taken."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.games.nomads.art.marks import cross
from render.games.nomads.art.tokens import drawn_tile
from render.paint.cells import cell
from render.paint.layout import WIDTH
from render.paint.sprites import stamp
from render.style import palette
from render.style.fonts import font
from render.style.themes import THEMES

GAP, LABEL, EDGE = 12, 48, 12
"""Pixels: the space between two tiles, the height of a label below, and the space around the row."""

SIZES = ((6, 150, 30), (8, 106, 24))
"""Up to so many tiles side by side: the size of a tile, and that of the labels' letters, which fit between two others."""


def sizes(tiles: int) -> tuple[int, int]:
    """The size of each of so many tiles, and that of the letters below them."""
    return next((tile, letters) for most, tile, letters in SIZES if tiles <= most)


def add_strip(numbers: Image.Image, drawn: Sequence[str], choices: Sequence[str], theme: str) -> Image.Image:
    """The picture ``numbers`` (palette numbers, mode L) with the tiles ``drawn`` below it; all but ``choices`` crossed out."""
    tile, letters = sizes(len(drawn))
    height = tile + LABEL + 2 * EDGE
    look, face = THEMES[theme], font("SemiBold", letters)
    image = Image.new("L", (WIDTH, numbers.height + height), palette.index(look.frame))
    image.paste(numbers, (0, 0))
    pitch = tile + GAP
    left, top = (WIDTH - len(drawn) * pitch + GAP) // 2, numbers.height + EDGE
    for place, kind in enumerate(drawn):
        layers = (stamp(drawn_tile, kind),) if kind in choices else (stamp(drawn_tile, kind), stamp(cross))
        image.paste(cell(tile, layers), (left + place * pitch, top))
        label = Image.new("RGB", (pitch, LABEL), look.frame)
        ImageDraw.Draw(label).text((pitch / 2, LABEL - 9), kind, font=face, fill=look.text, anchor="ms")
        image.paste(palette.to_indices(label), (left + place * pitch - GAP // 2, top + tile))
    return image

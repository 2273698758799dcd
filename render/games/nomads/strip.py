"""The row below the board of Nomads with the tiles drawn for an activation, of which one is taken."""

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
from render.targets import Box

GAP, LABEL, EDGE = 12, 52, 12
"""Pixels: the space between two tiles, the height of a line of labels below them, and the space around the row."""

LETTERS = 42
"""Font size of the labels: on a phone, where a picture is 300 pixels wide, their capitals are 9 pixels high."""
SIZES = ((6, 150), (8, 106))
"""Maximum number of tiles side by side -> the size of a tile."""
_LABEL_WIDTH = 232
"""Minimum pixels for a label. If each tile has this much room, all labels are in one line."""
_LINES = 2
"""Number of lines for the labels of many tiles: every second label is a line lower, so that each has the width of two tiles."""


def size_of(tiles: int) -> int:
    """Return the size of each tile for this number of tiles."""
    return next(size for most, size in SIZES if tiles <= most)


def pitch_of(tiles: int) -> int:
    """Return the distance from one tile to the next for this number of tiles."""
    return _LABEL_WIDTH if tiles * _LABEL_WIDTH <= WIDTH else size_of(tiles) + GAP


def tile_boxes(tiles: int, above: int) -> list[Box]:
    """Return the boxes of this number of tiles below a picture that is ``above`` pixels high."""
    tile, pitch = size_of(tiles), pitch_of(tiles)
    left, top = (WIDTH - (tiles - 1) * pitch - tile) // 2, above + EDGE
    return [(left + place * pitch, top, left + place * pitch + tile, top + tile) for place in range(tiles)]


def add_strip(numbers: Image.Image, drawn: Sequence[str], choices: Sequence[str], theme: str) -> Image.Image:
    """Return the picture ``numbers`` (mode L) with the ``drawn`` tiles below it. All except ``choices`` are crossed out."""
    tile, pitch = size_of(len(drawn)), pitch_of(len(drawn))
    lines = 1 if pitch >= _LABEL_WIDTH else _LINES
    height = tile + lines * LABEL + 2 * EDGE
    look, face = THEMES[theme], font("SemiBold", LETTERS)
    image = Image.new("L", (WIDTH, numbers.height + height), palette.index(look.frame))
    image.paste(numbers, (0, 0))
    boxes = tile_boxes(len(drawn), numbers.height)
    for place, ((left, top, _, _), kind) in enumerate(zip(boxes, drawn, strict=True)):
        layers = (stamp(drawn_tile, kind),) if kind in choices else (stamp(drawn_tile, kind), stamp(cross))
        image.paste(cell(tile, layers), (left, top))
        middle = left + tile // 2
        start, end = max(0, middle - pitch * lines // 2), min(WIDTH, middle + pitch * lines // 2)
        label = Image.new("RGB", (end - start, LABEL), look.frame)
        inset = EDGE + face.getlength(kind) / 2
        at = min(max(middle, inset), WIDTH - inset)  # keeps the row away from the edge of a screen
        ImageDraw.Draw(label).text((at - start, LABEL - 13), kind, font=face, fill=look.text, anchor="ms")
        image.paste(palette.to_indices(label), (start, top + tile + place % lines * LABEL))
    return image

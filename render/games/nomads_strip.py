"""Below the board of Nomads, the tiles drawn for an activation, from which one is taken."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render import palette
from render.cells import cell
from render.fonts import font
from render.games.nomads_marks import crossed_out
from render.games.nomads_tokens import drawn_tile
from render.layout import WIDTH
from render.sprites import stamp
from render.themes import THEMES

TILE, GAP, LABEL, EDGE = 106, 12, 36, 12
"""Pixels: a tile, the space between two, the height of a label below, and the space around the row."""

LETTERS = 24
"""Size of the labels' letters: the longest label fits between two others."""


def with_strip(numbers: Image.Image, drawn: Sequence[str], choices: Sequence[str], theme: str) -> Image.Image:
    """The picture ``numbers`` (palette numbers, mode L) with the tiles ``drawn`` below it; all but ``choices`` crossed out."""
    height = TILE + LABEL + 2 * EDGE
    look, face = THEMES[theme], font("SemiBold", LETTERS)
    image = Image.new("L", (WIDTH, numbers.height + height), palette.index(look.frame))
    image.paste(numbers, (0, 0))
    pitch = TILE + GAP
    left, top = (WIDTH - len(drawn) * pitch + GAP) // 2, numbers.height + EDGE
    for place, kind in enumerate(drawn):
        layers = (stamp(drawn_tile, kind),) if kind in choices else (stamp(drawn_tile, kind), stamp(crossed_out))
        image.paste(cell(TILE, layers), (left + place * pitch, top))
        label = Image.new("RGB", (pitch, LABEL), look.frame)
        ImageDraw.Draw(label).text((pitch / 2, LABEL - 9), kind, font=face, fill=look.text, anchor="ms")
        image.paste(palette.indexed(label), (left + place * pitch - GAP // 2, top + TILE))
    return image

"""Pictures of a game's maps, boards or tile sets, one by one and side by side, for choosing among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.encode.png import png
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, PLAIN, TOP, Sheet
from render.text.words import ALT_LIMIT, clip
from render.view import Picture

_PAD, _LABEL = 16, 50
"""Pixels: the distance between pictures, and the height of a label above a picture."""


class Choice(NamedTuple):
    """One value of an option."""

    value: str
    picture: Picture


class Gallery(NamedTuple):
    """All values of one option that have a picture."""

    option: str
    """Name of the option: ``map``."""
    choices: tuple[Choice, ...]
    """The values in the order of the option."""
    together: Picture
    """All values side by side."""


class Shown(NamedTuple):
    """A value of the option with its board."""

    value: str
    board: Image.Image
    """The board as returned by ``Board.draw``."""
    alt: str
    """The description of the board, row by row."""
    summary: str
    """A sentence about it, for the picture of all values."""

    def choice(self) -> Choice:
        """Return the value with a picture that shows only its board."""
        return Choice(self.value, Picture(png(self.board), self.alt))


def gallery_of(option: str, title: str, shown: Sequence[Shown], theme: str) -> Gallery:
    """Return a gallery of boards. In the picture of all boards, there are two in each row."""
    choices = tuple(each.choice() for each in shown)
    return Gallery(option, choices, Picture(_side_by_side(title, shown, theme), join_alts(title, shown)))


def join_alts(title: str, shown: Sequence[Shown]) -> str:
    """Return the description of the picture of all boards."""
    return clip(f"{title}, side by side. {' '.join(each.summary for each in shown)}", ALT_LIMIT)


def _side_by_side(title: str, shown: Sequence[Shown], theme: str) -> bytes:
    width = (WIDTH - 2 * EDGE - 3 * _PAD) // 2
    rows = [shown[start : start + 2] for start in range(0, len(shown), 2)]
    heights = [max(round(each.board.height * width / each.board.width) for each in row) + _LABEL + _PAD for row in rows]
    sheet = Sheet(TOP + sum(heights) + _PAD + EDGE, title, theme)
    top = TOP + _PAD
    for row, height in zip(rows, heights, strict=True):
        for place, each in enumerate(row):
            x = EDGE + _PAD + place * (width + _PAD)
            sheet.text(x + width / 2, top + 36, each.value, size=PLAIN, weight="Bold", anchor="ms")
            sheet.picture(x, top + _LABEL, each.board, width)
        top += height
    return sheet.png()

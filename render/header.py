"""The header: a chip for each player, and lines of words with icons."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render import palette
from render.art.emblems import emblem_shape
from render.art.pieces import crown, flag
from render.art.shapes import Rect, Shape
from render.cache import Cache
from render.fonts import fit, font
from render.layout import CHIP
from render.owners import OWNERS
from render.sprites import Stamp, drawn, sprite
from render.themes import THEMES, Theme

BLOCK = 52
"""Width of the colour block with the emblem."""
ICON = 34
BORDER = 5
"""Width of the border of the player to move; the others' is thinner, but everything else stands in the same place."""


class Counter(NamedTuple):
    """A small icon with a number beside the score: ``Counter(stamp(castle, 0), "2")``."""

    icon: Stamp
    text: str


class Chip(NamedTuple):
    """What the header shows of one player."""

    owner: int
    """Number of the owner's look, from 0 (``render.owners``)."""
    name: str
    """As ``render.fonts.picture_name`` gives it."""
    score: str
    counters: tuple[Counter, ...] = ()
    to_move: bool = False
    """A thick border."""
    crowned: bool = False
    """A crown: has won, or shares the win."""
    dropped: bool = False
    """Has given up: dimmed, with a white flag."""


Words = tuple[str | Stamp, ...]
"""A line of words with icons in between."""

_kept: Cache[Image.Image] = Cache(4 * 2**20, lambda image: image.width * image.height)


def chip(look: Chip, theme: str, width: int) -> Image.Image:
    """The chip as palette numbers, mode L, ``width`` by ``CHIP`` pixels. Not to be changed."""
    return _kept.get((look, theme, width), lambda: palette.indexed(_chip(look, THEMES[theme], width)))


def words(text: Words, theme: str, width: int, height: int) -> Image.Image:
    """A line of words in the middle of ``width`` by ``height`` pixels of frame: palette numbers, mode L."""
    return _kept.get((text, theme, width, height), lambda: palette.indexed(_words(text, THEMES[theme], width, height)))


def _body(look: Chip, theme: Theme, w: int) -> Image.Image:
    """The chip without text."""
    owner, h = OWNERS[look.owner], CHIP
    border = BORDER if look.to_move else 2
    inner_h = h - 2 * border
    block = Rect(border, border, w - 2 * border, inner_h, owner.colour, 11)
    split = BORDER + BLOCK
    shapes: list[Shape] = [
        Rect(0, 0, w, h, theme.frame),
        Rect(0, 0, w, h, theme.turn if look.to_move else theme.edge, 14),
        block,
        Rect(split, border, w - border - split, inner_h, theme.panel, 11),
        Rect(split, border, 20, inner_h, theme.panel),
        Rect(split, border, 2, inner_h, theme.turn if look.to_move else theme.edge),
        emblem_shape(owner.emblem, BORDER + BLOCK / 2, h / 2, 17, owner.ink),
    ]
    if look.dropped:
        shapes.append(Rect(border, border, split - border, inner_h, theme.frame + "B0", 11))
    return drawn(shapes, w, h, 1)


def _chip(look: Chip, theme: Theme, w: int) -> Image.Image:
    image = Image.new("RGB", (w, CHIP), theme.frame)
    body = _body(look, theme, w)
    image.paste(body, (0, 0), body)
    pen = ImageDraw.Draw(image)
    left = BORDER + BLOCK + 11
    right = w - 13
    text = theme.dim if look.dropped else theme.text
    name_end = right
    if look.crowned or look.dropped:
        icon = sprite(crown if look.crowned else flag, (), ICON)
        image.paste(icon, (right - ICON + 2, 9), icon)
        name_end -= ICON + 4
    pen.text((left, 36), fit(look.name, "SemiBold", 28, name_end - left), font=font("SemiBold", 28), fill=text, anchor="ls")
    size = 46
    while size > 26 and font("Bold", size).getlength(look.score) > right - left:
        size -= 2
    pen.text((left - 1, CHIP - 15), look.score, font=font("Bold", size), fill=text, anchor="ls")
    room = left + font("Bold", size).getlength(look.score) + 12
    _counters(image, look, theme, room, right)
    return image


def _counters(image: Image.Image, look: Chip, theme: Theme, left: float, right: int) -> None:
    """The counters, set from the right; closer together and smaller where they need more than the room there is."""
    face = 27
    while True:
        icon, gap = round(face * 1.26), round(face * 0.4)
        widths = [icon + 3 + round(font("SemiBold", face).getlength(c.text)) for c in look.counters]
        if sum(widths) + gap * (len(widths) - 1) <= right - left or face <= 18:
            break
        face -= 1
    pen = ImageDraw.Draw(image)
    x = right
    for counter, width in zip(reversed(look.counters), reversed(widths), strict=True):
        pen.text((x, CHIP - 17), counter.text, font=font("SemiBold", face), fill=theme.dim, anchor="rs")
        picture = sprite(counter.icon.art, counter.icon.args, icon)
        image.paste(picture, (x - width, CHIP - 17 - round(icon * 0.8)), picture)
        x -= width + gap


def _words(text: Words, theme: Theme, width: int, height: int) -> Image.Image:
    image = Image.new("RGB", (width, height), theme.frame)
    pen = ImageDraw.Draw(image)
    face = 29
    while True:
        icon, gap = round(face * 1.3), round(face * 0.28)
        widths = [round(font("SemiBold", face).getlength(part)) if isinstance(part, str) else icon for part in text]
        total = sum(widths) + gap * (len(widths) - 1)
        if total <= width or face <= 20:
            break
        face -= 1
    x, middle = max(0, (width - total) // 2), height // 2
    for part, part_width in zip(text, widths, strict=True):
        if isinstance(part, str):
            shown = fit(part, "SemiBold", face, width - x)
            pen.text((x, middle + round(face * 0.36)), shown, font=font("SemiBold", face), fill=theme.text, anchor="ls")
        else:
            picture = sprite(part.art, part.args, icon)
            image.paste(picture, (x, middle - icon // 2), picture)
        x += part_width + gap
    return image

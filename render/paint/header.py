"""The header: a chip for each player, and lines of words with icons.

A chip is assembled from parts that are already palette images: its body, its texts, its icons. Only the parts are cached. They
are few and small regardless of the number of players, so new names do not make a picture slower.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.art.emblems import emblem_shape
from render.art.pieces import crown, flag
from render.art.shapes import Rect, Shape
from render.paint.cache import Cache
from render.paint.layout import CHIP
from render.paint.sprites import Stamp, rasterize, sprite, stamp
from render.style import palette
from render.style.fonts import box, fit, font, length
from render.style.owners import OWNERS
from render.style.themes import THEMES, Theme

BLOCK = 52
"""Width of the colour block with the emblem."""
ICON = 40
NAME, LEAST_NAME, SCORE, WORDS = 40, 32, 52, 38
"""Font sizes: of a name, the minimum of a long name, of a score, and of a line of words. In a picture shown 400 pixels wide,
as on a phone, a size of 38 becomes 15."""
BORDER = 5
"""Width of the border of the player to move; other borders are thinner, but do not shift the contents."""

LEAST_SCORE, READABLE, BESIDE = 34, 28, 12
"""The minimum size of a score, the size of counters for which a score is made smaller, and the space between the two."""


class Counter(NamedTuple):
    """A small icon with a number next to the score: ``Counter(stamp(castle, 0), "2")``."""

    icon: Stamp
    text: str


class Chip(NamedTuple):
    """The header of one player."""

    owner: int
    """Number of the owner, from 0 (``render.style.owners``)."""
    name: str
    """The name as returned by ``render.style.fonts.picture_name``."""
    score: str
    counters: tuple[Counter, ...] = ()
    to_move: bool = False
    """Whether it has a thick border."""
    crowned: bool = False
    """Whether it has a crown: the player has won, or shares the win."""
    dropped: bool = False
    """Whether the player is out of the game: dimmed, with a white flag."""


Words = tuple[str | Stamp, ...]
"""A line of words and icons."""

_parts: Cache[Image.Image] = Cache(16 * 2**20, lambda image: image.width * image.height)
"""The cache of bodies of chips, texts and icons, with room for some two thousand names."""


def chip(look: Chip, theme: str, width: int) -> Image.Image:
    """Return the chip as palette numbers, mode L, ``width`` by ``CHIP`` pixels."""
    colours = THEMES[theme]
    text = colours.dim if look.dropped else colours.text
    image = _body(look.owner, look.to_move, look.dropped, colours, width).copy()
    left, right = BORDER + BLOCK + 11, width - 13
    name_end = right
    if look.crowned or look.dropped:
        image.paste(_icon(stamp(crown if look.crowned else flag), ICON, colours.panel), (right - ICON + 2, 9))
        name_end -= ICON + 4
    face = NAME
    while face > LEAST_NAME and length(look.name, "SemiBold", face) > name_end - left:
        face -= 1
    name = fit(look.name, "SemiBold", face, name_end - left)
    _write(image, (left, 48), name, "SemiBold", face, text, colours.panel)
    size, beside = SCORE, _width(look.counters, READABLE)[-1]
    while size > LEAST_SCORE and length(look.score, "Bold", size) + beside > right - left:
        size -= 2
    _write(image, (left - 1, CHIP - 15), look.score, "Bold", size, text, colours.panel)
    room = left + length(look.score, "Bold", size) + BESIDE
    _counters(image, look.counters, colours, room, right)
    return image


def words(text: Words, theme: str, width: int, height: int) -> Image.Image:
    """Return a centred line of words on ``width`` by ``height`` pixels of frame: palette numbers, mode L."""
    colours = THEMES[theme]
    image = Image.new("L", (width, height), palette.index(colours.frame))
    face = WORDS
    while True:
        icon, gap = round(face * 1.3), round(face * 0.28)
        widths = [round(length(part, "SemiBold", face)) if isinstance(part, str) else icon for part in text]
        total = sum(widths) + gap * (len(widths) - 1)
        if total <= width or face <= 20:
            break
        face -= 1
    x, middle = max(0, (width - total) // 2), height // 2
    for part, part_width in zip(text, widths, strict=True):
        if isinstance(part, str):
            shown = fit(part, "SemiBold", face, width - x)
            _write(image, (x, middle + round(face * 0.36)), shown, "SemiBold", face, colours.text, colours.frame)
        else:
            image.paste(_icon(part, icon, colours.frame), (x, middle - icon // 2))
        x += part_width + gap
    return image


def _counters(image: Image.Image, counters: tuple[Counter, ...], theme: Theme, left: float, right: int) -> None:
    """Draw the counters from the right, closer together and smaller if they do not fit otherwise."""
    face = 46
    while True:
        icon, gap, widths, total = _width(counters, face)
        if total - BESIDE <= right - left or face <= 22:
            break
        face -= 1
    x = right
    for counter, width in zip(reversed(counters), reversed(widths), strict=True):
        start = x - round(length(counter.text, "SemiBold", face))
        _write(image, (start, CHIP - 17), counter.text, "SemiBold", face, theme.dim, theme.panel)
        image.paste(_icon(counter.icon, icon, theme.panel), (x - width, CHIP - 17 - round(icon * 0.8)))
        x -= width + gap


def _width(counters: tuple[Counter, ...], face: int) -> tuple[int, int, list[int], int]:
    """Return the widths of an icon, of the gap between counters, of each counter, and of all of them with a leading space."""
    icon, gap = round(face * 1.26), round(face * 0.4)
    widths = [icon + 3 + round(length(counter.text, "SemiBold", face)) for counter in counters]
    return icon, gap, widths, BESIDE + sum(widths) + gap * (len(widths) - 1) if widths else 0


# ---------------------------------------------------------------------- the parts


def _body(owner: int, to_move: bool, dropped: bool, theme: Theme, width: int) -> Image.Image:
    """Return a chip without text."""
    key = ("body", owner, to_move, dropped, theme.name, width)
    return _parts.get(key, lambda: palette.to_indices(_draw_body(owner, to_move, dropped, theme, width)))


def _draw_body(number: int, to_move: bool, dropped: bool, theme: Theme, w: int) -> Image.Image:
    owner, h = OWNERS[number], CHIP
    border = BORDER if to_move else 2
    inner_h = h - 2 * border
    block = Rect(border, border, w - 2 * border, inner_h, owner.colour, 11)
    split = BORDER + BLOCK
    shapes: list[Shape] = [
        Rect(0, 0, w, h, theme.frame),
        Rect(0, 0, w, h, theme.turn if to_move else theme.edge, 14),
        block,
        Rect(split, border, w - border - split, inner_h, theme.panel, 11),
        Rect(split, border, 20, inner_h, theme.panel),
        Rect(split, border, 2, inner_h, theme.turn if to_move else theme.edge),
        emblem_shape(owner.emblem, BORDER + BLOCK / 2, h / 2, 17, owner.ink),
    ]
    if dropped:
        shapes.append(Rect(border, border, split - border, inner_h, theme.frame + "B0", 11))
    image = Image.new("RGB", (w, h), theme.frame)
    body = rasterize(shapes, w, h, 1)
    image.paste(body, (0, 0), body)
    return image


def _icon(icon: Stamp, size: int, ground: str) -> Image.Image:
    """Return an icon on a plain ground."""

    def draw() -> Image.Image:
        image, picture = Image.new("RGB", (size, size), ground), sprite(icon.art, icon.args, size)
        image.paste(picture, (0, 0), picture)
        return palette.to_indices(image)

    return _parts.get((icon.art, icon.args, size, ground), draw)


def _write(image: Image.Image, at: tuple[int, int], text: str, weight: str, size: int, ink: str, ground: str) -> None:
    """Write ``text`` on a plain ground, starting at the point ``at`` on its baseline."""
    if not text:
        return
    left, top, right, bottom = box(text, weight, size)

    def draw() -> Image.Image:
        mask = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(mask).text((-left, -top), text, font=font(weight, size), fill=255, anchor="ls")
        return mask.point(_shades(ink, ground))

    image.paste(_parts.get((text, weight, size, ink, ground), draw), (at[0] + left, at[1] + top))


@lru_cache(maxsize=64)
def _shades(ink: str, ground: str) -> bytes:
    """Return the palette numbers of ``ink`` over ``ground`` for each of the 256 degrees of coverage."""
    covered = Image.new("RGB", (256, 1), ground)
    mask = Image.frombytes("L", (256, 1), bytes(range(256)))
    covered.paste(Image.new("RGB", (256, 1), ink), (0, 0), mask)
    return palette.to_indices(covered).tobytes()

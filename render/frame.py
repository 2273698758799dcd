"""What is around the board and does not change during a game: background, coordinates, rim, bands of spans."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from render import palette
from render.art.shapes import Rect, Shape, Text
from render.cache import Cache
from render.fonts import font
from render.layout import LABELS, MARGIN, WIDTH, Layout
from render.sprites import Stamp, drawn, sprite
from render.themes import THEMES, Theme
from rules.squares import LETTERS

RIM = 4
"""Width of the line around the board."""


class Span(NamedTuple):
    """A bar along the edge of the board over ``length`` columns or rows from ``start``, with a label or an icon on it."""

    start: int
    length: int
    label: str | Stamp
    lit: bool = False
    """In the colour of the last move."""


class Spans(NamedTuple):
    """Bars over the columns (drawn above and below) and along the rows (left and right)."""

    columns: tuple[Span, ...]
    rows: tuple[Span, ...]


_kept: Cache[Image.Image] = Cache(10 * 2**20, lambda image: image.width * image.height)


def backdrop(place: Layout, theme: str, spans: Spans | None) -> Image.Image:
    """The picture without header and squares: palette numbers, mode L.

    The cached backdrop has no lit spans. They are pasted over a copy, so a roll of the dice draws nothing anew.
    """
    colours = THEMES[theme]
    dark = None if spans is None else Spans(_unlit(spans.columns), _unlit(spans.rows))
    image = _kept.get((place, theme, dark), lambda: _backdrop(place, colours, dark)).copy()
    if spans is not None:
        lit = Spans(*(tuple(span for span in band if span.lit) for band in spans))
        _bars(image, place, colours, lit)
    return image


def _unlit(band: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(span._replace(lit=False) for span in band)


def _backdrop(place: Layout, theme: Theme, spans: Spans | None) -> Image.Image:
    image = Image.new("L", (WIDTH, place.height), palette.index(theme.frame))
    left, top, right, bottom = place.board
    rim = (left - RIM, top - RIM, right + RIM, bottom + RIM)
    image.paste(palette.index(theme.rim), rim)
    band = place.band
    size = min(32 if place.rows < 10 else 30, round(place.cell * 0.62))
    half = place.cell // 2
    for x in range(place.columns):
        label = _label(LETTERS[x], theme, size, min(place.cell, MARGIN))
        for y in (top - band - LABELS // 2 + 1, bottom + band + LABELS // 2 - 1):
            image.paste(label, (left + x * place.cell + half - label.width // 2, y - label.height // 2))
    for y in range(place.rows):
        label = _label(str(y + 1), theme, size, MARGIN - 2 * RIM)
        for x in (left - band - MARGIN // 2 - 1, right + band + MARGIN // 2 + 1):
            image.paste(label, (x - label.width // 2, top + y * place.cell + half - label.height // 2))
    if spans is not None:
        _bars(image, place, theme, spans)
    return image


def _label(text: str, theme: Theme, size: int, width: int) -> Image.Image:
    """A coordinate on the frame: palette numbers, mode L."""
    image = Image.new("RGB", (width, size + 2), theme.frame)
    face = font("Bold", size)
    ImageDraw.Draw(image).text((width / 2, size / 2 + 1 + size * 0.36), text, font=face, fill=theme.text, anchor="ms")
    return palette.indexed(image)


def _bars(image: Image.Image, place: Layout, theme: Theme, spans: Spans) -> None:
    left, top, right, bottom = place.board
    breadth = place.band - RIM - 4
    for span in spans.columns:
        x, length = left + span.start * place.cell, span.length * place.cell
        bar = _bar(span, theme, length - 4, breadth)
        for y in (top - RIM - breadth - 2, bottom + RIM + 2):
            image.paste(bar, (x + 2, y))
    for span in spans.rows:
        y, length = top + span.start * place.cell, span.length * place.cell
        bar = _bar(span, theme, breadth, length - 4)
        for x in (left - RIM - breadth - 2, right + RIM + 2):
            image.paste(bar, (x, y + 2))


def _bar(span: Span, theme: Theme, w: int, h: int) -> Image.Image:
    """A bar of ``w`` by ``h`` pixels: palette numbers, mode L."""
    return _kept.get((span.label, span.lit, theme.name, w, h), lambda: palette.indexed(_draw_bar(span, theme, w, h)))


def _draw_bar(span: Span, theme: Theme, w: int, h: int) -> Image.Image:
    fill, ink = ("#FFD21F", "#1F1B16") if span.lit else (theme.panel, theme.text)
    shapes: list[Shape] = [Rect(0, 0, w, h, theme.frame), Rect(0, 0, w, h, fill, 8, theme.edge, 2)]
    if isinstance(span.label, str):
        shapes.append(Text(w / 2, h / 2, span.label, 22, ink))
    image = drawn(shapes, w, h, 1).convert("RGB")
    if not isinstance(span.label, str):
        size = min(w, h) - 2
        icon = sprite(span.label.art, span.label.args, size)
        image.paste(icon, ((w - size) // 2, (h - size) // 2), icon)
    return image

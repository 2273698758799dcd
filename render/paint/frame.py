"""The surroundings of the board that do not change during a game: background, coordinates, rim, bands of spans."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.art.shapes import Rect, Shape, Text
from render.paint.cache import Cache
from render.paint.layout import LABELS, MARGIN, WIDTH, Layout
from render.paint.series import Corner, Piece
from render.paint.sprites import Stamp, rasterize, sprite
from render.style import palette
from render.style.fonts import font
from render.style.themes import THEMES, Theme
from rules.squares import LETTERS

RIM = 4
"""Width of the line around the board."""


class Span(NamedTuple):
    """A bar along the edge of the board over ``length`` columns or rows from ``start``, with a label or an icon on it."""

    start: int
    length: int
    label: str | Stamp
    lit: bool = False
    """Whether it is highlighted because its dice were rolled."""


class Spans(NamedTuple):
    """Bars over the columns (drawn above and below) and along the rows (left and right)."""

    columns: tuple[Span, ...]
    rows: tuple[Span, ...]


_kept: Cache[Image.Image] = Cache(10 * 2**20, lambda image: image.width * image.height)


def backdrop(place: Layout, theme: str, dark: Spans | None) -> Image.Image:
    """Return the picture without header and squares: palette numbers, mode L. ``dark``: the spans without highlights."""
    return _kept.get((place, theme, dark), lambda: _backdrop(place, THEMES[theme], dark)).copy()


def turn_off(spans: Spans | None) -> Spans | None:
    """Return these spans without highlights."""
    return None if spans is None else Spans(*(tuple(span._replace(lit=False) for span in band) for band in spans))


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
        for corner, (make, *arguments) in bars(place, theme.name, spans):
            image.paste(make(*arguments), corner)
    return image


def _label(text: str, theme: Theme, size: int, width: int) -> Image.Image:
    """Return the image of a coordinate on the frame: palette numbers, mode L."""
    image = Image.new("RGB", (width, size + 2), theme.frame)
    face = font("Bold", size)
    ImageDraw.Draw(image).text((width / 2, size / 2 + 1 + size * 0.36), text, font=face, fill=theme.text, anchor="ms")
    return palette.to_indices(image)


def bars(place: Layout, theme: str, spans: Spans) -> Iterator[tuple[Corner, Piece]]:
    """Yield the bars of spans as pieces, each with its corner."""
    left, top, right, bottom = place.board
    breadth = place.band - RIM - 4
    for span in spans.columns:
        x, length = left + span.start * place.cell, span.length * place.cell
        for y in (top - RIM - breadth - 2, bottom + RIM + 2):
            yield (x + 2, y), (bar, span, theme, length - 4, breadth)
    for span in spans.rows:
        y, length = top + span.start * place.cell, span.length * place.cell
        for x in (left - RIM - breadth - 2, right + RIM + 2):
            yield (x, y + 2), (bar, span, theme, breadth, length - 4)


def bar(span: Span, theme: str, w: int, h: int) -> Image.Image:
    """Return a bar of ``w`` by ``h`` pixels: palette numbers, mode L."""
    return _kept.get((span.label, span.lit, theme, w, h), lambda: palette.to_indices(_draw_bar(span, THEMES[theme], w, h)))


def _draw_bar(span: Span, theme: Theme, w: int, h: int) -> Image.Image:
    fill, ink = (theme.text, theme.frame) if span.lit else (theme.panel, theme.text)
    shapes: list[Shape] = [Rect(0, 0, w, h, theme.frame), Rect(0, 0, w, h, fill, 8, theme.edge, 2)]
    if isinstance(span.label, str):
        shapes.append(Text(w / 2, h / 2, span.label, 22, ink))
    image = rasterize(shapes, w, h, 1).convert("RGB")
    if not isinstance(span.label, str):
        size = min(w, h) - 2
        icon = sprite(span.label.art, span.label.args, size)
        image.paste(icon, ((w - size) // 2, (h - size) // 2), icon)
    return image

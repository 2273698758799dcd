"""The fairness card: the distribution of land in a finished game of Land, as a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from render.art.colours import INK
from render.art.emblems import emblem_shape
from render.art.shapes import Rect, Shape
from render.charts.curves import Box, badge, spread
from render.encode.png import png
from render.games.land.fairness import FairnessReport
from render.games.land.fairness_chart import Chart
from render.games.land.fairness_words import card_words
from render.games.land.options import OPTION_WORDS
from render.paint.layout import WIDTH
from render.paint.sprites import rasterize
from render.style import palette
from render.style.fonts import font
from render.style.owners import OWNERS
from render.style.themes import THEMES, Theme
from render.text.option_words import list_unusual
from render.text.words import short_names
from render.view import Picture

_EDGE, _PAD, _ROUND = 16, 22, 14
"""Pixels: the distance from the picture's edge to a panel, from a panel's edge to its text, and the radius of its corners."""
_TITLE, _PLAIN, _SMALL = 42, 33, 29
"""Font sizes."""

_TITLE_LINE, _RULES_LINE, _LINE = 46, 86, 32
"""Pixels: the heights of the title line and of the first line of house rules, and the distance between lines of rules."""
_HEAD = 62
"""Height of the title."""
_CHART, _SHARES, _GAP = 284, 64, 10
"""Pixels: the heights of the panel with the chart and of the panel with the shares, and the space between them."""
_HEADING = 36
"""Pixels from the top of the chart's panel to the line of its heading."""
_BAR_HIGH = 48
"""Height of the bar of shares."""
_NARROWEST_WITH_EMBLEM = 30
_OUT = " out"
"""The words after the plots of a player who is out of the game."""


def fairness_card(report: FairnessReport, names: Sequence[str], theme: str = "dark") -> Picture:
    """Return the card of a finished game: a chart of plots by round, the land in the order of play, the Gini index.

    ``names``: the players by seat, for the alt text. This takes some tenths of a second: call it in a thread.
    """
    return Picture(png(_draw(report, THEMES[theme])), card_words(report, short_names(names)))


def _draw(report: FairnessReport, theme: Theme) -> Image.Image:
    rules = _rules(report)
    chart_panel = Box(_EDGE, _HEAD + _LINE * len(rules), WIDTH - _EDGE, _HEAD + _LINE * len(rules) + _CHART)
    shares_panel = Box(_EDGE, chart_panel.bottom + _GAP, WIDTH - _EDGE, chart_panel.bottom + _GAP + _SHARES)
    height = round(shares_panel.bottom) + _EDGE
    out = font("SemiBold", _PLAIN).getlength(_OUT) if report.dropped else 0
    field = Box(84, chart_panel.top + 50, 896 - out, chart_panel.bottom - 44)
    chart = Chart(report, field)
    ends = spread([chart.at(0, plots)[1] for plots in report.plots], 36.0, field.top - 14.0, field.bottom + 4.0)
    shapes: list[Shape] = [Rect(0, 0, WIDTH, height, theme.frame)]
    shapes += [
        Rect(box.left, box.top, box.right - box.left, box.bottom - box.top, theme.panel, _ROUND)
        for box in (chart_panel, shares_panel)
    ]
    shapes += [*chart.grid(theme), *chart.curves()]
    for seat, y in enumerate(ends):
        shapes += badge(seat, field.right + 24, y, 15)
    plain = font("SemiBold", _PLAIN)
    heading = "In the order of play" if report.order else "Who owns the land"
    shapes += _shares(report, shares_panel, shares_panel.left + 2 * _PAD + plain.getlength(heading), theme)
    image = rasterize(shapes, WIDTH, height, 1).convert("RGB")
    pen = ImageDraw.Draw(image)
    _title(pen, report, rules, theme)
    _chart_words(pen, chart, chart_panel, ends, theme)
    middle = (shares_panel.left + _PAD, (shares_panel.top + shares_panel.bottom) / 2)
    pen.text(middle, heading, font=plain, fill=theme.text, anchor="lm")
    return palette.attach_palette(palette.to_indices(image))


# ---------------------------------------------------------------------- the title and the chart


def _rules(report: FairnessReport) -> list[str]:
    """Return the house rules in lines; empty for the original rules."""
    words = list_unusual(OPTION_WORDS, "land", dict(report.rules))
    return _lines(words[0].upper() + words[1:], font("SemiBold", _PLAIN), WIDTH - 2 * _PAD) if words else []


def _title(pen: ImageDraw.ImageDraw, report: FairnessReport, rules: Sequence[str], theme: Theme) -> None:
    pen.text((_PAD, _TITLE_LINE), "How fair was it?", font=font("Bold", _TITLE), fill=theme.text, anchor="ls")
    face, bold = font("SemiBold", _PLAIN), font("Bold", _TITLE)
    x: float = WIDTH - _PAD
    for words, letters, colour in (
        (" (0: all own the same)", face, theme.dim),
        (f"{report.gini:.2f}", bold, theme.text),
        ("Gini index ", face, theme.text),
    ):
        pen.text((x, _TITLE_LINE), words, font=letters, fill=colour, anchor="rs")
        x -= letters.getlength(words)
    for number, line in enumerate(rules):
        pen.text((_PAD, _RULES_LINE + number * _LINE), line, font=face, fill=theme.dim, anchor="ls")


def _lines(text: str, face: ImageFont.FreeTypeFont, room: float) -> list[str]:
    """Return ``text`` in lines at most ``room`` pixels wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if face.getlength(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _chart_words(pen: ImageDraw.ImageDraw, chart: Chart, panel: Box, ends: Sequence[float], theme: Theme) -> None:
    plain, small, right = font("SemiBold", _PLAIN), font("SemiBold", _SMALL), chart.field.right
    heading = (chart.field.left, panel.top + _HEADING)
    pen.text(heading, "Plots at the end of each round", font=plain, fill=theme.text, anchor="ls")
    for tick in chart.ticks:
        x, y = chart.at(0, tick)
        pen.text((x - 14, y), str(tick), font=small, fill=theme.dim, anchor="rm")
    for number in chart.numbers:
        x, y = chart.at(number, 0)
        pen.text((x, y + 36), str(number), font=small, fill=theme.dim, anchor="ms")
    for seat, y in enumerate(ends):
        plots = f"{chart.report.plots[seat]}{_OUT if seat in chart.report.dropped else ''}"
        pen.text((right + 50, y), plots, font=plain, fill=theme.text, anchor="lm")


# ---------------------------------------------------------------------- who owns the land


def _shares(report: FairnessReport, panel: Box, x: float, theme: Theme) -> list[Shape]:
    """Return the land as a bar that begins at ``x``, divided among its owners."""
    top, whole, total = panel.top + (_SHARES - _BAR_HIGH) / 2, panel.right - _PAD - x, sum(report.plots) or 1
    shapes: list[Shape] = [Rect(x - 2, top - 2, whole + 4, _BAR_HIGH + 4, theme.text, 4)]
    for seat in report.order or range(len(report.plots)):
        width, owner = whole * report.plots[seat] / total, OWNERS[seat]
        if width >= 1:
            shapes.append(Rect(x, top, width, _BAR_HIGH, owner.colour, 0, INK, 1))
        if width >= _NARROWEST_WITH_EMBLEM:
            shapes.append(emblem_shape(owner.emblem, x + width / 2, top + _BAR_HIGH / 2, 11, owner.ink))
        x += width
    return shapes

"""The fairness card: the distribution of land in a finished game of Land, as a picture and in words."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from render.art.colours import INK, YELLOW
from render.art.emblems import emblem_shape
from render.art.shapes import Rect, Shape, disc
from render.charts.curves import Box, badge, owned_line, spread
from render.encode.png import png
from render.games.land.fairness import FairnessReport
from render.games.land.fairness_chart import Chart
from render.games.land.fairness_words import card_words
from render.games.land.house_rules import rules_in_short
from render.paint.layout import WIDTH
from render.paint.sprites import rasterize
from render.style import palette
from render.style.fonts import fit, font, picture_name
from render.style.owners import OWNERS
from render.style.themes import THEMES, Theme
from render.text.words import short_names
from render.view import Picture

HEIGHT = 970
_EDGE, _PAD, _ROUND = 16, 22, 14
"""Pixels: from the picture's edge to a panel, from a panel's edge to its text, and the radius of its corners."""
_TITLE, _PLAIN, _SMALL, _LARGE = 42, 33, 29, 56
"""Font sizes."""

_TITLE_LINE, _RULES_LINE, _LINE = 46, 86, 32
"""Heights of the title line and of the first line of rules, and the distance between lines of rules."""
_CHART_PANEL = Box(_EDGE, 134, WIDTH - _EDGE, 616)
_FIELD = Box(84, 196, 896, 566)
"""The chart without its labels."""
_RESULT_PANEL = Box(_EDGE, 632, 576, HEIGHT - _EDGE)
_SHARES_PANEL = Box(592, 632, WIDTH - _EDGE, HEIGHT - _EDGE)
_HEADING = 40
"""From the top of a panel to the line of its heading."""

_NUMBER, _NAME, _FROM, _TO, _PLACE = 38, 70, 342, 486, 544
"""Columns of the result panel: place in the order, name, start and end of the slope, place in the result."""
_FIRST_ROW, _MOST_PITCH, _BELOW_ROWS = 80, 62, 30
"""Rows of the result panel: height of the first from the top, maximum distance, and space below the last."""

_BAR, _BAR_HIGH = 64, 48
"""The bar of shares: distance from the top of its panel, and height."""
_GINI, _SCALE, _SCALE_WORDS = 200, 234, 290
"""The Gini index, its scale and the words below it, measured from the top of the panel."""
_NARROWEST_WITH_EMBLEM = 30


def fairness_card(report: FairnessReport, names: Sequence[str], theme: str = "dark") -> Picture:
    """Return the card of a finished game: a chart of plots by round, the order of play against the result, the Gini index.

    ``names``: the players by seat. This takes some tenths of a second: call it in a thread.
    """
    shown = [picture_name(name, seat) for seat, name in enumerate(names)]
    return Picture(png(_draw(report, shown, THEMES[theme])), card_words(report, short_names(names)))


def _draw(report: FairnessReport, names: Sequence[str], theme: Theme) -> Image.Image:
    chart = Chart(report, _FIELD)
    ends = _ends(report, chart)
    shapes: list[Shape] = [Rect(0, 0, WIDTH, HEIGHT, theme.frame)]
    shapes += [
        Rect(box.left, box.top, box.right - box.left, box.bottom - box.top, theme.panel, _ROUND)
        for box in (_CHART_PANEL, _RESULT_PANEL, _SHARES_PANEL)
    ]
    shapes += [*chart.grid(theme), *chart.curves()]
    for seat, y in enumerate(ends):
        shapes += badge(seat, _FIELD.right + 24, y, 15)
    shapes += [*_slopes(report), *_shares(report, theme), *_gini_scale(report, theme)]
    image = rasterize(shapes, WIDTH, HEIGHT, 1).convert("RGB")
    pen = ImageDraw.Draw(image)
    _title(pen, report, theme)
    _chart_words(pen, chart, ends, theme)
    _result_words(pen, report, names, theme)
    _shares_words(pen, report, theme)
    return palette.attach_palette(palette.to_indices(image))


# ---------------------------------------------------------------------- the title and the chart


def _title(pen: ImageDraw.ImageDraw, report: FairnessReport, theme: Theme) -> None:
    pen.text((_PAD, _TITLE_LINE), "How fair was it?", font=font("Bold", _TITLE), fill=theme.text, anchor="ls")
    face = font("SemiBold", _PLAIN)
    for number, line in enumerate(_lines(rules_in_short(report.rules), face, WIDTH - 2 * _PAD)):
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


def _chart_words(pen: ImageDraw.ImageDraw, chart: Chart, ends: Sequence[float], theme: Theme) -> None:
    plain, small = font("SemiBold", _PLAIN), font("SemiBold", _SMALL)
    heading = (_CHART_PANEL.left + _PAD, _CHART_PANEL.top + _HEADING)
    pen.text(heading, "Plots at the end of each round", font=plain, fill=theme.text, anchor="ls")
    for tick in chart.ticks:
        x, y = chart.at(0, tick)
        pen.text((x - 14, y), str(tick), font=small, fill=theme.dim, anchor="rm")
    for number in chart.numbers:
        x, y = chart.at(number, 0)
        pen.text((x, y + 36), str(number), font=small, fill=theme.dim, anchor="ms")
    for seat, y in enumerate(ends):
        pen.text((_FIELD.right + 50, y), str(chart.report.plots[seat]), font=plain, fill=theme.text, anchor="lm")


def _ends(report: FairnessReport, chart: Chart) -> list[float]:
    """Return heights for the labels at the ends of the curves, as close to them as possible without overlap."""
    return spread([chart.at(0, plots)[1] for plots in report.plots], 36.0, _FIELD.top - 14.0, _FIELD.bottom + 4.0)


# ---------------------------------------------------------------------- the order of play against the result


def _row(number: int, rows: int) -> float:
    """Return the height of a row of the result panel."""
    room = _RESULT_PANEL.bottom - _RESULT_PANEL.top - _FIRST_ROW - _BELOW_ROWS
    return _RESULT_PANEL.top + _FIRST_ROW + number * min(_MOST_PITCH, room / max(1, rows - 1))


def _result_rows(report: FairnessReport) -> list[int]:
    """Return each seat's row in the result; equal seats are sorted by the order of play."""
    turn = report.turn_order or tuple(range(len(report.plots)))
    ranked = sorted(range(len(report.plots)), key=lambda seat: (report.result[seat], turn[seat]))
    return [ranked.index(seat) for seat in range(len(ranked))]


def _slopes(report: FairnessReport) -> list[Shape]:
    """Return lines from each seat's place in the order of play to its place in the result."""
    shapes: list[Shape] = []
    rows, result = len(report.plots), _result_rows(report)
    for number, seat in enumerate(report.order or range(rows)):
        start, end = (_FROM, _row(number, rows)), (_TO, _row(result[seat], rows))
        if report.order:
            shapes += [*owned_line([start, end], seat), *badge(seat, *start, 14)]
        shapes += badge(seat, *end, 14)
    return shapes


def _result_words(pen: ImageDraw.ImageDraw, report: FairnessReport, names: Sequence[str], theme: Theme) -> None:
    left, top, right, _ = _RESULT_PANEL
    plain, small = font("SemiBold", _PLAIN), font("SemiBold", _SMALL)
    title = "Order of play" if report.order else "Players"
    pen.text((left + _PAD, top + _HEADING), title, font=plain, fill=theme.text, anchor="ls")
    pen.text((right - _PAD, top + _HEADING), "Result", font=plain, fill=theme.text, anchor="rs")
    rows, result = len(names), _result_rows(report)
    for number, seat in enumerate(report.order or range(rows)):
        y, x = _row(number, rows), _NAME if report.order else _NUMBER
        if report.order:
            pen.text((_NUMBER, y), str(number + 1), font=small, fill=theme.dim, anchor="lm")
        gave_up = " out of the game" if seat in report.dropped else ""
        room = _FROM - 24 - x - small.getlength(gave_up)
        name = fit(names[seat], "SemiBold", _SMALL, int(room))
        pen.text((x, y), name, font=small, fill=theme.text, anchor="lm")
        pen.text((x + small.getlength(name), y), gave_up, font=small, fill=theme.dim, anchor="lm")
        place = (_PLACE, _row(result[seat], rows))
        pen.text(place, str(report.result[seat]), font=small, fill=theme.text, anchor="mm")


# ---------------------------------------------------------------------- who owns the land


def _shares(report: FairnessReport, theme: Theme) -> list[Shape]:
    """Return the land as a bar divided among its owners."""
    x, right = _SHARES_PANEL.left + _PAD, _SHARES_PANEL.right - _PAD
    top, whole, total = _SHARES_PANEL.top + _BAR, right - x, sum(report.plots) or 1
    shapes: list[Shape] = [Rect(x - 2, top - 2, whole + 4, _BAR_HIGH + 4, theme.text, 4)]
    for seat in report.order or range(len(report.plots)):
        width, owner = whole * report.plots[seat] / total, OWNERS[seat]
        if width >= 1:
            shapes.append(Rect(x, top, width, _BAR_HIGH, owner.colour, 0, INK, 1))
        if width >= _NARROWEST_WITH_EMBLEM:
            shapes.append(emblem_shape(owner.emblem, x + width / 2, top + _BAR_HIGH / 2, 11, owner.ink))
        x += width
    return shapes


def _gini_scale(report: FairnessReport, theme: Theme) -> list[Shape]:
    """Return the Gini index as a mark on a scale from 0 to 1."""
    left, right = _SHARES_PANEL.left + _PAD, _SHARES_PANEL.right - _PAD
    y, mark = _SHARES_PANEL.top + _SCALE, left + (right - left) * report.gini
    bars = [Rect(left, y, right - left, 10, theme.edge, 5), Rect(left, y, mark - left, 10, YELLOW, 5)]
    return [*bars, disc(mark, y + 5, 16, INK), disc(mark, y + 5, 12, YELLOW)]


def _shares_words(pen: ImageDraw.ImageDraw, report: FairnessReport, theme: Theme) -> None:
    left, top, right = _SHARES_PANEL.left + _PAD, _SHARES_PANEL.top, _SHARES_PANEL.right - _PAD
    plain, small = font("SemiBold", _PLAIN), font("SemiBold", _SMALL)
    pen.text((left, top + _HEADING), "Who owns the land", font=plain, fill=theme.text, anchor="ls")
    pen.text((left, top + _GINI), "Gini index", font=plain, fill=theme.text, anchor="ls")
    pen.text((right, top + _GINI), f"{report.gini:.2f}", font=font("Bold", _LARGE), fill=theme.text, anchor="rs")
    pen.text((left, top + _SCALE_WORDS), "0 all equal", font=small, fill=theme.dim, anchor="ls")
    pen.text((right, top + _SCALE_WORDS), "1 one owns all", font=small, fill=theme.dim, anchor="rs")

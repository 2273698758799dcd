"""The fairness card: how evenly the land was shared in a finished game of Land, as a picture and in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from render import palette
from render.art.colours import INK, LAST
from render.art.emblems import emblem_shape
from render.art.shapes import Line, Point, Rect, Shape, disc
from render.fonts import fit, font, picture_name
from render.layout import WIDTH
from render.owners import OWNERS
from render.png import png
from render.sprites import drawn
from render.themes import THEMES, Theme
from render.view import Picture
from render.words import ALT_LIMIT, clipped, look, short_names
from rules.land.fairness import FairnessReport
from rules.land.house_rules import rules_in_short, rules_in_words

HEIGHT = 904
_CHART = (84, 128, 896, 500)
"""Left, top, right and bottom of the field of the chart, in pixels."""
_PANELS = ((16, 566, 560, 888), (576, 566, 1008, 888))
"""The panels below: order against result, and the Gini index."""
_MOST_MARKERS = 24
"""Rounds up to which every round has a marker."""


def fairness_card(report: FairnessReport, names: Sequence[str], theme: str = "dark") -> Picture:
    """The card of a finished game: a chart of plots by round, the order of play against the result, the Gini index.

    ``names``: the players by seat. Takes some tenths of a second: call it in a thread.
    """
    shown = [picture_name(name, seat) for seat, name in enumerate(names)]
    return Picture(png(_draw(report, shown, THEMES[theme])), card_words(report, short_names(names)))


def card_words(report: FairnessReport, names: Sequence[str], limit: int = ALT_LIMIT) -> str:
    """What the card shows, in words, at most ``limit`` characters."""
    parts = [f"Fairness of this game of Land ({rules_in_words(report.rules)}). Gini index of plots {report.gini:.2f}."]
    for seat in report.order or range(len(names)):
        begins = f", plays {_ordinal(report.turn_order[seat])}" if report.order else ""
        plots = " ".join(str(plots[seat]) for plots in report.rounds)
        parts.append(f"{names[seat]} ({look(seat)}){begins}, comes {_ordinal(report.result[seat])}: plots by round {plots}.")
    return clipped(" ".join(parts), limit)


def _ordinal(place: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[place - 1]


# ---------------------------------------------------------------------- the picture


class _Chart:
    """Where a number of plots in a round stands in the field of the chart."""

    def __init__(self, report: FairnessReport) -> None:
        self.rounds = len(report.rounds)
        most = max(1, *report.plots)
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100) if most / step <= 6)
        self.ticks = [step * i for i in range(math.ceil(most / step) + 1)]
        self.every = -(-self.rounds // 14)

    def at(self, number: int, plots: float) -> Point:
        """The point of ``plots`` at the end of round ``number``; round 0 is the start."""
        left, top, right, bottom = _CHART
        return left + (right - left) * number / self.rounds, bottom - (bottom - top) * plots / self.ticks[-1]


def _draw(report: FairnessReport, names: Sequence[str], theme: Theme) -> Image.Image:
    chart = _Chart(report)
    shapes: list[Shape] = [Rect(0, 0, WIDTH, HEIGHT, theme.frame), Rect(16, 66, WIDTH - 32, 484, theme.panel, 14)]
    shapes += _grid(chart, theme)
    for seat in range(len(names)):
        shapes += _curve(report, seat, chart)
    ends = _ends(report, chart)
    shapes += [shape for seat, y in enumerate(ends) for shape in _badge(seat, _CHART[2] + 24, y, 15)]
    shapes += [Rect(left, top, right - left, bottom - top, theme.panel, 14) for left, top, right, bottom in _PANELS]
    shapes += _slopes(report, theme)
    shapes += _shares(report, theme)
    image = drawn(shapes, WIDTH, HEIGHT, 1).convert("RGB")
    pen = ImageDraw.Draw(image)
    _texts(pen, report, chart, ends, theme)
    _names_beside_slopes(pen, report, names, theme)
    return palette.with_palette(palette.indexed(image))


def _grid(chart: _Chart, theme: Theme) -> list[Shape]:
    left, _, right, _ = _CHART
    return [Line([(left, y), (right, y)], theme.edge, 2) for _, y in (chart.at(0, tick) for tick in chart.ticks)]


def _curve(report: FairnessReport, seat: int, chart: _Chart) -> list[Shape]:
    """The line of a seat: casing, colour with the owner's dash, and emblems at the rounds before the last."""
    owner = OWNERS[seat]
    points = [chart.at(0, 0), *(chart.at(i, plots[seat]) for i, plots in enumerate(report.rounds, 1))]
    shapes: list[Shape] = [Line(points, owner.casing, 9)]
    if owner.dash is None:
        shapes.append(Line(points, owner.colour, 5))
    else:
        shapes += [Line(dash, owner.colour, 5, flat=True) for dash in _dashed(points, owner.dash[0] * 70, owner.dash[1] * 70)]
    if chart.rounds <= _MOST_MARKERS:
        for x, y in points[1:-1]:
            shapes += _badge(seat, x, y, 10)
    return shapes


def _dashed(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """A line through ``points`` cut into dashes ``on`` pixels long, ``off`` apart."""
    dashes: list[list[Point]] = []
    walked, drawing = 0.0, True
    current: list[Point] = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        gone = 0.0
        while length and gone < length:
            step = min(length - gone, (on if drawing else off) - walked)
            gone += step
            walked += step
            here = (x1 + (x2 - x1) * gone / length, y1 + (y2 - y1) * gone / length)
            if drawing:
                current.append(here)
            if walked >= (on if drawing else off) - 1e-9:
                if drawing:
                    dashes.append(current)
                walked, drawing, current = 0.0, not drawing, [here]
    if drawing and len(current) > 1:
        dashes.append(current)
    return dashes


def _badge(seat: int, x: float, y: float, r: float) -> list[Shape]:
    owner = OWNERS[seat]
    return [disc(x, y, r + 2, owner.casing), disc(x, y, r, owner.colour), emblem_shape(owner.emblem, x, y, r * 0.56, owner.ink)]


def _ends(report: FairnessReport, chart: _Chart) -> list[float]:
    """Heights for what stands behind the ends of the curves, as near to them as may be without covering each other."""
    gap, top, bottom = 36.0, _CHART[1] - 14.0, _CHART[3] + 4.0
    heights = [0.0] * len(report.plots)
    lowest = bottom + gap
    for seat in sorted(range(len(heights)), key=lambda seat: (report.plots[seat], -seat)):
        lowest = heights[seat] = min(chart.at(0, report.plots[seat])[1], lowest - gap)
    highest = top - gap
    for seat in sorted(range(len(heights)), key=lambda seat: heights[seat]):
        highest = heights[seat] = max(heights[seat], highest + gap)
    return heights


def _row(panel_row: int, rows: int) -> float:
    """The height of a row of the panel of order and result."""
    _, top, _, bottom = _PANELS[0]
    return top + 78 + panel_row * min(62.0, (bottom - top - 108) / max(1, rows - 1))


def _result_rows(report: FairnessReport) -> list[int]:
    """For each seat its row in the result; equals stand below each other in the order of play."""
    turn = report.turn_order or tuple(range(len(report.plots)))
    ranked = sorted(range(len(report.plots)), key=lambda seat: (report.result[seat], turn[seat]))
    return [ranked.index(seat) for seat in range(len(ranked))]


def _slopes(report: FairnessReport, theme: Theme) -> list[Shape]:
    """Lines from each seat's place in the order of play to its place in the result."""
    shapes: list[Shape] = []
    rows, result = len(report.plots), _result_rows(report)
    for number, seat in enumerate(report.order or range(rows)):
        owner = OWNERS[seat]
        ends = [(300.0, _row(number, rows)), (466.0, _row(result[seat], rows))]
        if report.order:
            shapes.append(Line(ends, owner.casing, 9))
            if owner.dash is None:
                shapes.append(Line(ends, owner.colour, 5))
            else:
                shapes += [
                    Line(dash, owner.colour, 5, flat=True) for dash in _dashed(ends, owner.dash[0] * 70, owner.dash[1] * 70)
                ]
            shapes += _badge(seat, *ends[0], 14)
        shapes += _badge(seat, *ends[1], 14)
    return shapes


def _shares(report: FairnessReport, theme: Theme) -> list[Shape]:
    """The land as a bar parted among its owners, and the scale of the Gini index with its mark."""
    left, top, right, _ = _PANELS[1]
    x0, x1 = left + 24.0, right - 24.0
    shapes: list[Shape] = [Rect(x0 - 2, top + 62, x1 - x0 + 4, 52, theme.text, 4)]
    total, x = sum(report.plots) or 1, x0
    for seat in report.order or range(len(report.plots)):
        width = (x1 - x0) * report.plots[seat] / total
        owner = OWNERS[seat]
        if width >= 1:
            shapes.append(Rect(x, top + 64, width, 48, owner.colour, 0, INK, 1))
            if width >= 30:
                shapes.append(emblem_shape(owner.emblem, x + width / 2, top + 88, 11, owner.ink))
        x += width
    y, mark = top + 234, x0 + (x1 - x0) * report.gini
    shapes += [Rect(x0, y, x1 - x0, 10, theme.edge, 5), Rect(x0, y, mark - x0, 10, LAST, 5)]
    return [*shapes, disc(mark, y + 5, 16, INK), disc(mark, y + 5, 12, LAST)]


# ---------------------------------------------------------------------- the texts


def _texts(pen: ImageDraw.ImageDraw, report: FairnessReport, chart: _Chart, ends: Sequence[float], theme: Theme) -> None:
    bold, plain, small = font("Bold", 32), font("SemiBold", 26), font("SemiBold", 23)
    pen.text((22, 46), "How fair was it?", font=bold, fill=theme.text, anchor="ls")
    pen.text((WIDTH - 22, 45), rules_in_short(report.rules), font=_heading(report), fill=theme.dim, anchor="rs")
    pen.text((34, 104), "Plots at the end of each round", font=plain, fill=theme.text, anchor="ls")
    for tick in chart.ticks:
        x, y = chart.at(0, tick)
        pen.text((x - 14, y), str(tick), font=small, fill=theme.dim, anchor="rm")
    for number in range(chart.every, chart.rounds + 1, chart.every):
        x, y = chart.at(number, 0)
        pen.text((x, y + 30), str(number), font=small, fill=theme.dim, anchor="ms")
    for seat, y in enumerate(ends):
        pen.text((_CHART[2] + 50, y), str(report.plots[seat]), font=plain, fill=theme.text, anchor="lm")
    left, top, right, _ = _PANELS[1]
    pen.text((left + 22, top + 40), "Who owns the land", font=plain, fill=theme.text, anchor="ls")
    pen.text((left + 22, top + 196), "Gini index", font=plain, fill=theme.text, anchor="ls")
    pen.text((right - 22, top + 200), f"{report.gini:.2f}", font=font("Bold", 52), fill=theme.text, anchor="rs")
    pen.text((left + 22, top + 288), "0 all own the same", font=small, fill=theme.dim, anchor="ls")
    pen.text((right - 22, top + 288), "1 one owns all", font=small, fill=theme.dim, anchor="rs")


def _heading(report: FairnessReport) -> ImageFont.FreeTypeFont:
    """The font for the house rules: smaller where many differ from the original."""
    words = rules_in_short(report.rules)
    return next(face for face in map(_semibold, range(26, 10, -1)) if face.getlength(words) < WIDTH - 330 or face.size == 11)


def _semibold(size: int) -> ImageFont.FreeTypeFont:
    return font("SemiBold", size)


def _names_beside_slopes(pen: ImageDraw.ImageDraw, report: FairnessReport, names: Sequence[str], theme: Theme) -> None:
    left, top, right, _ = _PANELS[0]
    plain, small = font("SemiBold", 26), font("SemiBold", 24)
    rows, result = len(names), _result_rows(report)
    title = "Order of play" if report.order else "Players"
    pen.text((left + 22, top + 40), title, font=plain, fill=theme.text, anchor="ls")
    pen.text((right - 22, top + 40), "Result", font=plain, fill=theme.text, anchor="rs")
    for number, seat in enumerate(report.order or range(rows)):
        y = _row(number, rows)
        start = f"{number + 1}  {names[seat]}" if report.order else names[seat]
        pen.text((left + 22, y), fit(start, "SemiBold", 24, 240), font=small, fill=theme.text, anchor="lm")
        y = _row(result[seat], rows)
        pen.text((right - 38, y), str(report.result[seat]), font=small, fill=theme.text, anchor="mm")

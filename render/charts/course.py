"""A chart of a figure from game to game, as a line."""

from __future__ import annotations

from collections.abc import Sequence

from render.art.colours import YELLOW
from render.art.shapes import Line, disc
from render.charts.curves import Box
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, SMALL, TOP, Sheet
from render.text.words import ALT_LIMIT, clip
from render.view import Picture

_FIELD = Box(EDGE + 140, TOP + 50, WIDTH - EDGE - 60, TOP + 330)
_CURVE, _CASING, _POINT = 6, 10, 9
"""Pixels: the widths of the line and of its casing, and the radius of its last point."""
_TOLD = 8
"""Number of figures in the description."""


def course_chart(title: str, figures: Sequence[int], theme: str = "dark") -> Picture:
    """Return a chart of the figures, from left to right. Raise ValueError for fewer than two, KeyError for an unknown theme."""
    if len(figures) < 2:
        raise ValueError("a course needs at least two figures")
    sheet = Sheet(int(_FIELD.bottom) + 100, title, theme)
    low, high = min(figures), max(figures)
    for value in dict.fromkeys((high, (low + high) // 2, low)):
        y = _y(value, low, high)
        sheet.put([Line([(_FIELD.left, y), (_FIELD.right, y)], sheet.theme.edge, 2)])
        sheet.text(_FIELD.left - 16, y, f"{value:,}", size=SMALL, dim=True, anchor="rm")
    points = [(_x(number, len(figures)), _y(value, low, high)) for number, value in enumerate(figures)]
    sheet.put([Line(points, sheet.theme.edge, _CASING), Line(points, YELLOW, _CURVE), disc(*points[-1], _POINT, YELLOW)])
    last = f"last {len(figures)} games"
    sheet.text((_FIELD.left + _FIELD.right) / 2, _FIELD.bottom + 56, last, size=SMALL, dim=True, anchor="ms")
    return Picture(sheet.png(), _words(title, figures))


def _x(number: int, count: int) -> float:
    return _FIELD.left + (_FIELD.right - _FIELD.left) * number / (count - 1)


def _y(value: int, low: int, high: int) -> float:
    return _FIELD.bottom - (_FIELD.bottom - _FIELD.top) * (value - low) / max(1, high - low)


def _words(title: str, figures: Sequence[int]) -> str:
    """Return a description with some of the figures, including the first and the last, and the lowest and highest."""
    last = len(figures) - 1
    told = sorted({last * part // (_TOLD - 1) for part in range(_TOLD)})
    course = ", ".join(f"{figures[number]:,}" for number in told)
    return clip(f"{title}, over {last + 1} games: {course}; lowest {min(figures):,}, highest {max(figures):,}.", ALT_LIMIT)

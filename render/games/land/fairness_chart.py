"""The chart on Land's fairness card: each seat's plots at the end of every round, as curves in the owners' styles."""

from __future__ import annotations

import math

from render.art.shapes import Line, Point, Shape
from render.charts.curves import Box, badge, height_at, owned_line
from render.games.land.fairness import FairnessReport
from render.style.themes import Theme

_APART = 6.0
"""Pixels between curves that would otherwise overlap, more than the width of a curve."""
_MARKER = 10.0
"""Radius of an emblem on a curve."""
_BETWEEN_MARKERS = 26.0
"""Minimum distance between emblems in pixels if all curves coincide."""
_MOST_TICKS, _MOST_NUMBERS = 6, 14
"""Maximum number of horizontal lines above the lowest, and of round labels below the chart."""
_STEPS = (1, 2, 5, 10, 20, 50, 100)


class Chart:
    """The curves of a game inside ``field``."""

    def __init__(self, report: FairnessReport, field: Box) -> None:
        self.report = report
        self.field = field
        self.rounds = len(report.rounds)
        most = max(1, *(plots for plots_of_round in report.rounds for plots in plots_of_round))
        step = next(step for step in _STEPS if most / step <= _MOST_TICKS)
        self.ticks = [step * i for i in range(math.ceil(most / step) + 1)]
        """Numbers of plots marked by a horizontal line."""
        every = -(-self.rounds // _MOST_NUMBERS)
        self.numbers = range(every, self.rounds + 1, every)
        """Rounds with a label below."""

    def at(self, number: int, plots: float) -> Point:
        """Return the point for ``plots`` at the end of round ``number``; round 0 is the start."""
        left, top, right, bottom = self.field
        return left + (right - left) * number / self.rounds, bottom - (bottom - top) * plots / self.ticks[-1]

    def grid(self, theme: Theme) -> list[Shape]:
        """Return the horizontal lines."""
        heights = (self.at(0, tick)[1] for tick in self.ticks)
        return [Line([(self.field.left, y), (self.field.right, y)], theme.edge, 2) for y in heights]

    def curves(self) -> list[Shape]:
        """Return all curves, each with its emblem at intervals."""
        seats = range(len(self.report.plots))
        lines = [self.points(seat) for seat in seats]
        shapes = [shape for seat in seats for shape in owned_line(lines[seat], seat)]
        apart = max(self.field.right - self.field.left, 1.0) / max(2, self._markers())
        for seat in seats:
            for place in range(self._markers()):
                x = self.field.left + apart * (place + (seat + 0.5) / len(seats))
                shapes += badge(seat, x, height_at(lines[seat], x), _MARKER)
        return shapes

    def _markers(self) -> int:
        """Return the number of emblems on a curve."""
        room = self.field.right - self.field.left
        return max(2, int(room / max(100.0, _BETWEEN_MARKERS * len(self.report.plots))))

    def points(self, seat: int) -> list[Point]:
        """Return the curve of ``seat``. Where seats have equally many plots, their curves run one above the other."""
        counts = [(0,) * len(self.report.plots), *self.report.rounds]
        points = []
        for number, plots in enumerate(counts):
            x, y = self.at(number, plots[seat])
            equals = [other for other, amount in enumerate(plots) if amount == plots[seat]]
            points.append((x, y + _APART * (equals.index(seat) - (len(equals) - 1) / 2)))
        return points

"""The chart on Land's fairness card: each seat's plots at the end of every round, as curves in the owners' looks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from render.art.emblems import emblem_shape
from render.art.shapes import Line, Point, Shape, disc
from render.owners import OWNERS
from render.themes import Theme
from rules.land.fairness import FairnessReport

CURVE, CASING = 5, 9
"""Widths of a curve and of what lies under it, in pixels."""
_APART = 6.0
"""Pixels between curves that would hide each other: more than a curve is wide."""
_DASH_UNIT = 70
"""Pixels that one unit of an owner's dash is long (on a board, a square)."""
_MARKER = 10.0
"""Radius of an emblem on a curve."""
_BETWEEN_MARKERS = 26.0
"""Pixels at least between emblems, were all curves the same."""
_MOST_TICKS, _MOST_NUMBERS = 6, 14
"""Lines across the chart above the lowest, and numbers of rounds below it, at most."""
_STEPS = (1, 2, 5, 10, 20, 50, 100)


class Box(NamedTuple):
    """A part of the card, in pixels."""

    left: float
    top: float
    right: float
    bottom: float


class Chart:
    """The curves of a game inside ``field``."""

    def __init__(self, report: FairnessReport, field: Box) -> None:
        self.report = report
        self.field = field
        self.rounds = len(report.rounds)
        most = max(1, *(plots for plots_of_round in report.rounds for plots in plots_of_round))
        step = next(step for step in _STEPS if most / step <= _MOST_TICKS)
        self.ticks = [step * i for i in range(math.ceil(most / step) + 1)]
        """Numbers of plots with a line across."""
        every = -(-self.rounds // _MOST_NUMBERS)
        self.numbers = range(every, self.rounds + 1, every)
        """Rounds with their number below."""

    def at(self, number: int, plots: float) -> Point:
        """The point of ``plots`` at the end of round ``number``; round 0 is the start."""
        left, top, right, bottom = self.field
        return left + (right - left) * number / self.rounds, bottom - (bottom - top) * plots / self.ticks[-1]

    def grid(self, theme: Theme) -> list[Shape]:
        """The lines across."""
        heights = (self.at(0, tick)[1] for tick in self.ticks)
        return [Line([(self.field.left, y), (self.field.right, y)], theme.edge, 2) for y in heights]

    def curves(self) -> list[Shape]:
        """All curves, each with its emblem now and then."""
        seats = range(len(self.report.plots))
        lines = [self.points(seat) for seat in seats]
        shapes = [shape for seat in seats for shape in owned_line(lines[seat], seat)]
        apart = max(self.field.right - self.field.left, 1.0) / max(2, self._markers())
        for seat in seats:
            for place in range(self._markers()):
                x = self.field.left + apart * (place + (seat + 0.5) / len(seats))
                shapes += badge(seat, x, _height(lines[seat], x), _MARKER)
        return shapes

    def _markers(self) -> int:
        """How many emblems a curve has."""
        room = self.field.right - self.field.left
        return max(2, int(room / max(100.0, _BETWEEN_MARKERS * len(self.report.plots))))

    def points(self, seat: int) -> list[Point]:
        """The curve of ``seat``; where several have the same plots their points stand one above the other."""
        counts = [(0,) * len(self.report.plots), *self.report.rounds]
        points = []
        for number, plots in enumerate(counts):
            x, y = self.at(number, plots[seat])
            equals = [other for other, amount in enumerate(plots) if amount == plots[seat]]
            points.append((x, y + _APART * (equals.index(seat) - (len(equals) - 1) / 2)))
        return points


def _height(points: Sequence[Point], x: float) -> float:
    """Where a curve is at ``x``."""
    for (x1, y1), (x2, y2) in pairwise(points):
        if x <= x2:
            return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    return points[-1][1]


def badge(seat: int, x: float, y: float, r: float) -> list[Shape]:
    """An owner's emblem on a disc of radius ``r``."""
    owner = OWNERS[seat]
    return [disc(x, y, r + 2, owner.casing), disc(x, y, r, owner.colour), emblem_shape(owner.emblem, x, y, r * 0.56, owner.ink)]


def owned_line(points: Sequence[Point], seat: int) -> list[Shape]:
    """A line in an owner's colour and dash, with its casing."""
    owner = OWNERS[seat]
    casing = Line(points, owner.casing, CASING)
    if owner.dash is None:
        return [casing, Line(points, owner.colour, CURVE)]
    on, off = (length * _DASH_UNIT for length in owner.dash)
    return [casing, *(Line(dash, owner.colour, CURVE, flat=True) for dash in _dashes(points, on, off))]


def _dashes(points: Iterable[Point], on: float, off: float) -> list[list[Point]]:
    """A line through ``points`` cut into dashes ``on`` pixels long, ``off`` apart."""
    first, *others = points
    dashes: list[list[Point]] = []
    walked, drawing, current, (x1, y1) = 0.0, True, [first], first
    for x2, y2 in others:
        length, gone = math.hypot(x2 - x1, y2 - y1), 0.0
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
        x1, y1 = x2, y2
    if drawing and len(current) > 1:
        dashes.append(current)
    return dashes

"""Charts in the style of the boards, readable at a width of 400 pixels, each with an equivalent description."""

from __future__ import annotations

from render.charts.bars import Bar, bar_chart
from render.charts.course import course_chart
from render.charts.shares import share_chart
from render.charts.stack import stack_charts
from render.charts.standings import Standing, standings_chart

__all__ = ["Bar", "Standing", "bar_chart", "course_chart", "share_chart", "stack_charts", "standings_chart"]

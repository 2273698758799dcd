"""Standings: a division of a league, with places, points, games to come, and who moves up or down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.art.shapes import Line, Polygon, Shape
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, PLAIN, SMALL, TOP, Sheet
from render.style.fonts import fit, length, picture_name
from render.text.words import ALT_LIMIT, clip, format_points, short_names
from render.view import Picture
from rules.words import count

_ROW, _PAD, _HEAD, _FOOT = 62, 24, 50, 48
"""Pixels: the distance from row to row, the distance from the panel's edge to its contents, and the heights of the lines
above and below the rows."""
_PLACE, _ARROW, _NAME = 52, 66, 104
"""Pixels from the left edge of the contents to the end of the place, the arrow, and the beginning of the name."""
_TO_COME, _POINTS = 0, 190
"""Pixels from the right edge of the contents to the ends of the two columns of numbers."""
UP, DOWN = "#4FB06D", "#E07A5F"
"""The colours of the arrows, whose directions have the same meaning."""
JUDGED = "* with games that a computer judged at the end"
GONE = "withdrawn"


class Standing(NamedTuple):
    """A line of the standings."""

    name: str
    place: int | None
    """The place; ``None`` for a computer."""
    points: float
    to_come: int
    """Number of games that are not over."""
    move: int = 0
    """By the current standings: 1 for a member who moves up, -1 for one who moves down, 0 for one who stays."""
    judged: bool = False
    """Whether a computer has judged some of the games."""
    gone: bool = False
    """Whether the member has withdrawn."""


def standings_chart(title: str, rows: Sequence[Standing], theme: str = "dark") -> Picture:
    """Return a picture of the standings of a division. Raise KeyError for an unknown theme."""
    judged = any(row.judged for row in rows)
    sheet = Sheet(TOP + EDGE + _PAD + _HEAD + len(rows) * _ROW + (_FOOT if judged else 0), title, theme)
    left, right = EDGE + _PAD, WIDTH - EDGE - _PAD
    head = TOP + _PAD + 22
    sheet.text(right - _POINTS, head, "Points", size=SMALL, dim=True, anchor="rs")
    sheet.text(right - _TO_COME, head, "To come", size=SMALL, dim=True, anchor="rs")
    for number, row in enumerate(rows):
        top = TOP + _PAD + _HEAD + number * _ROW
        base = top + 36
        sheet.put([Line([(left, top - 6), (right, top - 6)], sheet.theme.edge, 2)])
        sheet.text(left + _PLACE, base, "–" if row.place is None else str(row.place), weight="Bold", anchor="rs")
        sheet.put(_arrow(left + _ARROW, top + 12, row.move))
        room = right - _POINTS - 110 - left - _NAME
        gone = f" ({GONE})" if row.gone else ""
        name = fit(picture_name(row.name, number), "SemiBold", PLAIN, room - length(gone, "SemiBold", PLAIN))
        sheet.text(left + _NAME, base, f"{name}{gone}", dim=row.gone)
        sheet.text(right - _POINTS, base, format_points(row.points), weight="Bold", anchor="rs")
        if row.judged:
            sheet.text(right - _POINTS, base, "*", weight="Bold")
        sheet.text(right - _TO_COME, base, str(row.to_come) if row.to_come else "–", dim=True, anchor="rs")
    if judged:
        sheet.text(left, sheet.height - EDGE - 18, JUDGED, size=SMALL, dim=True)
    return Picture(sheet.png(), _words(title, rows))


def _arrow(x: float, y: float, move: int) -> list[Shape]:
    """Return an arrow that points up or down, 24 pixels square; nothing for a member who stays."""
    if not move:
        return []
    tip, foot = (y, y + 22) if move > 0 else (y + 22, y)
    return [Polygon([(x + 12, tip), (x + 24, foot), (x, foot)], UP if move > 0 else DOWN)]


def _words(title: str, rows: Sequence[Standing]) -> str:
    """Return the standings in words: every line, with shortened names if there are many."""
    names = short_names([row.name for row in rows])
    lines = []
    for name, row in zip(names, rows, strict=True):
        place = "" if row.place is None else f"{row.place} "
        more = f", {row.to_come} to come" if row.to_come else ""
        move = {1: ", up", -1: ", down", 0: ""}[row.move]
        judged, gone = ", judged" if row.judged else "", f", {GONE}" if row.gone else ""
        lines.append(f"{place}{name}: {format_points(row.points)}{more}{move}{judged}{gone}")
    return clip(f"{title}, {count(len(rows), 'member')}. {'; '.join(lines)}.", ALT_LIMIT)

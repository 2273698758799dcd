"""Bars: the number of games that a player has played of each kind, and the number of wins among them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from render.art.colours import INK, YELLOW
from render.art.shapes import Line, Rect, Shape
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, PLAIN, SMALL, TOP, Sheet
from render.style.fonts import fit, picture_name
from render.text.words import ALT_LIMIT, clip
from render.view import Picture
from rules.words import count

_ROW, _BAR, _PAD = 112, 40, 26
"""Pixels: the distance from row to row, the height of a bar, and the distance from the panel's edge to its contents."""
_HATCH = 14
"""Pixels between the hatching strokes, which distinguish the won part without colours."""


class Bar(NamedTuple):
    """One row of the chart."""

    label: str
    """The counted kind: ``Pastures New``."""
    games: int
    wins: int


def bar_chart(title: str, bars: Sequence[Bar], theme: str = "dark") -> Picture:
    """Return a chart of games and wins: a bar for each row, all on one scale, or a note that there are no games.

    Raise ValueError if a bar has more wins than games, KeyError for an unknown theme.
    """
    if any(not 0 <= bar.wins <= bar.games for bar in bars):
        raise ValueError("a bar has more wins than games")
    sheet = Sheet(TOP + EDGE + 2 * _PAD + max(1, len(bars)) * _ROW - 24, title, theme)
    left, right, most = EDGE + _PAD, WIDTH - EDGE - _PAD, max([1, *(bar.games for bar in bars)])
    if not bars:
        sheet.text(left, TOP + _PAD + 44, "No games yet", dim=True)
    for number, bar in enumerate(bars):
        top = TOP + _PAD + number * _ROW
        won = f"{bar.wins} of {bar.games} won" if bar.games else "not played yet"
        sheet.text(left, top + 32, fit(picture_name(bar.label, number), "SemiBold", PLAIN, right - left - 330))
        sheet.text(right, top + 32, won, size=SMALL, dim=True, anchor="rs")
        scale = (right - left) / most
        sheet.put(_bar(left, top + 46, bar.games * scale, bar.wins * scale, sheet.theme.edge, sheet.theme.text))
    return Picture(sheet.png(), _words(title, bars))


def _bar(x: float, y: float, games: float, wins: float, colour: str, rim: str) -> list[Shape]:
    """Return a bar ``games`` pixels long whose first ``wins`` pixels are won: bright and hatched."""
    if games < 1:
        return [Rect(x, y, 3, _BAR, rim)]
    shapes: list[Shape] = [Rect(x - 2, y - 2, games + 4, _BAR + 4, rim, 8), Rect(x, y, games, _BAR, colour, 6)]
    if wins >= 1:
        shapes.append(Rect(x, y, wins, _BAR, YELLOW, 6))
        strokes = range(_HATCH, int(wins) - _HATCH // 2, _HATCH)
        shapes += [Line([(x + at - 6, y + _BAR - 9), (x + at + 6, y + 9)], INK, 2.5) for at in strokes]
    return shapes


def _words(title: str, bars: Sequence[Bar]) -> str:
    rows = "; ".join(f"{bar.label}: {count(bar.games, 'game')}, {bar.wins} won" for bar in bars)
    return clip(f"{title}. {rows or 'No games yet'}.", ALT_LIMIT)

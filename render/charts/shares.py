"""The seats' shares of the win, or their leads in points, after each turn, as curves."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from render.art.shapes import Line, Rect, Shape
from render.charts.curves import Box, badge, height_at, owned_line, spread
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, SMALL, TOP, Sheet
from render.style.fonts import fit, picture_name
from render.text.words import ALT_LIMIT, clip, look, round_shares, short_names
from render.view import Picture
from rules.words import count

MOST_MARKED = 3
"""Maximum number of marked turns."""
_FIELD = Box(EDGE + 108, TOP + 76, WIDTH - EDGE - 150, TOP + 486)
_HALF = (WIDTH - 2 * EDGE) / 2
"""The width of one of the two columns of the legend, in pixels."""
_LEGEND = 46
"""Pixels between the lines of the legend, which has two entries per line."""
_THIN = 3
"""The width of the line for the chance that nobody wins, in pixels."""
_NARROWEST = 8
"""Minimum width of the band over a marked turn, in pixels."""
NOBODY = "No winner (no city left)"
"""The name of the share that is left if nobody may win, which happens in Nomads alone."""
_MOST_NUMBERS, _MOMENTS = 8, 6
"""Maximum number of turn labels below the chart, and of turns in the description in addition to the marked ones."""


class _Scale(NamedTuple):
    """The values at the bottom and at the top of the chart."""

    low: float
    high: float
    in_points: bool

    def format(self, value: float) -> str:
        if not self.in_points:
            return f"{round(value * 100)} %"
        return f"{value:+.1f}".removesuffix(".0").replace("-", "−") if round(value, 1) else "0"

    def format_all(self, values: Sequence[float]) -> list[str]:
        """Return the seats' values. Shares are in percent, and add up to 100 with the chance that nobody wins."""
        return list(map(self.format, values)) if self.in_points else [f"{each} %" for each in round_shares(values)[:-1]]


def _scale_of(values: Sequence[Sequence[float]], *, in_points: bool) -> _Scale:
    """Return the scale: for points symmetric about 0; for shares from 0 to 1, or to a half if no share was larger."""
    if in_points:
        most = max(2, ceil(max(abs(value) for turn in values for value in turn)))
        return _Scale(-most, most, in_points)
    return _Scale(0, 1.0 if max(max(turn) for turn in values) > 0.5 else 0.5, in_points)


def share_chart(
    title: str,
    shares: Sequence[Sequence[float]],
    names: Sequence[str],
    owners: Sequence[int] | None = None,
    marked: Sequence[int] = (),
    theme: str = "dark",
    *,
    in_points: bool = False,
) -> Picture:
    """Return a chart of the seats' shares after each turn, as curves in the owners' colours and dashes.

    ``shares``: for turn 0 (the start), 1, 2, … a number from 0 to 1 for each seat, with the sum 1, or less if there may be no
    winner: then a thin line shows the rest. ``in_points``: instead of shares, each seat's lead in points, below 0 if it is
    behind; ``names``: by seat;
    ``owners``: the numbers of the owners by seat (``Renderer.owner``), by default 0, 1, …; ``marked``: up to three turns to
    point out. Raise ValueError if these are inconsistent, KeyError for an unknown theme.
    """
    looks = tuple(range(len(names)) if owners is None else owners)
    _check(shares, names, looks, marked, in_points=in_points)
    rest = [] if in_points else _find_rest(shares)
    scale = _scale_of([*shares, rest or [0.0]], in_points=in_points)
    sheet = Sheet(int(_FIELD.bottom) + 104 + -(-(len(names) + bool(rest)) // 2) * _LEGEND + EDGE, title, theme)
    lines = [_line(shares, seat, scale) for seat in range(len(names))]
    sheet.put([_band(turn, len(shares) - 1, sheet.theme.edge) for turn in marked])
    sheet.put(_grid(sheet.theme.edge))
    if rest:
        _draw_rest(sheet, rest, len(names), scale)
    sheet.put([shape for seat, look in enumerate(looks) for shape in _curve(lines[seat], look, seat, len(looks))])
    last = [line[-1][1] for line in lines] + [_y(share, scale) for share in rest[-1:] if share]
    ends = spread(last, 44, _FIELD.top - 10, _FIELD.bottom + 10)
    for seat, (y, value) in enumerate(zip(ends, scale.format_all(shares[-1]), strict=False)):
        sheet.put(badge(looks[seat], _FIELD.right + 32, y, 17))
        sheet.text(_FIELD.right + 58, y, value, size=SMALL, anchor="lm")
    if len(ends) > len(names):
        sheet.text(_FIELD.right + 58, ends[-1], scale.format(rest[-1]), size=SMALL, dim=True, anchor="lm")
    _axes(sheet, len(shares) - 1, marked, scale)
    _legend(sheet, names, looks)
    return Picture(sheet.png(), _words(title, shares, names, looks, marked, scale, is_sure=not rest))


def _check(
    shares: Sequence[Sequence[float]], names: Sequence[str], looks: Sequence[int], marked: Sequence[int], *, in_points: bool
) -> None:
    if len(shares) < 2:
        raise ValueError("a chart needs the start and at least one turn")
    if any(len(turn) != len(names) or (sum(turn) > 1.01 and not in_points) for turn in shares) or len(looks) != len(names):
        raise ValueError("each turn needs a share for each player, with a sum of at most 1")
    if len(marked) > MOST_MARKED or any(not 0 < turn < len(shares) for turn in marked):
        raise ValueError(f"up to {MOST_MARKED} turns of the game can be marked")


def _find_rest(shares: Sequence[Sequence[float]]) -> list[float]:
    """Return the chance that nobody wins after each turn; empty if there always is a winner."""
    percent = [round_shares(turn)[-1] for turn in shares]
    return [each / 100 for each in percent] if any(percent) else []


def _draw_rest(sheet: Sheet, rest: Sequence[float], seats: int, scale: _Scale) -> None:
    """Draw the chance that nobody wins, as a thin line with an entry of the legend."""
    colour = sheet.theme.dim
    sheet.put([Line([(_x(turn, len(rest) - 1), _y(each, scale)) for turn, each in enumerate(rest)], colour, _THIN)])
    x, y = _find_legend(seats)
    sheet.put([Line([(x - 14, y), (x + 66, y)], colour, _THIN)])
    sheet.text(x + 86, y, NOBODY, size=SMALL, dim=True, anchor="lm")


def _x(turn: float, turns: int) -> float:
    return _FIELD.left + (_FIELD.right - _FIELD.left) * turn / turns


def _y(value: float, scale: _Scale) -> float:
    return _FIELD.bottom - (_FIELD.bottom - _FIELD.top) * (value - scale.low) / (scale.high - scale.low)


def _line(shares: Sequence[Sequence[float]], seat: int, scale: _Scale) -> list[tuple[float, float]]:
    return [(_x(turn, len(shares) - 1), _y(each[seat], scale)) for turn, each in enumerate(shares)]


def _grid(colour: str) -> list[Shape]:
    left, top, right, bottom = _FIELD
    heights = (bottom - (bottom - top) * part / 4 for part in range(5))
    return [Line([(left, y), (right, y)], colour, 2) for y in heights]


def _band(turn: int, turns: int, colour: str) -> Shape:
    """Return a band over a turn: from the position before it to the one after it."""
    left, width = _x(turn - 1, turns), (_FIELD.right - _FIELD.left) / turns
    top = _FIELD.top - 16
    return Rect(left + 2, top, max(_NARROWEST, width - 4), _FIELD.bottom - top, colour)  # leaves 2 pixels on each side


def _curve(line: Sequence[tuple[float, float]], look: int, seat: int, seats: int) -> list[Shape]:
    """Return a curve with its owner's emblem at intervals, at different places for each seat.

    With two seats, dashes suffice.
    """
    if seats == 2:
        return owned_line(line, look)
    width = _FIELD.right - _FIELD.left
    places = [_FIELD.left + width * (part + (seat + 0.5) / seats) / 3 for part in range(3)]
    return [*owned_line(line, look), *(shape for x in places for shape in badge(look, x, height_at(line, x), 11))]


def _axes(sheet: Sheet, turns: int, marked: Sequence[int], scale: _Scale) -> None:
    for part in (0.0, 0.5, 1.0):
        value = scale.low + part * (scale.high - scale.low)
        sheet.text(_FIELD.left - 14, _y(value, scale), scale.format(value), size=SMALL, dim=True, anchor="rm")
    every = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 10**6) if turns // step <= _MOST_NUMBERS)
    for turn in range(every, turns + 1, every):
        sheet.text(_x(turn, turns), _FIELD.bottom + 44, str(turn), size=SMALL, dim=True, anchor="ms")
    sheet.text(_FIELD.left - 14, _FIELD.bottom + 44, "Turn", size=SMALL, dim=True, anchor="rs")
    taken = _FIELD.left - 100.0
    for turn in sorted(set(marked)):  # labels that would overlap move to the right
        taken = max(_x(turn - 0.5, turns), taken + 62)
        sheet.text(taken, _FIELD.top - 26, str(turn), size=SMALL, weight="Bold", anchor="ms")


def _find_legend(number: int) -> tuple[float, float]:
    """Return the place of an entry of the legend, from 0."""
    return EDGE + 40 + (number % 2) * _HALF, _FIELD.bottom + 100 + number // 2 * _LEGEND


def _legend(sheet: Sheet, names: Sequence[str], looks: Sequence[int]) -> None:
    for seat, name in enumerate(names):
        x, y = _find_legend(seat)
        sheet.put([*owned_line([(x - 14, y), (x + 66, y)], looks[seat]), *badge(looks[seat], x + 26, y, 15)])
        sheet.text(x + 86, y, fit(picture_name(name, seat), "SemiBold", SMALL, _HALF - 150), size=SMALL, anchor="lm")


def _words(
    title: str,
    shares: Sequence[Sequence[float]],
    names: Sequence[str],
    looks: Sequence[int],
    marked: Sequence[int],
    scale: _Scale,
    *,
    is_sure: bool,
) -> str:
    """Return a description with every player's share, or lead, at some turns, including the marked ones."""
    turns, shown = len(shares) - 1, short_names(names)
    moments = sorted({0, turns, *marked, *(turns * part // _MOMENTS for part in range(1, _MOMENTS))})
    text, what = "", "Leads in points" if scale.in_points else "Shares"
    while True:
        heads = ", ".join("start" if turn == 0 else f"turn {turn}{' (marked)' if turn in marked else ''}" for turn in moments)
        rows = " ".join(
            f"{name} ({look(looks[seat])}): {', '.join(scale.format_all(shares[turn])[seat] for turn in moments)}."
            for seat, name in enumerate(shown)
        )
        if not is_sure:
            rows += f" {NOBODY}: {', '.join(f'{round_shares(shares[turn])[-1]} %' for turn in moments)}."
        text = f"{title}. {what} in {count(turns, 'turn')}, at {heads}. {rows}"
        spare = [turn for turn in moments if turn not in (0, turns, *marked)]
        if len(text) <= ALT_LIMIT or not spare:
            return clip(text)
        moments.remove(spare[len(spare) // 2])

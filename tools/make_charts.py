"""Draw the charts of ``docs/computers-and-fairness.md`` from the tables in ``lab/docs``: ``python -m tools.make_charts``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from render.art.colours import YELLOW
from render.art.shapes import Line, Rect
from render.paint.layout import WIDTH
from render.paint.sheet import EDGE, SMALL, TOP, Sheet
from rules import GAMES
from tools.make_docs_pictures import IMAGES

RESULTS = Path(__file__).parents[1] / "lab" / "docs"
LEFT, RIGHT, ROW, BAR, PAD = EDGE + 430, WIDTH - EDGE - 140, 62, 34, 26
"""Pixels: where the bars begin and end (100 %), from row to row, a bar's height, and the distance to the panel's edge."""


class Bar(NamedTuple):
    """One row of a chart, in percent."""

    label: str
    value: float
    even: float
    """The value if nobody were better or luckier, drawn as a line across the bar."""


def read_levels() -> Iterator[Bar]:
    """Return how many pairs of games each level wins against the one below it, in every game."""
    text = (RESULTS / "computer-players.md").read_text(encoding="utf-8")
    (head,) = re.findall(r"^\| \| (.*work.*) \|$", text, re.MULTILINE)
    rows = re.findall(r"^\| level (\d) against level (\d) \| (.*) \|$", text, re.MULTILINE)
    for column, title in enumerate(head.split(" | ")):
        for high, low, cells in rows:
            if (cell := cells.split(" | ")[column]) != "not measured":
                yield Bar(f"{title.partition(' (')[0]}: {high} against {low}", float(cell.partition(" %")[0]), 50)


def read_first_seats() -> Iterator[Bar]:
    """Return how often strong computers win from the first seat, in every game."""
    text = (RESULTS / "how-the-games-play.md").read_text(encoding="utf-8")
    for board in re.finditer(r"^\| `(\w+)` \| ([\d.]+) % ±", text, re.MULTILINE):
        yield Bar(f"Territories, {board[1]}", float(board[2]), 50)
    plain, offer = re.findall(r"^\| 8 by 8 \| \d+ \| (\d+) %", text, re.MULTILINE)
    yield Bar("Pastures New", float(plain), 50)
    yield Bar("Pastures New, by offer", float(offer), 50)
    for title, pattern in (
        ("Land", r"^\| island \| (\d) \| (\d+) %"),
        ("Nomads", r"^\| (\d) \| classic \| (\d+) %, .* points \|$"),
    ):
        for row in re.finditer(pattern, text, re.MULTILINE):
            yield Bar(f"{title}, {row[1]} players", float(row[2]), 100 / int(row[1]))


def _sort(bars: Iterable[Bar]) -> list[Bar]:
    """Return the bars game by game, in the order of ``/play``."""
    titles = [game.title for game in GAMES.values()]
    return sorted(bars, key=lambda bar: next(place for place, title in enumerate(titles) if bar.label.startswith(title)))


def draw(title: str, bars: Sequence[Bar]) -> bytes:
    """Return a chart as PNG: a bar for each row from 0 to 100 %, with a line at its even value."""
    sheet = Sheet(TOP + EDGE + 2 * PAD + len(bars) * ROW, title, "light")
    scale = (RIGHT - LEFT) / 100
    for number, bar in enumerate(bars):
        top = TOP + PAD + number * ROW
        sheet.text(EDGE + PAD, top + BAR - 7, bar.label, size=SMALL)
        even = LEFT + bar.even * scale
        sheet.put([Rect(LEFT, top, bar.value * scale, BAR, YELLOW, 6)])
        sheet.put([Line([(even, top - 8), (even, top + BAR + 8)], sheet.theme.text, 4)])
        sheet.text(RIGHT + 20, top + BAR - 7, f"{int(bar.value + 0.5)} %", size=SMALL)
    return sheet.png()


def draw_charts() -> dict[str, bytes]:
    """Return both charts as PNG, by the names of their files."""
    return {
        "levels.png": draw("Pairs of games won by the higher level", _sort(read_levels())),
        "first-seat.png": draw("Games won by the player who goes first", _sort(read_first_seats())),
    }


def main() -> None:
    """Write both charts."""
    for name, png in draw_charts().items():
        (IMAGES / name).write_bytes(png)


if __name__ == "__main__":
    main()

"""Outlines of areas as layers of squares. Outlines that share a side of a square run in different lanes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from render.art.outline import outline
from render.paint.sides import CORNERS, SIDES
from render.paint.sprites import Stamp, stamp
from rules.squares import Square

_Side = tuple[Square, str]


def outlines(areas: Iterable[tuple[int, Set[Square]]], strength: float = 1.0) -> Iterator[tuple[Square, Stamp]]:
    """Yield the layers of the outlines of ``(owner, squares)``: for each square on a border, one for each area.

    Borders on the same side of a square get different lanes, so that both are visible.
    """
    given = [(owner, squares) for owner, squares in areas if squares]
    borders = [_border(squares) for _, squares in given]
    lanes: list[int] = []
    for i, border in enumerate(borders):
        taken = {lanes[j] for j in range(i) if border & borders[j]}
        lanes.append(min(lane for lane in range(len(given)) if lane not in taken))
    for (owner, squares), border, lane in zip(given, borders, lanes, strict=True):
        for square in sorted({square for square, _ in border} | _inner_corners(squares)):
            yield square, stamp(outline, owner, _around(square, squares), lane, strength)


def _around(square: Square, squares: Set[Square]) -> frozenset[str]:
    """Return the names of the neighbours of ``square`` in the area, as far as the outline there depends on them.

    A corner counts only between two sides that are in the area; otherwise the outline looks the same and is drawn only once.
    """
    beside = {name for name, (dx, dy) in SIDES.items() if (square.x + dx, square.y + dy) in squares}
    between = (name for name in CORNERS if name[0] in beside and name[1] in beside)
    corners = {name for name in between if (square.x + CORNERS[name][0], square.y + CORNERS[name][1]) in squares}
    return frozenset(beside | corners)


def _border(squares: Set[Square]) -> set[_Side]:
    """Return the squares of an area with each of their sides on its border."""
    return {(s, name) for s in squares for name, (dx, dy) in SIDES.items() if (s.x + dx, s.y + dy) not in squares}


def _inner_corners(squares: Set[Square]) -> set[Square]:
    """Return the squares of the area with a diagonal neighbour outside it."""
    return {s for s in squares if any((s.x + dx, s.y + dy) not in squares for dx, dy in CORNERS.values())}

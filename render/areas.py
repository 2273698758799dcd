"""Which lane each area's outline takes, and the layers of the squares along it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from render.art.outline import outline
from render.sides import AROUND, CORNERS, SIDES
from render.sprites import Stamp, stamp
from rules.squares import Square

_Side = tuple[Square, str]


def outlines(areas: Iterable[tuple[int, Set[Square]]], strength: float = 1.0) -> Iterator[tuple[Square, Stamp]]:
    """The layers of the outlines of ``(owner, squares)``: for each square on a border, one for each area.

    Borders that would cover each other, on one side of a square, get different lanes, so both can be seen.
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
    return frozenset(name for name, (dx, dy) in AROUND.items() if (square.x + dx, square.y + dy) in squares)


def _border(squares: Set[Square]) -> set[_Side]:
    """The squares with those of their sides that the border runs along."""
    return {(s, name) for s in squares for name, (dx, dy) in SIDES.items() if (s.x + dx, s.y + dy) not in squares}


def _inner_corners(squares: Set[Square]) -> set[Square]:
    """Squares that only a corner of the border touches."""
    return {s for s in squares if any((s.x + dx, s.y + dy) not in squares for dx, dy in CORNERS.values())}

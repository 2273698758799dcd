"""The fast layer of Nomads: the board, the neighbours of spaces, the spiral (N1), and the contents of a space as one byte.

Computer players may read it. See :mod:`rules.grid` for masks and numbers. A board is given as ``cells``: one byte for each
space, by number (``state.cells``). The bytes contain nothing hidden, such as the kind of a face-down tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

from rules.grid import Grid
from rules.nomads.tiles import CITY, DESERT, GRASS, MINE, OASIS
from rules.squares import Square

SIZE = 8
"""Number of columns and of rows of the board (N1)."""

GRID = Grid(SIZE, SIZE, stride=SIZE)
"""The grid for masks of spaces, which are numbered row by row from 0."""

SQUARES: tuple[Square, ...] = GRID.squares
"""The spaces by number."""

number = {square: space for space, square in enumerate(SQUARES)}.__getitem__
"""Return the number of a space. Check :meth:`Square.within` first: this raises KeyError for a square outside the board."""

BESIDE: tuple[tuple[int, ...], ...] = tuple(
    tuple(other.y * SIZE + other.x for other in square.beside(SIZE, SIZE)) for square in SQUARES
)
"""Number of a space -> the numbers of those that share a side with it: above, left, right, below."""

CORNERS = ("A1", "H1", "H8", "A8")
"""The corners where the barbarians may enter (N1)."""


DISTANCE = [[abs(a.x - b.x) + abs(a.y - b.y) for b in SQUARES] for a in SQUARES]
"""The distances between spaces, by their numbers, in steps over sides, regardless of the spaces between them (N12): A1 to B2
is 2."""


def _spiral(corner: str) -> tuple[int, ...]:
    """Return all 64 spaces in the order in which face-down tiles fill them (N1): clockwise, ring by ring, from ``corner``."""
    start = Square.read(corner)
    right, down, left, up = (1, 0), (0, 1), (-1, 0), (0, -1)
    headings = (right, down, left, up)
    turn = CORNERS.index(corner)
    at, path, taken = start, [number(start)], {start}
    while len(path) < SIZE * SIZE:
        dx, dy = headings[turn % 4]
        ahead = Square(at.x + dx, at.y + dy)
        if ahead.within(SIZE, SIZE) and ahead not in taken:
            at = ahead
            taken.add(at)
            path.append(number(at))
        else:
            turn += 1
    return tuple(path)


SPIRALS: dict[int, tuple[int, ...]] = {number(Square.read(corner)): _spiral(corner) for corner in CORNERS}
"""Number of an entry's space -> the numbers of all spaces along the spiral that starts there."""


# ---------------------------------------------------------------------- the contents of a space

EMPTY, FACE_DOWN, FIRST_TILE = 0, 1, 2
"""An empty space, a face-down tile, and the first of the codes for face-up tiles."""

MOST_SEATS = 6
"""The maximum number of seats that the codes can represent."""


def cell(kind: int, owner: int, *, road: bool = False) -> int:
    """Return the code of a face-up tile, from the index of its terrain in ``KINDS``, its owner, and whether it has a road."""
    return FIRST_TILE + (kind * MOST_SEATS + owner) * 2 + road


def with_road(code: int) -> int:
    """Return the code of a face-up tile after a road is built; ``code`` is that of the tile without a road."""
    return code + 1


_TILES = [(kind, owner, road) for kind in range(6) for owner in range(MOST_SEATS) for road in (False, True)]

KIND: tuple[int, ...] = (-1, -1, *(kind for kind, _, _ in _TILES))
"""Code -> terrain of a face-up tile; -1 for anything else."""
OWNER: tuple[int, ...] = (-1, -1, *(owner for _, owner, _ in _TILES))
"""Code -> owner of a face-up tile; -1 for anything else."""
ROAD: tuple[bool, ...] = (False, False, *(road for _, _, road in _TILES))
"""Code -> whether the tile has a road."""
LINKED: tuple[bool, ...] = (False, False, *(road or kind in (OASIS, CITY, MINE) for kind, _, road in _TILES))
"""Code -> whether the space links to linked neighbours (N10): it has a city, an oasis, a mine or a road."""


def _flags(codes: Iterable[bool]) -> bytes:
    """Return a table of flags by code, 0 or 1. It also serves ``cells.translate``, which gives the flags of all spaces."""
    return bytes(codes).ljust(256, b"\0")


BUILDABLE = _flags((False, False, *(kind in (GRASS, DESERT) and not road for kind, _, road in _TILES)))
"""Code -> whether a road may be built on the tile (N8)."""
FACE_UP = _flags(code >= FIRST_TILE for code in range(len(KIND)))
"""Code -> whether it is the code of a face-up tile."""
VACANT = _flags([True])
"""Code -> whether the space is empty."""
CITIES = _flags(kind == CITY for kind in KIND)
"""Code -> whether the space has a city."""


def open_flags(cells: bytes | bytearray, *, closed: bool) -> bytes | bytearray:
    """Return a flag for each space: whether a tile may be discovered or a city founded there (N5, N6).

    ``closed``: allow only spaces that are not next to a face-up tile, if there are any (the option ``frontier``).
    """
    empty = cells.translate(VACANT)
    if not closed:
        return empty
    apart = bytes(
        vacant and all(cells[other] < FIRST_TILE for other in beside) for vacant, beside in zip(empty, BESIDE, strict=True)
    )
    return apart if any(apart) else empty


def open_spaces(cells: bytes | bytearray, *, closed: bool) -> list[int]:
    """Return the spaces of :func:`open_flags`, row by row."""
    return [*compress(range(len(cells)), open_flags(cells, closed=closed))]


def group_of(cells: Sequence[int], start: int, without: int = -1) -> set[int]:
    """Return ``start`` and all spaces linked to it (N10), directly or through others, but not through ``without``."""
    group, todo = {start}, [start]
    while todo:
        for other in BESIDE[todo.pop()]:
            if LINKED[cells[other]] and other not in group and other != without:
                group.add(other)
                todo.append(other)
    return group

"""How a space of the board is kept: one small number that says what lies there, with tables to read it.

Neither what a tile laid face down is, nor anything else that is hidden, is in that number.
"""

from __future__ import annotations

from rules.nomads.tiles import CITY, DESERT, GRASS, MINE, OASIS

EMPTY, FACE_DOWN, FIRST_TILE = 0, 1, 2
"""An empty space, a tile laid face down, and the first of the numbers that stand for face-up tiles."""

_OWNERS = 6


def cell(kind: int, owner: int, *, road: bool = False) -> int:
    """The number for a face-up tile of a terrain (its place in ``KINDS``), laid by a seat, with or without a road."""
    return FIRST_TILE + (kind * _OWNERS + owner) * 2 + road


_TILES = [(kind, owner, road) for kind in range(6) for owner in range(_OWNERS) for road in (False, True)]

KIND: tuple[int, ...] = (-1, -1, *(kind for kind, _, _ in _TILES))
"""The terrain of a face-up tile, -1 for anything else."""
OWNER: tuple[int, ...] = (-1, -1, *(owner for _, owner, _ in _TILES))
"""Whose a face-up tile is, -1 for anything else."""
ROAD: tuple[bool, ...] = (False, False, *(road for _, _, road in _TILES))
"""Whether there is a road on it."""
LINKED: tuple[bool, ...] = (False, False, *(road or kind in (OASIS, CITY, MINE) for kind, _, road in _TILES))
"""Whether it is linked to linked spaces beside it (N10)."""
BUILDABLE: tuple[bool, ...] = (False, False, *(kind in (GRASS, DESERT) and not road for kind, _, road in _TILES))
"""Whether a road may be put on it (N8)."""

"""The tiles of Nomads: their kinds, values and effects (N2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

Kind = Literal["oasis", "city", "mine", "grass", "desert", "mountain", "treasure", "barbarian"]
"""A kind of tile by name, as in ``take grass``."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds of tiles. Within the rules, a kind is represented by its index in this list."""

TERRAIN: tuple[Kind, ...] = KINDS[:6]
"""The kinds that are laid on the board. The others are special tiles, which a seat keeps."""

OASIS, CITY, MINE, GRASS, DESERT, MOUNTAIN, TREASURE, BARBARIAN = range(8)

NUMBER: Mapping[str, int] = {kind: index for index, kind in enumerate(KINDS)}
"""Name of a kind -> its index in :data:`KINDS`."""

Bag = tuple[int, ...]
"""The number of tiles of each kind, in the order of :data:`KINDS`."""

TREASURE_POINTS = 20
BARBARIAN_POINTS = 15
CITY_BY_ROAD = 2


class Terrain(NamedTuple):
    """A kind of tile: a row of the table in N2."""

    points: int
    """The owner's points when it is laid."""
    draws: int
    """The number of tiles drawn when it is activated."""
    forced: frozenset[int]
    """If any of these kinds is drawn, one of them must be taken."""
    forbidden: frozenset[int]
    """The kinds that always go back into the bag."""


TABLE: tuple[Terrain, ...] = (
    Terrain(8, 3, frozenset({TREASURE, BARBARIAN}), frozenset()),
    Terrain(5, 4, frozenset({GRASS, TREASURE, BARBARIAN}), frozenset({CITY})),
    Terrain(3, 8, frozenset({TREASURE, MOUNTAIN}), frozenset({OASIS, CITY, GRASS})),
    Terrain(2, 2, frozenset({GRASS, CITY}), frozenset({MINE, TREASURE})),
    Terrain(1, 2, frozenset(), frozenset({MINE, CITY, TREASURE})),
    Terrain(0, 4, frozenset({MINE}), frozenset({CITY, OASIS, TREASURE})),
)
"""The terrains in the order of :data:`KINDS` (N2)."""


@lru_cache(maxsize=4096)  # called when a choice is reached, listed and made
def left_to_take(terrain: int, drawn: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds that may be taken from the tiles drawn when activating ``terrain``, each once (N7, steps 3 and 4)."""
    row = TABLE[terrain]
    kept = {kind for kind in drawn if kind not in row.forbidden}
    return tuple(sorted(kept & row.forced or kept))

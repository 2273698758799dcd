"""The tiles of Nomads: their kinds, what each is worth and does (N2), and the bags that a game may be started with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from rules.files import DATA

Kind = Literal["oasis", "city", "mine", "grass", "desert", "mountain", "treasure", "barbarian"]
"""A kind of tile by its name, as it stands in ``take grass``."""

KINDS: tuple[Kind, ...] = get_args(Kind)
"""All kinds; inside the rules a kind is its place in this list."""

TERRAIN: tuple[Kind, ...] = KINDS[:6]
"""The kinds that are laid on the board; the others are the special tiles, which a seat keeps."""

OASIS, CITY, MINE, GRASS, DESERT, MOUNTAIN, TREASURE, BARBARIAN = range(8)

NUMBER: Mapping[str, int] = {kind: index for index, kind in enumerate(KINDS)}
"""Name of a kind -> its place in :data:`KINDS`."""

Bag = tuple[int, ...]
"""How many tiles there are of each kind, in the order of :data:`KINDS`."""

LEAST_TERRAIN = 72
"""Terrain tiles that a bag has at least (N2): 64 spaces, and the 8 tiles that a mine may draw at the end."""
MOST_OF_A_KIND = 999
"""A bound for set-ups that come from outside, far above any sensible bag."""

TREASURE_POINTS = 20
BARBARIAN_POINTS = 15
CITY_BY_ROAD = 2


class Terrain(NamedTuple):
    """A line of the table in N2."""

    points: int
    """What its owner gets when it is laid."""
    draws: int
    """How many tiles are drawn when it is activated."""
    forced: frozenset[int]
    """If one of these is among the tiles drawn, one of these is to be taken."""
    forbidden: frozenset[int]
    """These always go back into the bag."""


TABLE: tuple[Terrain, ...] = (
    Terrain(8, 3, frozenset({TREASURE, BARBARIAN}), frozenset()),
    Terrain(5, 4, frozenset({GRASS, TREASURE, BARBARIAN}), frozenset({CITY})),
    Terrain(3, 8, frozenset({TREASURE, MOUNTAIN}), frozenset({OASIS, CITY, GRASS})),
    Terrain(2, 2, frozenset({GRASS, CITY}), frozenset({MINE, TREASURE})),
    Terrain(1, 2, frozenset(), frozenset({MINE, CITY, TREASURE})),
    Terrain(0, 4, frozenset({MINE}), frozenset({CITY, OASIS, TREASURE})),
)
"""The terrains in the order of :data:`KINDS` (N2)."""


def left_to_take(terrain: int, drawn: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds that may be taken of the tiles drawn when ``terrain`` is activated, each once (N7, steps 3 and 4)."""
    row = TABLE[terrain]
    kept = {kind for kind in drawn if kind not in row.forbidden}
    return tuple(sorted(kept & row.forced or kept))


def checked_bag(counts: object) -> Bag:
    """A bag from a mapping of kinds to counts; a kind that is not named is not in it.

    Raises ValueError, with a sentence that says what is wrong, for anything that is not a bag that N2 admits.
    """
    if not isinstance(counts, Mapping):
        raise ValueError("A bag is a list of kinds of tiles with how many there are of each.")
    unknown = [str(kind) for kind in counts if kind not in NUMBER]
    if unknown:
        raise ValueError(f"There are no tiles called “{unknown[0]}”; the kinds are {', '.join(KINDS)}.")
    bag = tuple(counts.get(kind, 0) for kind in KINDS)
    for kind, count in zip(KINDS, bag, strict=True):
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_OF_A_KIND:
            raise ValueError(f"The bag needs a whole number from 0 to {MOST_OF_A_KIND} of {kind} tiles, not {count!r}.")
    terrain = sum(bag[: len(TERRAIN)])
    if terrain < LEAST_TERRAIN:
        raise ValueError(f"The bag needs at least {LEAST_TERRAIN} terrain tiles, so that it cannot run out; it has {terrain}.")
    return bag


def bag_of_setup(setup: Mapping[str, Any]) -> Bag:
    """The bag in a record's set-up ``{"bag": {...}}``; raises ValueError where it is not one."""
    if set(setup) != {"bag"}:
        raise ValueError("A set-up of Nomads has a bag and nothing else.")
    return checked_bag(setup["bag"])


@lru_cache(maxsize=16)
def shipped_bag(name: str) -> Bag:
    """The bag of the tile set ``name`` in ``data/nomads/tiles``; raises ValueError where that is not a good one."""
    with (DATA / "nomads" / "tiles" / f"{name}.json").open(encoding="utf-8") as file:
        return checked_bag(json.load(file))


def as_setup(bag: Bag) -> dict[str, Any]:
    """The set-up that stands for ``bag`` in a record."""
    return {"bag": dict(zip(KINDS, bag, strict=True))}

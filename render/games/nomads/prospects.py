"""Expectations in Nomads, by the rules: the average value of unseen tiles, and the cities that bands would reach."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from math import comb

from rules import Action
from rules.nomads import KINDS, Kind, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.attack import next_city, standing_cities
from rules.nomads.grid import SQUARES, number
from rules.nomads.tiles import BARBARIAN_POINTS, NUMBER, TABLE, TREASURE_POINTS, left_to_take
from rules.squares import Square


def worth(kind: Kind) -> int:
    """Return the points of a tile of this kind; a treasure counts as its points at the end (N2)."""
    row = NUMBER[kind]
    return TABLE[row].points if row < len(TABLE) else TREASURE_POINTS if kind == "treasure" else BARBARIAN_POINTS


WORTH = tuple(map(worth, KINDS))


def discovery(state: NomadsState) -> float:
    """Return the average value of an unseen tile."""
    unseen = tuple(state.unseen.values())
    return sum(points * number for points, number in zip(WORTH, unseen, strict=True)) / max(1, sum(unseen))


def activation(state: NomadsState, kind: Kind) -> float:
    """Return the average value of activating a terrain, if the tile with the most points is taken (N7).

    The tiles are drawn from all unseen ones.
    """
    return average_of_hands(tuple(state.unseen.values()), NUMBER[kind])


@lru_cache(64)
def average_of_hands(unseen: tuple[int, ...], terrain: int) -> float:
    """Return the average value of the best tile that may be taken, over all hands that may be drawn for a terrain.

    ``unseen``: the number of unseen tiles by kind. The best tile is the one with the highest value (N2).
    """
    draws = min(TABLE[terrain].draws, sum(unseen))
    kinds = range(len(KINDS))
    # By set of kinds (as bits): the number of hands of these kinds only. The loop leaves the hands that have each of them.
    ways = [comb(sum(unseen[kind] for kind in kinds if which >> kind & 1), draws) for which in range(1 << len(KINDS))]
    for kind in kinds:
        for which in range(len(ways)):
            if which >> kind & 1:
                ways[which] -= ways[which ^ 1 << kind]
    total = 0
    for which, hands in enumerate(ways):
        choices = left_to_take(terrain, tuple(kind for kind in kinds if which >> kind & 1)) if hands else ()
        if choices:
            total += hands * max(WORTH[each] for each in choices)
    return total / max(1, comb(sum(unseen), draws))


# ---------------------------------------------------------------------- the bands


def lost_to_bands(state: NomadsState, start: Square | None = None, founded: Square | None = None) -> frozenset[Square]:
    """Return the cities that the bands would reach if they came now (N11 to N13); they raze those that are not saved.

    ``start``: the space where they set out, by default the current start. ``founded``: an additional city.
    """
    cities = [SQUARES[city] for city in standing_cities(state.cells)]
    return razed({*cities, *([founded] if founded else [])}, start or state.start, state.entry, state.all_bands)


def razed(cities: Collection[Square], start: Square | None, entry: Square | None, bands: int) -> frozenset[Square]:
    """Return the cities reached by this number of bands, one after the other (N13)."""
    left = {number(city) for city in cities}
    if start is None or entry is None:
        return frozenset()
    at = begin = number(start)
    for _ in range(min(bands, len(left))):
        at = next_city(left, (), at, begin, number(entry))
        left.remove(at)
    return frozenset(city for city in cities if number(city) not in left)


def lost_after(state: NomadsState, move: Action) -> frozenset[Square]:
    """Return the cities that the bands would raze if they came right after ``move``, before any tile that it draws is laid.

    A road and an activation first lay a tile face down (N7, N8), from where the bands then set out.
    """
    if isinstance(move, Road | Activate):
        return lost_to_bands(state, start=state.next_space)
    if isinstance(move, FoundCity):
        return lost_to_bands(state, founded=move.square)
    return lost_to_bands(state)


def sure_points(state: NomadsState, move: Action) -> tuple[int, ...]:
    """Return the points that a move of a turn is sure to give each seat."""
    if isinstance(move, Road):
        return state.road_points(move.square)
    mine = TABLE[NUMBER["city"]].points if isinstance(move, FoundCity) else 0
    return tuple(mine if seat == state.seat else 0 for seat in range(state.seats))


def average(state: NomadsState, move: Discover | Activate) -> float:
    """Return the average value of the tile that a move brings."""
    if isinstance(move, Discover):
        return discovery(state)
    tile = state.tile(move.square)
    return activation(state, tile.kind) if tile is not None and tile.kind is not None else 0

"""Expectations in Nomads, by the rules: the average value of unseen tiles, and the cities that bands would reach."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import comb

from rules import Action
from rules.nomads import KINDS, Kind, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.attack import next_city, standing_cities
from rules.nomads.grid import BUILDABLE, SQUARES, number, with_road
from rules.nomads.networks import road_points, scored_by_road
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


def find_new_road(state: NomadsState, move: Road) -> tuple[Square, int] | None:
    """Return the space and the points of the seat's best next road, if ``move`` makes it better than any now."""
    cells, seat = bytearray(state.cells), state.seat or 0
    now = max(points for _, points in _roads(cells, seat, state.seats))
    cells[number(move.square)] = with_road(cells[number(move.square)])
    space, points = max(_roads(cells, seat, state.seats), key=lambda road: road[1], default=(0, 0))
    return (SQUARES[space], points) if points > now else None


def _roads(cells: bytearray, seat: int, seats: int) -> Iterator[tuple[int, int]]:
    """Yield the space of each road that a seat may build, and its points for the seat (N10)."""
    for space, cell in enumerate(bytes(cells)):
        if BUILDABLE[cell]:
            cells[space] = with_road(cell)
            yield space, road_points(cells, scored_by_road(cells, space), seat, seats)[seat]
            cells[space] = cell


def is_highest_average(state: NomadsState, move: Discover | Activate) -> bool:
    """Return whether no tile of another kind that may be activated, nor a discovery, brings more on average."""
    kinds = dict[str | None, Discover | Activate]()
    for each in state.moves():
        if isinstance(each, Discover):
            kinds[None] = each
        elif isinstance(each, Activate) and (tile := state.tile(each.square)) is not None:
            kinds[tile.kind] = each
    return average(state, move) >= max(average(state, each) for each in kinds.values())


def average(state: NomadsState, move: Discover | Activate) -> float:
    """Return the average value of the tile that a move brings."""
    if isinstance(move, Discover):
        return discovery(state)
    tile = state.tile(move.square)
    return activation(state, tile.kind) if tile is not None and tile.kind is not None else 0

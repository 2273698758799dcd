"""The attack of the barbarians (N11 to N16): the target of the next band, and the end of the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import compress
from typing import Literal, NamedTuple

from rules.nomads.grid import CITIES, DISTANCE, MOST_SEATS, OWNER, ROAD
from rules.nomads.tiles import TREASURE_POINTS
from rules.squares import Square

Fate = Literal["placated", "paid", "razed", "left"]


class Raid(NamedTuple):
    """One event of the attack: the fate of a city, or (``left``) the departure of all occupiers (N14)."""

    fate: Fate
    city: Square | None = None
    """The city; ``None`` if the occupiers left."""
    founder: int | None = None


_WITH_ROAD = [[code for code in range(len(OWNER)) if OWNER[code] == seat and ROAD[code]] for seat in range(MOST_SEATS)]
"""Seat -> the codes of its tiles with a road."""


def standing_cities(cells: bytes | bytearray) -> list[int]:
    """Return the spaces of the standing cities, row by row."""
    return [*compress(range(len(cells)), cells.translate(CITIES))]


def next_city(cities: Collection[int], occupied: Collection[int], at: int, start: int, entry: int) -> int:
    """Return the city that a band at ``at`` goes to (N13), or -1 if no city is free.

    It is the nearest city. Ties go to the city nearest to the attack's start, then to the entry, then the topmost, the
    leftmost.
    """
    from_at, from_start, from_entry = DISTANCE[at], DISTANCE[start], DISTANCE[entry]
    return min(
        (city for city in cities if city not in occupied),
        key=lambda city: (from_at[city], from_start[city], from_entry[city], city),
        default=-1,
    )


def final_scores(cells: bytes | bytearray, points: Sequence[int], treasures: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's points, including those of its treasures, or 0 without a standing city (N15 and N16)."""
    return scores_by_cities(count_cities(cells, len(points)), points, treasures)


def scores_by_cities(cities: Sequence[int], points: Sequence[int], treasures: Sequence[int]) -> tuple[int, ...]:
    """Return the final scores (N15 and N16). ``cities``: the number of standing cities of each seat."""
    rows = zip(cities, points, treasures, strict=True)
    return tuple([had + TREASURE_POINTS * kept if own else 0 for own, had, kept in rows])


def winners(cells: bytes | bytearray, final: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """Return the winners after the attack among the seats ``left`` in the game (N15 and N16); nobody if no city stands."""
    return winners_by_cities(count_cities(cells, len(final)), final, count_roads(cells, len(final)), left)


def winners_by_cities(
    cities: Sequence[int], final: Sequence[int], roads: Sequence[int], left: Sequence[int]
) -> tuple[int, ...]:
    """Return the winners by final scores; nobody if no city stands (N15 and N16).

    Ties are broken by the number of own standing cities, then of own tiles with a road. Seats that are still tied share the
    win.
    """
    if not any(cities):
        return ()
    best = max([final[seat] for seat in left])
    first = [seat for seat in left if final[seat] == best]
    if len(first) == 1:
        return (first[0],)
    ranks = {seat: (cities[seat], roads[seat]) for seat in first}
    return tuple(seat for seat in first if ranks[seat] == max(ranks.values()))


def count_roads(cells: bytes | bytearray, seats: int) -> list[int]:
    """Return the number of tiles with a road that each seat owns."""
    return [sum(map(cells.count, codes)) for codes in _WITH_ROAD[:seats]]


def count_cities(cells: bytes | bytearray, seats: int) -> list[int]:
    """Return the number of standing cities of each seat."""
    counts = [0] * seats
    for city in standing_cities(cells):
        counts[OWNER[cells[city]]] += 1
    return counts

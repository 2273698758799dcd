"""The attack of the barbarians (N11 to N16): where the next band goes, and how the game ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from rules.nomads.grid import KIND, OWNER, ROAD, SIZE, distance
from rules.nomads.tiles import CITY, TREASURE_POINTS
from rules.squares import Square

Deed = Literal["placated", "paid", "razed", "left"]


class Raid(NamedTuple):
    """One event of the attack: what happened to a city, or that all occupiers ``left`` (N14)."""

    deed: Deed
    city: Square | None = None
    """``None`` where the occupiers left."""
    founder: int | None = None


def standing_cities(cells: Sequence[int]) -> list[int]:
    """Return the spaces on which a city stands, row by row."""
    return [space for space, cell in enumerate(cells) if KIND[cell] == CITY]


def next_city(cities: Collection[int], occupied: Collection[int], at: int, start: int, entry: int) -> int:
    """Return the city that a band at ``at`` goes to (N13); -1 if no city is free.

    That is the nearest; among equals the nearest to the attack's start, then to the entry, then the topmost, the leftmost.
    """
    return min(
        (city for city in cities if city not in occupied),
        key=lambda city: (distance(city, at), distance(city, start), distance(city, entry), city // SIZE, city % SIZE),
        default=-1,
    )


def final_scores(cells: Sequence[int], points: Sequence[int], treasures: Sequence[int]) -> tuple[int, ...]:
    """Return points with treasures for seats that founded a city that still stands, 0 for the others (N15 and N16)."""
    founders = {OWNER[cells[city]] for city in standing_cities(cells)}
    return tuple(points[seat] + TREASURE_POINTS * treasures[seat] if seat in founders else 0 for seat in range(len(points)))


def winners(cells: Sequence[int], final: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """Return the winners after the attack among the seats ``left`` in the game (N15 and N16); none if no city stands.

    Among equal scores, more own standing cities decide, then more own tiles with a road. Seats equal in all share the win.
    """
    cities = standing_cities(cells)
    if not cities:
        return ()

    def rank(seat: int) -> tuple[int, int, int]:
        own = sum(OWNER[cells[city]] == seat for city in cities)
        roads = sum(ROAD[cell] and OWNER[cell] == seat for cell in cells)
        return final[seat], own, roads

    best = max(map(rank, left))
    return tuple(seat for seat in left if rank(seat) == best)

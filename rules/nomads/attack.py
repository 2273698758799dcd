"""The attack of the barbarians (N11 to N16): where the next band goes, what it left, and how the game ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from rules.nomads.cells import KIND, OWNER, ROAD
from rules.nomads.geometry import SIZE, distance
from rules.nomads.tiles import CITY, TREASURE_POINTS
from rules.squares import Square

Deed = Literal["placated", "paid", "razed", "left"]


class Raid(NamedTuple):
    """A line in the story of the attack: what happened to a city, or that all occupiers ``left`` (N14)."""

    deed: Deed
    city: Square | None = None
    """``None`` where the occupiers left."""
    founder: int | None = None


def standing_cities(cells: Sequence[int]) -> list[int]:
    """The spaces on which a city stands, row by row."""
    return [space for space, cell in enumerate(cells) if KIND[cell] == CITY]


def next_city(cities: Collection[int], occupied: Collection[int], at: int, start: int, entry: int) -> int:
    """The city that a band standing at ``at`` goes to (N13), -1 where no city is free.

    The nearest; of several, the one nearest the attack's start, then the entry, then topmost, then leftmost.
    """
    return min(
        (city for city in cities if city not in occupied),
        key=lambda city: (distance(city, at), distance(city, start), distance(city, entry), city // SIZE, city % SIZE),
        default=-1,
    )


def final_scores(cells: Sequence[int], points: Sequence[int], treasures: Sequence[int]) -> tuple[int, ...]:
    """N15 and N16: points and treasures for a seat that founded a city still standing, 0 for any other."""
    founders = {OWNER[cells[city]] for city in standing_cities(cells)}
    return tuple(points[seat] + TREASURE_POINTS * treasures[seat] if seat in founders else 0 for seat in range(len(points)))


def winners(cells: Sequence[int], final: Sequence[int], left: Sequence[int]) -> tuple[int, ...]:
    """The seats that win after the attack, of those ``left`` in the game; none where no city stands (N15, N16).

    Among equal scores more own cities that stand decide, then more own tiles with a road; who is equal in all shares.
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

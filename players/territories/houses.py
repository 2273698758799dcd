"""Chooses spots for farms: evaluates every way to divide them, and searches all placements (T3) to their end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from rules.grid import bits
from rules.territories import PLACERS

Sides = tuple[int, int]
"""Masks of the spots of each seat."""


def sharings(spots: int, farms: Sides) -> list[Sides]:
    """Return every possible final distribution of the farms, given those already placed: at most 70."""
    free = bits(spots & ~(farms[0] | farms[1]))
    ours = len(PLACERS) // 2 - farms[0].bit_count()
    found = []
    for chosen in combinations(free, ours):
        first = farms[0] | sum(chosen)
        found.append((first, spots & ~first))
    return found


def values_of_spots(spots: int, farms: Sides, worth: Callable[[Sides], float]) -> dict[int, float]:
    """Return the value for seat 0 of placing the next farm on each free spot. ``worth`` evaluates complete distributions."""
    values = dict[Sides, float]()

    def value(farms: Sides) -> float:
        known = values.get(farms)
        if known is None:
            after = _after(spots, farms)
            known = (min if _placer(farms) else max)(map(value, after.values())) if after else worth(farms)
            values[farms] = known
        return known

    return {spot: value(after) for spot, after in _after(spots, farms).items()}


def _after(spots: int, farms: Sides) -> dict[int, Sides]:
    """Return each free spot with the farms after the next one is placed there."""
    first, second = farms
    free = bits(spots & ~(first | second))
    if free and _placer(farms) == 0:
        return {spot: (first | spot, second) for spot in free}
    return {spot: (first, second | spot) for spot in free}


def _placer(farms: Sides) -> int:
    return PLACERS[(farms[0] | farms[1]).bit_count()]

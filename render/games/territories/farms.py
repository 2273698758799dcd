"""The land near farms in Territories: the squares nearest to each seat's farms, either once all farms are placed, or around
fences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.squares import Square, squares
from rules.territories import TerritoriesState
from rules.territories.grid import near
from rules.territories.state import PLACERS

NOBODY = 2
"""Stands for a spot without a farm."""


def settle(state: TerritoriesState) -> tuple[int, int]:
    """Return the number of squares nearest to each seat's farms once all farms are placed.

    Both seats place the remaining farms so as to maximize their lead.
    """
    farms: Mapping[Square, int] = state.farms
    owners = tuple(farms.get(spot, NOBODY) for spot in state.spots)
    return _settle(_steps_from(state.width, state.height, state.spots), owners, {})


def reached(state: TerritoriesState) -> tuple[int, int]:
    """Return the number of squares without a farm nearest to each seat's farms, by steps that cross no trunk."""
    across, down, stride = state.across, state.down, state.grid.stride
    steps = list(state.farm_masks)
    ways, first = list(steps), [0, 0]
    while any(steps):
        for seat in (0, 1):
            steps[seat] = near(steps[seat], across, down, stride) & ~ways[seat]
            ways[seat] |= steps[seat]
        for seat in (0, 1):
            first[seat] |= steps[seat] & ~ways[1 - seat]
    return first[0].bit_count(), first[1].bit_count()


def _settle(
    steps: Sequence[Sequence[int]], owners: tuple[int, ...], known: dict[tuple[int, ...], tuple[int, int]]
) -> tuple[int, int]:
    if owners in known:
        return known[owners]
    placed = len(owners) - owners.count(NOBODY)
    if placed == len(owners):
        known[owners] = _nearest(steps, owners)
    else:
        seat = PLACERS[placed]
        free = [spot for spot, owner in enumerate(owners) if owner == NOBODY]
        lands = [_settle(steps, (*owners[:spot], seat, *owners[spot + 1 :]), known) for spot in free]
        known[owners] = max(lands, key=lambda land: land[seat] - land[1 - seat])
    return known[owners]


def _nearest(steps: Sequence[Sequence[int]], owners: Sequence[int]) -> tuple[int, int]:
    """Return for each seat the number of squares without a farm that are nearest to its farms.

    Such a square is nearer to one of the seat's farms than to all of the other seat's.
    """
    mine, theirs = ([spot for spot, owner in enumerate(owners) if owner == seat] for seat in (0, 1))
    counts = [0, 0]
    for away in steps:
        one, other = min(away[spot] for spot in mine), min(away[spot] for spot in theirs)
        if one != other:
            counts[one > other] += 1
    return counts[0], counts[1]


@lru_cache(32)
def _steps_from(width: int, height: int, spots: tuple[Square, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each square that is not a spot the steps to each spot."""
    return tuple(tuple(_steps(each, spot) for spot in spots) for each in squares(width, height) if each not in spots)


def _steps(one: Square, other: Square) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)

"""Roads (N10): which spaces are linked, and what a new road scores.

A board is given as ``cells``, one byte a space: see :mod:`rules.nomads.cells`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.nomads.cells import KIND, LINKED, OWNER, ROAD
from rules.nomads.geometry import BESIDE
from rules.nomads.tiles import CITY, CITY_BY_ROAD, TABLE


def group_of(cells: Sequence[int], start: int, without: int = -1) -> set[int]:
    """The spaces linked to ``start``, itself among them, not looking through the space ``without``."""
    group, todo = {start}, [start]
    while todo:
        for other in BESIDE[todo.pop()]:
            if LINKED[cells[other]] and other not in group and other != without:
                group.add(other)
                todo.append(other)
    return group


def scored_by_road(cells: Sequence[int], road: int) -> set[int]:
    """The spaces that are scored because of the new road on the space ``road``, which ``cells`` has already; or none.

    N10: the road's space joins the groups beside it. All is scored if that links two networks, or one whose
    city had been without roads so far. What makes a group a network is a city or a road; bare oases and mines only join.
    """
    joined, networks, unreached_city = {road}, 0, False
    for other in BESIDE[road]:
        if not LINKED[cells[other]] or other in joined:
            continue
        group = group_of(cells, other, without=road)
        joined |= group
        has_city = any(KIND[cells[space]] == CITY for space in group)
        has_road = any(ROAD[cells[space]] for space in group)
        networks += has_city or has_road
        unreached_city |= has_city and not has_road
    return joined if networks > 1 or (networks == 1 and unreached_city) else set()


def road_points(cells: Sequence[int], scored: set[int], builder: int, seats: int) -> list[int]:
    """What each seat gets when ``scored`` is scored (N10): cities for the builder, the rest for its owners."""
    points = [0] * seats
    for space in scored:
        cell = cells[space]
        if KIND[cell] == CITY:
            points[builder] += CITY_BY_ROAD
        else:
            points[OWNER[cell]] += TABLE[KIND[cell]].points
    return points

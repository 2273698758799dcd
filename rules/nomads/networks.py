"""Roads (N10): links between spaces, and the points for a new road.

A board is given as ``cells``: see :mod:`rules.nomads.grid`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.nomads.grid import BESIDE, KIND, LINKED, OWNER, ROAD, group_of
from rules.nomads.tiles import CITY, CITY_BY_ROAD, TABLE


def links(cells: Sequence[int], space: int) -> list[int]:
    """Return the neighbours that ``space`` is linked to (N10); none unless it has a city, an oasis, a mine or a road."""
    return [other for other in BESIDE[space] if LINKED[cells[other]]] if LINKED[cells[space]] else []


def scored_by_road(cells: Sequence[int], road: int) -> set[int]:
    """Return the spaces that score for the new road on the space ``road`` (N10); there may be none.

    ``cells`` includes the road, which joins the groups of linked spaces next to it. A group with a city or a road is a network;
    a group with only oases and mines is not. All joined spaces score if the road links two networks, or reaches a city that had
    no road.
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
    """Return the points of each seat for the spaces ``scored`` (N10): cities score for the builder, others for their owners."""
    points = [0] * seats
    for space in scored:
        cell = cells[space]
        if KIND[cell] == CITY:
            points[builder] += CITY_BY_ROAD
        else:
            points[OWNER[cell]] += TABLE[KIND[cell]].points
    return points

"""The direction of an activation in Nomads: the points of a road on its tile, compared with another activation."""

from __future__ import annotations

from collections.abc import Iterator

from render.games.nomads.prospects import average, lasting, worth_of
from render.text.reasons import Reason, Sort
from rules.nomads import NomadsState
from rules.nomads.actions import Activate
from rules.nomads.grid import cell, number
from rules.nomads.networks import road_points, scored_by_road
from rules.nomads.tiles import GRASS, KINDS, NUMBER, TABLE


def best_other_activation(state: NomadsState, move: Activate) -> Activate | None:
    """Return the other activation with the most points on average, then by a road; ``None`` if none differs from ``move``."""
    others = [each for each in state.moves() if isinstance(each, Activate) and each != move and _differ(state, move, each)]

    def worth(other: Activate) -> tuple[float, int]:
        return average(state, other), worth_of(state, road_to_come(state, other) or (0,) * state.seats)

    return max(others, key=worth, default=None)


def _differ(state: NomadsState, move: Activate, other: Activate) -> bool:
    """Return whether two activations bring different points, on average or by a road that is predictable for both."""
    if round(average(state, move), 1) != round(average(state, other), 1):
        return True
    here, there = road_to_come(state, move), road_to_come(state, other)
    return here is not None and there is not None and here != there


def road_to_come(state: NomadsState, move: Activate) -> tuple[int, ...] | None:
    """Return the points of each seat if an activation lays grass and the same seat then builds a road on it (N8, N10).

    ``None`` if it cannot lay grass, or the board may be full before the seat's next turn.
    """
    tile = state.tile(move.square)
    if tile is None or tile.kind is None or GRASS in TABLE[NUMBER[tile.kind]].forbidden or not state.unseen[KINDS[GRASS]]:
        return None
    if len(state.empty) <= 2 + len(state.left):
        return None
    seat, space = state.seat or 0, number(move.to)
    cells = bytearray(state.cells)
    cells[space] = cell(GRASS, seat, road=True)
    return tuple(road_points(cells, scored_by_road(cells, space), seat, state.seats))


def compare_directions(state: NomadsState, move: Activate, other: Activate) -> Iterator[Reason]:
    """Yield the lasting differences between two activations: by the tiles they bring, and by a road on those tiles."""
    yield from _compare_tiles(state, move, other)
    here, there = road_to_come(state, move), road_to_come(state, other)
    if here is None or there is None or here == there:
        return
    sort = Sort.GAINS if worth_of(state, here) >= worth_of(state, there) else Sort.COSTS
    told = f"If grass comes to {move.to}, your road on it would score {_tell(state, here)} as the land lies"
    yield Reason(sort, f"{told}; on {other.to}, {_tell(state, there)}.")


def _compare_tiles(state: NomadsState, move: Activate, other: Activate) -> Iterator[Reason]:
    """Yield the frequency of an oasis or a mine, if the activation that brings fewer points brings more of those."""
    one, another = state.tile(move.square), state.tile(other.square)
    if one is None or another is None or one.kind is None or another.kind is None:
        return
    often, there = lasting(state, one.kind), lasting(state, another.kind)
    if average(state, move) < average(state, other) and often > there:
        told = f"It brings an oasis or a mine, which roads can score again, in {often} % of all draws"
        yield Reason(Sort.GAINS, f"{told}; activating {other.square}, in {there} %.")


def _tell(state: NomadsState, points: tuple[int, ...]) -> str:
    """Return points in words: ``9 for you and 3 for others``, ``nothing``."""
    mine = points[state.seat or 0]
    parts = [f"{number} for {whom}" for number, whom in ((mine, "you"), (sum(points) - mine, "others")) if number]
    return " and ".join(parts) or "nothing"

"""The computer player of Territories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from statistics import fmean

from players.budget import Budget, OutOfBudget
from players.core import HIGHEST_LEVEL, Player
from players.estimates import Estimate, logistic, share_of_margin
from players.overlooking import notice
from players.territories.ground import FencePosition, Ground
from players.territories.houses import Sides, sharings, values_of_spots
from players.territories.search import DEEPEST, SHALLOWEST, FenceSearch
from rules import Action
from rules.territories import House, TerritoriesState


@dataclass(frozen=True, slots=True)
class TerritoriesLevel:
    """The settings of a level."""

    deepest: int = DEEPEST
    """Maximum number of trunks to look ahead."""
    work: int | None = None
    """Maximum number of trunks to try for a move."""
    sees: float = 1
    """The share of the places for trunks, and of the spots, that the level notices."""


LEVELS = {
    1: TerritoriesLevel(deepest=SHALLOWEST, sees=0.3),
    2: TerritoriesLevel(work=80, sees=0.68),
    3: TerritoriesLevel(work=100),
    4: TerritoriesLevel(work=430),
    5: TerritoriesLevel(),
}

WIDTH = 0.22
"""For each square of contested land: points of margin that multiply the odds of a win by e.

A fence close to the farms divides little. Land far from all of them goes to one seat in large pieces, if it is as near to both.
"""


class TerritoriesPlayer(Player[TerritoriesState]):
    """Places farms by examining all ways to divide the spots, and lays trunks by alpha-beta search.

    A unit of work is a trunk tried.
    """

    game = "territories"
    opening = 4

    def _choose(self, state: TerritoriesState, level: int, budget: Budget, random: Random) -> Action:
        return self._choose_on(state, level, budget, random)[0]

    def _choose_on(self, state: TerritoriesState, level: int, budget: Budget, random: Random) -> Sequence[Action]:
        how = LEVELS[level]
        allowed = budget if how.work is None else budget.at_most(how.work)
        choose = _choose_houses if state.phase == "farms" else _choose_trunks
        chosen = choose(state, how, allowed, random)
        if allowed is not budget:
            budget.spend(allowed.used)
        return chosen

    def look(self, state: TerritoriesState, level: int, budget: Budget, random: Random) -> Estimate:
        """Return the result of the search.

        If the search reaches the end of the game, the result is certain only for the highest level. If no land is left to
        settle, it is certain for all.
        """
        if state.phase == "farms":
            values = [
                (min if state.seat else max)(_values_of_spots(state, found).values())
                for found in _search_sharings(state, LEVELS[HIGHEST_LEVEL], budget)
            ]
            value, to_come, is_sure = fmean(values), 1.0, False  # the mean, because one depth and the next differ much
            grounds = [Ground(state.grid, farms) for farms in sharings(state.spot_mask, state.farm_masks)]
            contested = fmean(ground.contested(ground.start()) for ground in grounds)
        else:
            ground = Ground.of(state)
            position = ground.position(state)
            found = FenceSearch(ground, budget).run(position)
            value = -found.value if state.seat else found.value
            land = sum(area.land for area in position.mixed)
            to_come = land / (state.width * state.height)
            is_sure = not land or (found.solved and level == HIGHEST_LEVEL)
            contested = ground.contested(position)
        share = share_of_margin(value) if is_sure else logistic(value / (WIDTH * contested))
        return Estimate((share, 1 - share), (value, -value), to_come, is_sure)


def _choose_trunks(state: TerritoriesState, how: TerritoriesLevel, budget: Budget, random: Random) -> list[Action]:
    """Return the next trunk, and further ones if it closes a fence and the whole budget went into the search."""
    ground = Ground.of(state)
    position = ground.position(state)
    overlooked = set(ground.places).difference(notice(list(ground.places), how.sees, random))
    overlooked.difference_update(notice(ground.moves(position), 0, random))
    search = FenceSearch(ground, budget, overlooked)
    search.prefer(position, random.choice(search.moves(position)))
    trunks = [ground.trunk(search.run(position, how.deepest).move)]
    if how.work is None:
        seat, state = state.seat, state.play(trunks[0])
        while state.seat == seat and search.knows(after := ground.position(state)):
            trunks.append(ground.trunk(search.run(after, how.deepest).move))
            state = state.play(trunks[-1])
    return list(trunks)


def _choose_houses(state: TerritoriesState, how: TerritoriesLevel, budget: Budget, random: Random) -> list[Action]:
    """Return the next farm, and the one after it if the same seat places it."""
    (*_, sharing_values), houses, seat = _search_sharings(state, how, budget), list[Action](), state.seat
    sign = -1 if seat else 1
    while state.phase == "farms" and state.seat == seat:
        values = _values_of_spots(state, sharing_values)
        spots = notice(list(values), how.sees, random)
        random.shuffle(spots)
        best = max(spots, key=lambda spot: sign * values[spot])
        houses.append(House(next(state.grid.squares_of(best))))
        state = state.play(houses[-1])
    return houses


def _values_of_spots(state: TerritoriesState, sharing_values: Mapping[Sides, float]) -> dict[int, float]:
    """Return the value for seat 0 of placing the next farm on each free spot."""
    return values_of_spots(state.spot_mask, state.farm_masks, sharing_values.__getitem__)


def _search_sharings(state: TerritoriesState, how: TerritoriesLevel, budget: Budget) -> Iterator[dict[Sides, float]]:
    """Yield the value for seat 0 of each way to divide the spots, searched to the same depth: 0, 1, and so on."""
    values, searches = dict[Sides, float](), dict[Sides, tuple[FenceSearch, FencePosition]]()
    for farms in sharings(state.spot_mask, state.farm_masks):
        ground = Ground(state.grid, farms)
        start = ground.start()
        searches[farms] = FenceSearch(ground, budget), start
        values[farms] = ground.value(start)
    yield values
    with suppress(OutOfBudget):
        for depth in range(1, how.deepest + 1):
            yield {farms: search.best(start, depth) for farms, (search, start) in searches.items()}

"""A player of Nomads that looks one move ahead, by which the tile sets are balanced: see ``lab.studies.nomads_balance``.

It knows what everybody may know: how many tiles of each kind have not been seen, not where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from random import Random
from typing import NamedTuple

from rules import Action
from rules.nomads import KINDS, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road, Take
from rules.nomads.tiles import (
    BARBARIAN,
    BARBARIAN_POINTS,
    CITY,
    NUMBER,
    TABLE,
    TERRAIN,
    TREASURE,
    TREASURE_POINTS,
)

LAST_ROUNDS = 4
"""The empty spaces for each seat below which the value of a city in hand decreases."""


class SeatValue(NamedTuple):
    """The worth of a position to the seats by points, treasures, cities and bands."""

    points: tuple[int, ...]
    treasures: tuple[int, ...]
    cities: tuple[float, ...]
    """Cities of each seat on the board, and what a city in hand counts for."""
    bands: int

    def worth(self, seat: int) -> float:
        """Return points and treasures, times the chance that a city of the seat survives (N16).

        A city is taken to survive with chance cities / (cities + bands), each one independently.
        """
        cities = sum(self.cities)
        falls = self.bands / (cities + self.bands) if cities + self.bands else 1.0
        return (self.points[seat] + TREASURE_POINTS * self.treasures[seat]) * float(1 - falls ** self.cities[seat])

    def margin(self, seat: int) -> float:
        """Return the worth of a seat minus the mean of the others."""
        others = [self.worth(other) for other in range(len(self.points)) if other != seat]
        return self.worth(seat) - sum(others) / len(others)

    def plus(self, seat: int, *, points: int = 0, treasures: int = 0, cities: float = 0, bands: int = 0) -> SeatValue:
        """Return the same with something more for one seat."""
        return SeatValue(
            _plus(self.points, seat, points),
            _plus(self.treasures, seat, treasures),
            tuple(count + (cities if other == seat else 0) for other, count in enumerate(self.cities)),
            self.bands + bands,
        )


def _plus(counts: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :])


class MoveValues:
    """The expected value of the moves of the seat in turn, in one position."""

    def __init__(self, state: NomadsState, seat: int) -> None:
        self.state, self.seat = state, seat
        self.unseen = tuple(state.unseen.values())
        tiles = list(state.tiles.values())
        self.in_hand = min(1.0, (64 - len(tiles)) / (LAST_ROUNDS * state.seats))
        founded = [sum(tile.kind == "city" and tile.owner == seat for tile in tiles) for seat in range(state.seats)]
        cities = tuple(count + self.in_hand * held for count, held in zip(founded, state.cities_in_hand, strict=True))
        self.now = SeatValue(state.points, state.treasures, cities, state.bands)
        self.margin = self.now.margin(self.seat)

    @cached_property
    def by_kind(self) -> tuple[float, ...]:
        """The value of getting a tile of each kind."""
        gains = []
        for kind in range(len(KINDS)):
            if kind < len(TERRAIN):
                then = self.now.plus(self.seat, points=TABLE[kind].points, cities=kind == CITY)
            elif kind == TREASURE:
                then = self.now.plus(self.seat, treasures=1)
            else:
                then = self.now.plus(self.seat, points=BARBARIAN_POINTS, bands=1)
            gains.append(then.margin(self.seat) - self.margin)
        return tuple(gains)

    @cached_property
    def discovering(self) -> float:
        """The value of a discovery; the other turn after a special tile counts as another discovery."""
        tiles = sum(self.unseen)
        once = sum(count * gain for count, gain in zip(self.unseen, self.by_kind, strict=True)) / tiles
        again = (self.unseen[TREASURE] + self.unseen[BARBARIAN]) / tiles
        return once / (1 - again)

    @cached_property
    def founding(self) -> float:
        """The value of founding the seat's own city: its points, minus the value of having it in hand."""
        then = self.now.plus(self.seat, points=TABLE[CITY].points, cities=1 - self.in_hand)
        return then.margin(self.seat) - self.margin

    def activating(self, terrain: int) -> float:
        """Return the value of an activation if the best tile is taken (N7)."""
        row = TABLE[terrain]
        others = {kind for kind in range(len(KINDS)) if kind not in row.forced | row.forbidden}
        worth, without = 0.0, frozenset[int]()
        for group in (row.forced, others):
            for kind in sorted(group, key=lambda kind: -self.by_kind[kind]):
                more = without | {kind}
                worth += self.by_kind[kind] * (self._none_of(without, row.draws) - self._none_of(more, row.draws))
                without = more
        return worth

    def _none_of(self, kinds: frozenset[int], draws: int) -> float:
        """Return the chance that none of ``kinds`` is among the drawn tiles."""
        tiles = sum(self.unseen)
        return comb(tiles - sum(self.unseen[kind] for kind in kinds), draws) / comb(tiles, draws)

    def building(self, move: Road) -> float:
        """Return the value of a road (N10)."""
        gains = self.state.road_points(move.square)
        points = tuple(had + got for had, got in zip(self.state.points, gains, strict=True))
        return self.now._replace(points=points).margin(self.seat) - self.margin

    def of(self, move: object) -> float:
        """Return the value of a move."""
        if isinstance(move, Discover):
            return self.discovering
        if isinstance(move, FoundCity):
            return self.founding
        if isinstance(move, Road):
            return self.building(move)
        tile = self.state.tile(move.square) if isinstance(move, Activate) else None
        return self._activations[tile.kind] if tile is not None and tile.kind is not None else 0.0

    @cached_property
    def _activations(self) -> dict[str, float]:
        return {kind: self.activating(terrain) for terrain, kind in enumerate(TERRAIN)}


def choose(state: NomadsState, random: Random) -> Action:
    """Return the move of the seat to decide that is worth most; one of them at random where several are."""
    moves = state.moves()
    outlook = MoveValues(state, state.turn or 0)
    if state.phase == "attack":
        return _answer(outlook, moves)
    if state.phase == "choice":
        worths = [outlook.by_kind[NUMBER[move.kind]] for move in moves if isinstance(move, Take)]
    else:
        worths = [outlook.of(move) for move in moves]
    best = max(worths)
    return random.choice([move for move, worth in zip(moves, worths, strict=True) if worth > best - 1e-9])


def _answer(outlook: MoveValues, moves: Sequence[Action]) -> Action:
    """Return the answer to a band after which the own position is worth most."""
    seat, state = outlook.seat, outlook.state
    now = outlook.now._replace(bands=state.bands - 1)
    after = {
        "placate": now.plus(seat, treasures=-1),
        "pay": now.plus(seat, points=-state.options.tribute),
        "refuse": now.plus(seat, cities=-1),
    }
    return max(moves, key=lambda move: after[str(move)].margin(seat))

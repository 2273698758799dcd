"""The features for evaluating a position of Nomads: some for each seat, and some for the case that nobody wins."""

from __future__ import annotations

from functools import lru_cache

from players.nomads.attack import Attack, End
from players.nomads.board import SPACES, NomadsBoard
from players.nomads.lookahead import NOTHING, count_draws
from rules.nomads.attack import count_cities
from rules.nomads.grid import cell
from rules.nomads.networks import road_points
from rules.nomads.tiles import (
    BARBARIAN,
    DESERT,
    GRASS,
    MINE,
    OASIS,
    TERRAIN,
    TREASURE,
    TREASURE_POINTS,
)

PRICES = (8.0, 11.0, 5.0, 2.0, 1.0, 0.0, 20.0, 13.0)
"""Approximate value of a tile of each kind, in points; precise enough to compare moves."""

SEAT_FEATURES = (
    "lead", "cities", "a city", "city in hand", "treasure", "safe", "survives", "move", "turn before",
    "wins now", "stands now", "score now", "oases", "mines", "roads", "grass", "best road", "second road", "own road",
    "deepest city", "treasures",
)  # fmt: skip
NOBODY_FEATURES = ("nobody", "cities on the board", "treasures", "bands", "seats", "bands that come back", "nobody now")
STAGES = 3
"""Every feature has three weights, scaled by how full the board is: see :func:`stage`."""


def stage(empty: int) -> tuple[float, float, float]:
    """Return the factors of a feature's three weights.

    The first is constant, the second larger on an empty board, and the third larger at the very end.
    """
    return 1.0, empty / SPACES, 1.0 / (empty + 1) ** 0.5


SIGHT = 24
"""With at least this many empty spaces, the end of an immediate attack is not taken into account."""

DEPTHS = 3, 5
"""Limits of a feature: how many more bands come after one reaches a seat's last city (counted below 0), and how many are
missing to reach it.
"""

POINTS_A_SPACE = 3.0
"""Points that all seats together gain for each space that is still empty: 2.6 to 3.2 in games of level 5 with a tribute."""

MOST_CHOICES = 40
"""Maximum number of choices to examine in an immediate attack. The result is quick, but not exact."""


@lru_cache(maxsize=4096)
def promises(unseen: tuple[int, ...]) -> tuple[float, ...]:
    """Return the expected points from activating each terrain, then from a discovery, by the unseen tiles."""
    worths, tiles = [], max(1, sum(unseen))
    for terrain in range(len(TERRAIN)):
        draws, every = count_draws(terrain, unseen, PRICES)
        worths.append(sum(PRICES[kind] * count for kind, count in draws if kind != NOTHING) / every)
    again = (unseen[TREASURE] + unseen[BARBARIAN]) / tiles
    once = sum(count * price for count, price in zip(unseen, PRICES, strict=True)) / tiles
    return *worths, once / max(0.2, 1 - again)


def best_promise(board: NomadsBoard) -> float:
    """Return the expected points of the best move of the seat to move, minus the others' gain from it."""
    return _promise(board, _best_roads(board)[board.turn][0])


def _promise(board: NomadsBoard, road: float) -> float:
    """Return the expected points of the best move, given the gain of the best road."""
    worth = promises(board.unseen)
    best = max(worth[len(TERRAIN)], road)
    for kind, there in enumerate(board.terrains()):
        if there and worth[kind] > best:
            best = worth[kind]
    return best


def _best_roads(board: NomadsBoard) -> list[tuple[float, float]]:
    """Return for each seat the gain of its best and second-best road: its points minus the others' mean."""
    found, seats = list[tuple[float, float]](), board.seats
    scoring = board.scoring_roads()
    for seat in range(seats):
        best = second = 0.0
        for _, scored in scoring:
            points = road_points(board.cells, scored, seat, seats)
            gain = points[seat] - (sum(points) - points[seat]) / (seats - 1)
            if gain > best:
                best, second = gain, best
            elif gain > second:
                second = gain
        found.append((best, second))
    return found


@lru_cache(maxsize=8)
def _codes(seat: int) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Return the tiles of a seat that bring points later.

    For each kind of such tiles, these are the codes of its tiles and the weight of each.
    """
    grass, desert = cell(GRASS, seat, road=True), cell(DESERT, seat, road=True)
    return (
        ((cell(OASIS, seat), 1.0),),
        ((cell(MINE, seat), 1.0),),
        ((grass, 1.0), (desert, 0.5)),
        ((cell(GRASS, seat), 0.25),),
    )


def of_board(board: NomadsBoard, promise: float | None = None) -> tuple[list[tuple[float, ...]], tuple[float, ...]]:
    """Return :data:`SEAT_FEATURES` of every seat, and :data:`NOBODY_FEATURES`.

    ``promise``: the expected points of the seat to move, if they are known already.
    """
    roads, count = _best_roads(board), board.cells.count
    if promise is None:
        promise = _promise(board, roads[board.turn][0])
    owned = [[sum(count(code) * each for code, each in sort) for sort in _codes(seat)] for seat in range(board.seats)]
    means = [sum(column) / board.seats for column in zip(*owned, strict=True)]
    cities = count_cities(board.cells, board.seats)
    start, near = board.last_space(), max(0.0, 1 - board.empty / SIGHT)
    attack = Attack(board, start, MOST_CHOICES)
    depths = [-DEPTHS[0]] * board.seats
    for place, city in enumerate(attack.now[0], 1 - board.bands):
        depths[attack.owners[city]] = max(-DEPTHS[0], min(place, DEPTHS[1]))
    end = attack.end() if near else End((0.0,) * board.seats, (0,) * board.seats)
    mean = (sum(board.points) + TREASURE_POINTS * sum(board.treasures)) / board.seats
    before = board.seat_before()
    found = list[tuple[float, ...]]()
    for seat in range(board.seats):
        safe = depths[seat] > 0
        treasures, (road, second) = board.treasures[seat], roads[seat]
        found.append(
            (
                (board.points[seat] + TREASURE_POINTS * treasures - mean) / TREASURE_POINTS,
                min(cities[seat], 3),
                cities[seat] > 0,
                board.hands[seat],
                treasures > 0,
                safe,
                safe or (cities[seat] > 0 and treasures > 0),
                promise / TREASURE_POINTS if seat == board.turn else 0.0,
                float(seat == before),
                near * end.shares[seat],
                near * (end.scores[seat] > 0),
                near * end.scores[seat] / TREASURE_POINTS,
                *(own - mean for own, mean in zip(owned[seat], means, strict=True)),
                0.0 if seat == board.turn else road / TREASURE_POINTS,
                second / TREASURE_POINTS,
                road / TREASURE_POINTS if seat == board.turn else 0.0,
                depths[seat] / 3,
                min(treasures, 3) / 2,
            )
        )
    there, ransoms = sum(cities), float(min(sum(board.treasures), 4))
    if board.tribute:  # far more of these than of treasures, so no limit
        ransoms += (sum(board.points) + POINTS_A_SPACE * board.empty) / board.tribute
    nobody = (
        1.0,
        min(there, 8) / 4,
        ransoms / 4,
        board.bands / 4,
        2 / board.seats,
        min(max(0, board.bands - there), 6) / 4,
        near * (not any(end.shares)),
    )
    return found, nobody

"""The numbers by which a position of Nomads is judged: some for each seat, and some for the case that nobody wins."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from players.nomads.board import SPACES, NomadsBoard
from rules.nomads.grid import KIND, OWNER
from rules.nomads.tiles import BARBARIAN, CITY, KINDS, TABLE, TERRAIN, TREASURE, TREASURE_POINTS

PRICES = (8.0, 11.0, 5.0, 2.0, 1.0, 0.0, 20.0, 13.0)
"""Roughly the worth in points of getting a tile of each kind: enough to compare moves."""

SEAT_FEATURES = ("lead", "cities", "a city", "city in hand", "treasure", "safe", "survives", "move", "next")
NOBODY_FEATURES = ("nobody", "cities on the board", "treasures", "bands")
STAGES = 3
"""Every feature counts in three ways, by how full the board is: see :func:`stage`."""


def stage(empty: int) -> tuple[float, float, float]:
    """Return the factors of a feature's three weights: always, more while the board is empty, more at the very end."""
    return 1.0, empty / SPACES, 1.0 / (empty + 1) ** 0.5


@lru_cache(maxsize=4096)
def promises(unseen: tuple[int, ...]) -> tuple[float, ...]:
    """Return the points to expect of activating each terrain, then of a discovery, by the unseen tiles."""
    tiles = max(1, sum(unseen))
    worths = []
    for row in TABLE:
        draws = min(row.draws, tiles)
        left, worth, nothing = tiles, 0.0, comb(tiles, draws)
        others = [kind for kind in range(len(KINDS)) if kind not in row.forced | row.forbidden]
        for group in (row.forced, others):
            for kind in sorted(group, key=lambda kind: -PRICES[kind]):
                left -= unseen[kind]
                without = comb(left, draws)
                worth += PRICES[kind] * (nothing - without)
                nothing = without
        worths.append(worth / comb(tiles, draws))
    again = (unseen[TREASURE] + unseen[BARBARIAN]) / tiles
    once = sum(count * price for count, price in zip(unseen, PRICES, strict=True)) / tiles
    return *worths, once / max(0.2, 1 - again)


def best_promise(board: NomadsBoard) -> float:
    """Return the points to expect of the best move of the seat in turn, less what the others get from it."""
    worth = promises(board.unseen)
    best = worth[len(TERRAIN)]
    for kind, there in enumerate(board.terrains()):
        if there and worth[kind] > best:
            best = worth[kind]
    for _, points in board.roads():
        mine = points[board.turn]
        best = max(best, mine - (sum(points) - mine) / (board.seats - 1))
    return best


def of_seats(board: NomadsBoard, promise: float) -> list[tuple[float, ...]]:
    """Return :data:`SEAT_FEATURES` of every seat. ``promise``: the points that the seat in turn can expect."""
    cities = [0] * board.seats
    for code in board.cells:
        if KIND[code] == CITY:
            cities[OWNER[code]] += 1
    order = board.cities_in_order()
    standing = order[board.bands :]
    after = (board.turn + 1) % board.seats
    found = list[tuple[float, ...]]()
    for seat in range(board.seats):
        safe = seat in standing
        treasures = board.treasures[seat]
        survives = safe or (cities[seat] > 0 and treasures > 0)
        found.append(
            (
                (board.points[seat] + TREASURE_POINTS * treasures) / TREASURE_POINTS,
                min(cities[seat], 3),
                cities[seat] > 0,
                board.hands[seat],
                treasures > 0,
                safe,
                survives,
                promise / TREASURE_POINTS if seat == board.turn else 0.0,
                float(seat == after),
            )
        )
    return found


def of_nobody(board: NomadsBoard) -> tuple[float, ...]:
    """Return :data:`NOBODY_FEATURES`."""
    cities = sum(KIND[code] == CITY for code in board.cells)
    return 1.0, min(cities, 8) / 4, min(sum(board.treasures), 4) / 4, board.bands / 4

"""Fit the weights of the value of a position: ``python -m lab.studies.territories.weights GAMES [--kept FOLDER]``.

It prints the weights of ``players/territories/outlook.py`` under which the results of games are nearest (least squares; a
position counts less the more land is not settled). ± is one standard error, by games.

With a folder these are games of level 5 that ``lab.studies.calibration`` keeps there, equal ones once, by their positions
between two fences. Without one it plays games with the search of the player, each from houses and some trunks at random, and
goes by every second position behind them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import sqrt
from operator import mul
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args

from lab.studies.calibration.games import Setting, read_games
from players.budget import Budget
from players.core import HIGHEST_LEVEL
from players.territories.ground import FencePosition, Ground
from players.territories.search import FenceSearch
from rules import Record, State
from rules.territories import TERRITORIES, BoardName, TerritoriesState
from rules.territories.setup import SPOTS

NAMES = ("FIRST", "FIRMLY", "BY_FARMS", "START", "FIRST_START")
AT_RANDOM = (0, 3, 6, 10)
"""Trunks at random with which games begin."""
STRAY = 0.03
"""How often a later trunk is laid at random."""

Row = tuple[float, ...]


class Sample(NamedTuple):
    """A position of a game, in numbers."""

    features: Row
    rest: float
    """The points that seat 0 got in the end in addition to those settled already."""
    weight: float


def features(ground: Ground, position: FencePosition) -> Row:
    """Return what the weights are multiplied with."""
    areas = [ground.outlook.features(area.squares, position.across, position.down) for area in position.mixed]
    start = 0 if position.open_end else sum(area.land for area in position.mixed)
    start = -start if position.seat else start
    return *map(sum, zip(*areas, strict=True)), *((start, 0) if position.ends else (0, start))


def play_game(number: int, work: int) -> list[Sample]:
    """Return samples of a game; the same number gives the same game."""
    random = Random(f"weights {number}")
    names: tuple[BoardName, ...] = get_args(BoardName)
    state: TerritoriesState = TERRITORIES.start(2, {"board": random.choice(names)})
    for _ in range(SPOTS):
        state = state.play(random.choice(state.moves()))
    ground, at_random, trunks, kept = Ground.of(state), random.choice(AT_RANDOM), 0, list[FencePosition]()
    while not state.is_over:
        position = ground.position(state)
        if trunks >= at_random and trunks % 2 == 0:
            kept.append(position)
        if trunks < at_random or random.random() < STRAY:
            move = random.choice(ground.moves(position))
        else:
            move = FenceSearch(ground, Budget(work=work)).run(position).move
        state, trunks = state.play(ground.trunk(move)), trunks + 1
    return _samples_of(ground, kept, state)


def read_game(record: Record) -> list[Sample]:
    """Return samples of a finished game: its positions between two fences."""
    states = record.states()
    fences = [state for state in states if isinstance(state, TerritoriesState) and state.phase == "fence"]
    ground = Ground.of(fences[0])
    between = [position for state in fences if not (position := ground.position(state)).open_end]
    return _samples_of(ground, between, states[-1])


def read_kept_games(folder: Path, work: int, most: int) -> list[list[Sample]]:
    """Return samples of the first games of level 5 in a folder, equal games once."""
    return [read_game(record) for record in read_games(Setting("territories", 2, HIGHEST_LEVEL, work), folder, most)]


def _samples_of(ground: Ground, positions: Sequence[FencePosition], end: State) -> list[Sample]:
    margin = end.scores[0] - end.scores[1]
    return [
        Sample(features(ground, each), margin - each.settled, 1 / (2 + sum(area.land for area in each.mixed)))
        for each in positions
    ]


def fit(games: Sequence[Sequence[Sample]]) -> tuple[Row, Row]:
    """Return the weights by least squares, and their standard errors by games."""
    many = range(len(NAMES))
    samples = [sample for game in games for sample in game]
    square = [[sum(s.weight * s.features[i] * s.features[j] for s in samples) for j in many] for i in many]
    inverse = invert(square)
    right = [sum(s.weight * s.features[i] * s.rest for s in samples) for i in many]
    weights = tuple(sum(inverse[i][j] * right[j] for j in many) for i in many)
    variance = [0.0] * len(NAMES)
    for game in games:
        pulls = [sum(s.weight * s.features[i] * (s.rest - sum(map(mul, weights, s.features))) for s in game) for i in many]
        for i in many:
            variance[i] += sum(inverse[i][j] * pulls[j] for j in many) ** 2
    return weights, tuple(map(sqrt, variance))


def invert(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a matrix, by Gauss and Jordan. Raise ValueError if there is none."""
    size = len(matrix)
    rows = [[*map(float, row), *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda row: abs(rows[row][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        if not rows[i][i]:
            raise ValueError("too few games: they do not tell all weights apart")
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [value - rows[j][i] * base for value, base in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def main(argv: Sequence[str] | None = None) -> None:
    """Play, fit and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=120)
    options.add_argument("--work", type=int, default=300, help="trunks tried for a move")
    options.add_argument("--kept", type=Path, metavar="FOLDER", help="where lab.studies.calibration keeps games")
    given = options.parse_args(argv)
    if given.kept:
        games = read_kept_games(given.kept, given.work, given.games)
    else:
        games = [play_game(number, given.work) for number in range(given.games)]
    weights, errors = fit(games)
    print(f"{len(games)} games, {sum(map(len, games))} positions")
    for name, weight, error in zip(NAMES, weights, errors, strict=True):
        print(f"{name} = {weight:.2f} ± {error:.2f}")


if __name__ == "__main__":
    main()

"""How well the shares of Nomads agree with what happens: ``python -m studies.nomads.calibration [GAMES]`` (Markdown).

The player plays games against itself, all by ``work``, so that a call repeats another one. On every fourth turn it says each
seat's share of the win; the rest to 1 is the chance that nobody wins. The report compares that with the results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from players import PLAYERS
from players.chance import play_chance
from rules.nomads import NOMADS, NomadsState

EVERY = 4
"""Of so many turns of a game, and of its last ones, one is looked at."""
BUCKETS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
RARE = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""The same for what seldom happens."""


class Sample(NamedTuple):
    """A position of a game, what was predicted, and what happened."""

    game: int
    predicted: tuple[float, ...]
    """Each seat's share, then the chance that nobody wins."""
    happened: tuple[float, ...]


class Row(NamedTuple):
    """A bucket of predictions."""

    times: int
    predicted: float
    observed: float
    error: float
    """One standard error of what was observed less what was predicted: positions of one game are not independent."""


def play_games(numbers: range, seats: int, level: int, work: int) -> Iterator[Sample]:
    """Yield positions of games with such numbers."""
    player = PLAYERS["nomads"]
    for number in numbers:
        random, thinking = Random(f"calibration {seats} {number}"), Random(f"thinking {seats} {number}")
        state: NomadsState = NOMADS.start(seats, {})
        turn, shares = number, list[tuple[float, ...]]()
        while not (state := play_chance(state, random)).is_over:
            if state.phase == "turn":
                turn += 1
                if turn % EVERY == 0:
                    shares.append(player.shares(state, work=work, random=thinking))
            state = state.play(player.choose(state, level=level, work=work, random=thinking))
        winners = state.winners or ()
        won = tuple((seat in winners) / max(1, len(winners)) for seat in range(seats))
        happened = (*won, float(not winners))
        for each in shares:
            yield Sample(number, (*each, 1 - sum(each)), happened)


def bucket_rows(points: Sequence[tuple[int, float, float]], edges: Sequence[float]) -> list[Row]:
    """Return a row for each bucket that is not empty. A point has its game, what was predicted and what happened."""
    rows, lower = [], -1.0
    for upper in edges:
        within = [point for point in points if lower < point[1] <= upper or (upper == edges[-1] and point[1] > upper)]
        lower = upper
        if within:
            predicted, observed = fmean(point[1] for point in within), fmean(point[2] for point in within)
            off = dict[int, float]()
            for game, said, came in within:
                off[game] = off.get(game, 0.0) + came - said - (observed - predicted)
            rows.append(Row(len(within), predicted, observed, sqrt(sum(each**2 for each in off.values())) / len(within)))
    return rows


def brier(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the mean squared error of all shares, and that of telling every time how often each seat wins."""
    base = [fmean(column) for column in zip(*(sample.happened for sample in samples), strict=True)]

    def error(predicted: Sequence[float], happened: Sequence[float]) -> float:
        return sum((said - came) ** 2 for said, came in zip(predicted, happened, strict=True))

    return (
        fmean(error(sample.predicted, sample.happened) for sample in samples),
        fmean(error(base, sample.happened) for sample in samples),
    )


def lines(seats: int, samples: Sequence[Sample]) -> list[str]:
    """Return the report for games with so many seats."""
    own, plain = brier(samples)
    nobody = [(sample.game, sample.predicted[seats], sample.happened[seats]) for sample in samples]
    of_seats = [(sample.game, sample.predicted[seat], sample.happened[seat]) for sample in samples for seat in range(seats)]
    games = len({sample.game for sample in samples})
    said, came = fmean(point[1] for point in nobody), fmean(point[2] for point in nobody)
    return [
        f"{seats} seats: {games} games, {len(samples)} positions. Brier score {own:.4f}; by the seats' base rates {plain:.4f}.",
        f"Nobody wins: {said:.1%} predicted, {came:.1%} observed.",
        "",
        *_table("share of a seat", bucket_rows(of_seats, BUCKETS)),
        "",
        *_table("chance that nobody wins", bucket_rows(nobody, RARE)),
        "",
    ]


def _table(title: str, rows: Sequence[Row]) -> list[str]:
    return [
        f"| {title} | predicted | observed | ± |",
        "|---|---|---|---|",
        *(f"| {row.times} times | {row.predicted:.1%} | {row.observed:.1%} | {row.error:.1%} |" for row in rows),
    ]


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=400)
    options.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    options.add_argument("--level", type=int, default=5)
    options.add_argument("--work", type=int, default=40)
    given = options.parse_args()
    for seats in given.seats:
        print("\n".join(lines(seats, list(play_games(range(given.games), seats, given.level, given.work)))), flush=True)


if __name__ == "__main__":
    main()

"""Fit the weights by which the Nomads player judges positions: ``python -m lab.studies.fit_nomads [GAMES]`` (needs ``peers``).

It plays games between players of level 5, with their own answers to the barbarians, keeps some positions of each with its
result, and prints the weights for ``players/nomads/weights.py``: those under which the results are most likely (a conditional
logit over the seats and nobody), and those that come nearest to the leads at the end (least squares). Half of the games begin
with some moves at random, for more variety; positions are kept from after them. With ``--base`` the games are played by
``lab.studies.nomads_player``, which needs no weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lab.studies.nomads_player import choose
from players import PLAYERS
from players.chance import play_chance
from players.nomads.board import SPACES, NomadsBoard
from players.nomads.features import NOBODY_FEATURES, SEAT_FEATURES, STAGES, of_board, stage
from rules.nomads import NOMADS, NomadsState
from rules.nomads.tiles import TREASURE_POINTS

WORK = 40
EVERY = 2
"""One position of this many turns is kept."""
HELD_BACK = 7
"""One of this many games is left out of the fit, to test it."""
STEPS, FAST, SLOW = 1500, 0.03, 0.006
DOUBT = 40.0
"""How strongly the weights of leads are held to 0."""
SEATS = (2, 2, 2, 3, 4, 4, 5, 6)
OPTIONS: dict[str, tuple[Any, ...]] = {
    "tiles": ("classic", "classic", "classic", "gentle"),
    "tribute": (0, 0, 0, 0, 20),
    "frontier": ("open", "open", "open", "open", "closed"),
}


class Sample(NamedTuple):
    """A position of a game, in numbers."""

    game: int
    seats: list[list[float]]
    nobody: list[float]
    shares: list[float]
    """Each seat's share of the win in that game."""
    scores: tuple[int, ...]
    """The final scores; all 0 where nobody won."""


def play_samples(seed: int, number: int, *, base: bool) -> list[Sample]:
    """Play a game and return some of its positions, the same ones for the same numbers."""
    player, random = PLAYERS["nomads"], Random(f"{seed} {number}")
    options = {name: random.choice(values) for name, values in OPTIONS.items()}
    state: NomadsState = NOMADS.start(random.choice(SEATS), options)
    settled, at_random = random.choice((SPACES, random.randrange(SPACES))), random.choice((0.1, 0.3))
    turn, kept = random.randrange(EVERY), list[tuple[Any, ...]]()
    while not (state := play_chance(state, random)).is_over:
        if state.phase == "turn":
            turn += 1
            if len(state.empty) > settled and random.random() < at_random:
                state = state.play(random.choice(state.moves()))
                kept.clear()
                continue
            if turn % EVERY == 0:
                board = NomadsBoard.of(state)
                kept.append((*of_board(board), stage(board.empty)))
        state = state.play(choose(state, random) if base else player.choose(state, level=5, work=WORK, random=random))
    winners = state.winners or ()
    shares = [(seat in winners) / max(1, len(winners)) for seat in range(state.seats)]
    return [
        Sample(number, [_by_stage(row, stages) for row in rows], _by_stage(nobody, stages), shares, state.scores)
        for rows, nobody, stages in kept
    ]


def collect_samples(games: int, seed: int, *, base: bool, jobs: int) -> list[Sample]:
    """Return positions of games, which are played in several processes."""
    found = list[Sample]()
    with ProcessPoolExecutor(jobs) as pool:
        for done, samples in enumerate(pool.map(partial(play_samples, seed, base=base), range(games), chunksize=4), 1):
            found += samples
            if done % 100 == 0:
                print(f"{done} games", file=sys.stderr, flush=True)
    return found


def _by_stage(row: tuple[float, ...], stages: tuple[float, ...]) -> list[float]:
    return [float(feature) * weight for feature in row for weight in stages]


def fit(found: list[Sample]) -> tuple[Any, Any, float]:
    """Return the weights of seats and of nobody, and the mean log-likelihood of the positions held back."""
    most = max(len(position.seats) for position in found)
    rows = np.zeros((len(found), most, len(SEAT_FEATURES) * STAGES))
    there, result = np.zeros((len(found), most + 1), bool), np.zeros((len(found), most + 1))
    for index, position in enumerate(found):
        seats = len(position.seats)
        rows[index, :seats], result[index, :seats] = position.seats, position.shares
        there[index, :seats] = there[index, most] = True
        result[index, most] = 1 - sum(position.shares)
    nobody = np.array([position.nobody for position in found])
    held = np.array([position.game % HELD_BACK == 0 for position in found])

    def chances(weights: Any, chosen: Any) -> Any:
        seat, none = weights[: rows.shape[2]], weights[rows.shape[2] :]
        strength = np.concatenate([rows[chosen] @ seat, (nobody[chosen] @ none)[:, None]], axis=1)
        strength = np.where(there[chosen], strength, -np.inf)
        power = np.exp(strength - strength.max(axis=1, keepdims=True))
        return power / power.sum(axis=1, keepdims=True)

    weights = np.zeros(rows.shape[2] + nobody.shape[1])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    seen = ~held
    for step in range(1, STEPS + 1):
        off = chances(weights, seen) - result[seen]
        slope = np.concatenate([np.einsum("ns,nsf->f", off[:, :most], rows[seen]), off[:, most] @ nobody[seen]]) / seen.sum()
        slope += 1e-4 * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        rate = FAST if step < STEPS * 2 / 3 else SLOW
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    likely = (result[held] * np.log(chances(weights, held) + 1e-12)).sum(axis=1).mean()
    return weights[: rows.shape[2]], weights[rows.shape[2] :], float(likely)


def fit_lead(found: list[Sample]) -> Any:
    """Return the weights under which the leads over the mean score come nearest to those at the end."""
    rows, leads = list[Any](), list[float]()
    for position in found:
        seats, scores = np.array(position.seats), np.array(position.scores) / TREASURE_POINTS
        rows.extend(seats - seats.mean(axis=0))
        leads.extend(scores - scores.mean())
    every = np.array(rows)
    return np.linalg.solve(every.T @ every + DOUBT * np.eye(every.shape[1]), every.T @ np.array(leads))


def main(argv: Sequence[str] | None = None) -> None:
    """Play, fit and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--base", action="store_true")
    options.add_argument("--jobs", type=int, default=1)
    given = options.parse_args(argv)
    found = collect_samples(given.games, given.seed, base=given.base, jobs=given.jobs)
    (seat, nobody, likely), lead = fit(found), fit_lead(found)
    print(f"{len(found)} positions; mean log-likelihood of those held back {likely:.4f}")
    for title, names, weights in (
        ("SEAT", SEAT_FEATURES, seat),
        ("LEAD", SEAT_FEATURES, lead),
        ("NOBODY", NOBODY_FEATURES, nobody),
    ):
        print(f"{title} = (")
        for name, three in zip(names, weights.reshape(-1, STAGES), strict=True):
            print(f"    ({', '.join(f'{weight:.3f}' for weight in three)}),  # {name}")
        print(")")


if __name__ == "__main__":
    main()

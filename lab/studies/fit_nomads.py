"""Fit the weights by which the Nomads player judges positions: ``python -m lab.studies.fit_nomads [GAMES]`` (needs ``peers``).

It plays games between players of level 5, with their own answers to the barbarians, keeps some positions of each with its
result, and prints the weights for ``players/nomads/weights.py``: those under which the results are most likely (a conditional
logit over the seats and nobody), and those that come nearest to the leads at the end (least squares). Half of the games begin
with some moves at random, for more variety; positions are kept from after them.

Results are freed from the luck of the draws after a position: by how much each draw changed the value of the position, compared
with what its move promised. That is 0 on average, so no result is wrong for it, and a game tells as much as several.
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

from players import PLAYERS
from players.chance import play_chance
from players.nomads.board import SPACES, NomadsBoard
from players.nomads.features import NOBODY_FEATURES, SEAT_FEATURES, STAGES, of_board, stage
from players.nomads.last_spaces import SPACES_LEFT
from players.nomads.lookahead import activate, build_road, chances, expect_discovery, found_city, mean
from players.nomads.value import shares_and_scores, worths_of
from rules.core import Action
from rules.nomads import NOMADS, NomadsState
from rules.nomads.actions import Activate, Discover, FoundCity, Road
from rules.nomads.grid import KIND, number
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
    result: Any
    """Each seat's share of the win in that game, then its final score in treasures (0 if nobody won), both freed from luck."""


def play_samples(seed: int, number: int) -> list[Sample]:
    """Play a game and return some of its positions, the same ones for the same numbers."""
    player, random = PLAYERS["nomads"], Random(f"{seed} {number}")
    options = {name: random.choice(values) for name, values in OPTIONS.items()}
    state: NomadsState = NOMADS.start(random.choice(SEATS), options)
    settled, at_random = random.choice((SPACES, random.randrange(SPACES))), random.choice((0.1, 0.3))
    turn, kept = random.randrange(EVERY), list[tuple[Any, ...]]()
    luck, promised = np.zeros(2 * state.seats), None
    while not (state := play_chance(state, random)).is_over:
        board = NomadsBoard.of(state)
        if state.phase == "turn":
            if promised is not None:
                luck = luck + judge(board) - promised
            promised, turn = None, turn + 1
            if len(state.empty) > settled and random.random() < at_random:
                state = state.play(random.choice(state.moves()))
                kept.clear()
                continue
            if turn % EVERY == 0:
                kept.append((*of_board(board), stage(board.empty), luck))
        move = player.choose(state, level=5, work=WORK, random=random)
        if state.phase == "turn" and board.empty > SPACES_LEFT + 1:  # later tiles are taken by a search, not by value
            promised = np.array(expect(board, move))
        state = state.play(move)
    winners = state.winners or ()
    shares = [(seat in winners) / max(1, len(winners)) for seat in range(state.seats)]
    result = np.array([*shares, *(score / TREASURE_POINTS for score in state.scores)]) - luck
    return [
        Sample(number, [_by_stage(row, stages) for row in rows], _by_stage(nobody, stages), result + before)
        for rows, nobody, stages, before in kept
    ]


def judge(board: NomadsBoard) -> tuple[float, ...]:
    """Return the value of a position before the attack: each seat's share, then its expected score in treasures."""
    shares, scores = shares_and_scores(board)
    return *shares, *scores


def expect(board: NomadsBoard, move: Action) -> tuple[float, ...]:
    """Return the expectation of :func:`judge` after a move. Raise TypeError for an action that begins no turn."""
    match move:
        case Discover(square):
            return expect_discovery(board, number(square), judge)
        case FoundCity(square):
            return judge(found_city(board, number(square)))
        case Road(square):
            gains = dict(board.roads()).get(number(square), [0] * board.seats)
            return judge(build_road(board, number(square), gains))
        case Activate(square, to):
            terrain, space = KIND[board.cells[number(square)]], number(to)
            worths = [
                worths_of(activate(board, space, kind))[board.turn] if count else 0.0 for kind, count in enumerate(board.unseen)
            ]
            odds = chances(terrain, board.unseen, worths)
            return mean((chance, judge(activate(board, space, kind))) for kind, chance in odds)
        case _:
            raise TypeError(move)


def collect_samples(games: int, seed: int, *, jobs: int) -> list[Sample]:
    """Return positions of ``games`` games, played in several processes."""
    found = list[Sample]()
    with ProcessPoolExecutor(jobs) as pool:
        for done, samples in enumerate(pool.map(partial(play_samples, seed), range(games), chunksize=4), 1):
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
        rows[index, :seats], result[index, :seats] = position.seats, position.result[:seats]
        there[index, :seats] = there[index, most] = True
        result[index, most] = 1 - sum(position.result[:seats])
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
        seats, scores = np.array(position.seats), position.result[len(position.seats) :]
        rows.extend(seats - seats.mean(axis=0))
        leads.extend(scores - scores.mean())
    every = np.array(rows)
    return np.linalg.solve(every.T @ every + DOUBT * np.eye(every.shape[1]), every.T @ np.array(leads))


def main(argv: Sequence[str] | None = None) -> None:
    """Play, fit and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=1)
    given = options.parse_args(argv)
    found = collect_samples(given.games, given.seed, jobs=given.jobs)
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

"""How well shares and margins foretell what happens: ``python -m studies.calibration territories --level 3 --games 200``.

One level plays in every seat, each turn with the same work, and some positions of each game are judged on the way. Then
what was foretold stands beside what happened. All can be repeated exactly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log, sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from players import PLAYERS, Budget
from players.chance import play_chance
from players.core import HIGHEST_LEVEL, margins
from rules import GAMES, State

BUCKETS = 10
SURE = 1e-6
"""A share nearer to 0 or 1 is one that nothing can be added to."""
POWERS = [each / 20 for each in range(2, 61)]


class Setting(NamedTuple):
    """What is played and judged."""

    game: str
    seats: int
    level: int
    work: int
    """Work of a turn."""
    judging: int
    """Work of an estimate."""
    positions: int
    """Judged positions of a game."""
    seed: int


class Foretold(NamedTuple):
    """An estimate for one seat, and what came of it."""

    phase: str
    seat: int
    share: float
    won: float
    margin: float
    margin_won: int


def play_game(setting: Setting, number: int) -> list[Foretold]:
    """Play a game and judge some of its positions, drawn from all turns with equal odds."""
    random, player = Random(f"{setting.seed} {number}"), PLAYERS[setting.game]
    state: State = GAMES[setting.game].start(setting.seats)
    for _ in range(player.opening):
        state = play_chance(state, random)
        state = state.play(random.choice(state.moves()))
    turns = list[State]()
    while not (state := play_chance(state, random)).is_over:
        turns.append(state)
        for decision in player.choose_turn(state, level=setting.level, budget=Budget(work=setting.work), random=random):
            state = state.play(decision)
    winners, ends = state.winners or (), margins(state.scores, state.left)
    found = list[Foretold]()
    for at in random.sample(turns, min(setting.positions, len(turns))):
        shares = player.shares(at, level=setting.level, work=setting.judging, random=random)
        points = player.margin(at, level=setting.level, work=setting.judging, random=random)
        for seat in range(setting.seats):
            won = (seat in winners) / max(1, len(winners))
            found.append(Foretold(at.phase, seat, shares[seat], won, points[seat], int(ends[seat])))
    return found


def lines(games: Sequence[Sequence[Foretold]]) -> list[str]:
    """Return the report: ten buckets, the Brier scores, the power, and the errors of the margins by phase."""
    every = [each for game in games for each in game]
    report = [f"{len(games)} games, {len(every)} estimates for a seat", "foretold  happened          estimates"]
    for bucket in range(BUCKETS):
        within = [[each for each in game if min(BUCKETS - 1, int(each.share * BUCKETS)) == bucket] for game in games]
        if flat := [each for game in within for each in game]:
            happened = fmean(each.won for each in flat)
            report.append(f"{fmean(each.share for each in flat):8.1%}  {happened:8.1%} ± {_error(within):.1%}  {len(flat):8}")
    base = {seat: fmean(each.won for each in every if each.seat == seat) for seat in {each.seat for each in every}}
    brier = fmean((each.share - each.won) ** 2 for each in every)
    report.append(
        f"Brier score {brier:.3f}; with each seat's rate of wins {fmean((base[e.seat] - e.won) ** 2 for e in every):.3f}"
    )
    if len(base) == 2:
        report.append(f"the odds fit best to the power of {best_power(every):.2f}")
    for phase in dict.fromkeys(each.phase for each in every):
        errors = [each.margin_won - each.margin for each in every if each.phase == phase]
        report.append(
            f"margin in {phase}: off by {sqrt(fmean(error**2 for error in errors)):.1f} points ({len(errors)} estimates)"
        )
    return report


def _error(within: Sequence[Sequence[Foretold]]) -> float:
    """Return the standard error of what happened less what was foretold: the estimates of a game are not independent."""
    sums = [sum(each.won - each.share for each in game) for game in within if game]
    many = sum(map(len, within))
    return sqrt(sum(each**2 for each in sums)) / many


def best_power(every: Sequence[Foretold]) -> float:
    """Return the power of the odds of two seats under which what happened was likeliest; 1 is as they stand."""

    def likelihood(power: float) -> float:
        total = 0.0
        for each in every:
            if SURE < each.share < 1 - SURE:
                mine, other = each.share**power, (1 - each.share) ** power
                total += each.won * log(mine / (mine + other)) + (1 - each.won) * log(other / (mine + other))
        return total

    return max(POWERS, key=likelihood)


def main(argv: Sequence[str]) -> int:
    """Carry out a command line and print the report. Return the exit status."""
    options = argparse.ArgumentParser(prog="python -m studies.calibration", description=__doc__)
    options.add_argument("game", choices=PLAYERS)
    options.add_argument("--level", type=int, default=HIGHEST_LEVEL)
    options.add_argument("--seats", type=int)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--work", type=int, default=200, help="work of a turn")
    options.add_argument("--judging", type=int, default=200, help="work of an estimate")
    options.add_argument("--positions", type=int, default=4, help="positions of a game that are judged")
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--jobs", type=int, default=1, help="processes")
    given = options.parse_args(argv)
    seats = given.seats or GAMES[given.game].seats[0]
    setting = Setting(given.game, seats, given.level, given.work, given.judging, given.positions, given.seed)
    if given.jobs < 2:
        games = [play_game(setting, number) for number in range(given.games)]
    else:
        with ProcessPoolExecutor(given.jobs) as pool:
            games = list(pool.map(partial(play_game, setting), range(given.games)))
    print("\n".join(lines(games)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The commands of ``python -m lab.studies``: ``match nomads 5 random --pairs 40``, ``balance nomads --seats 4``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import monotonic

from lab.studies import balance
from lab.studies.contestants import MAKERS, Maker
from lab.studies.match import Pair, Setting, play_pair, score_pair, setting_of
from lab.studies.report import estimate, lines
from players.core import HIGHEST_LEVEL
from rules import GAMES

EVERY = 30.0
"""Seconds between two progress lines of a match."""


def main(argv: Sequence[str], makers: Mapping[str, Maker] = MAKERS) -> int:
    """Run a command line and print the report. Return the exit status. ``makers``: the players that can be named."""
    given = parser(makers).parse_args(argv)
    try:
        report = _balance(given, makers) if given.command == "balance" else _match(given, makers)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(report))
    return 0


def _match(given: argparse.Namespace, makers: Mapping[str, Maker]) -> list[str]:
    setting = setting_from(given, makers)
    return lines(given.contestants, play(setting, given.pairs, given.jobs, makers))


def _balance(given: argparse.Namespace, makers: Mapping[str, Maker]) -> list[str]:
    if given.games < 1:
        raise ValueError("There is no balance without a game.")
    given.contestants = (str(given.level),) * 2
    one = partial(balance.play_game, setting_from(given, makers), given.level, judged=given.favourites)
    if given.jobs < 2:
        return balance.lines(given.level, [one(number) for number in range(given.games)])
    with ProcessPoolExecutor(given.jobs) as pool:
        return balance.lines(given.level, list(pool.map(one, range(given.games))))


def parser(makers: Mapping[str, Maker]) -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    options = argparse.ArgumentParser(prog="python -m lab.studies", description=__doc__)
    commands = options.add_subparsers(dest="command", required=True)
    match = commands.add_parser("match", help="let two contestants play")
    match.add_argument("game", choices=GAMES)
    match.add_argument("contestants", nargs=2, metavar="NAME", help=f"of {', '.join(makers)}; 5@0.5 thinks half a second")
    match.add_argument("--pairs", type=int, default=40, help="how many pairs of games")
    match.add_argument("--lineup", help="who sits where, in place of --seats: ABBB is one seat of A against three of B")
    fair = commands.add_parser("balance", help="let one level play in every seat: which seats win, how long a game takes")
    fair.add_argument("game", choices=GAMES)
    fair.add_argument("--level", type=int, default=HIGHEST_LEVEL, choices=range(1, HIGHEST_LEVEL + 1))
    fair.add_argument("--games", type=int, default=100, help="how many games")
    fair.add_argument("--favourites", action="store_true", help="estimate on the way who will win, and compare")
    fair.set_defaults(lineup=None)
    for each in (match, fair):
        each.add_argument("--seconds", type=float, help="wall time a move (0.15 where neither this nor --work is given)")
        each.add_argument("--work", type=int, help="work a move, in place of seconds: all can be repeated exactly")
        each.add_argument("--seats", type=int, help="number of seats; in a match A and B sit in turn")
        each.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
        each.add_argument("--opening", type=int, help="random moves with which each pair or game begins")
        each.add_argument("--seed", type=int, default=0)
        each.add_argument("--jobs", type=int, default=1, help="processes")
    return options


def setting_from(given: argparse.Namespace, makers: Mapping[str, Maker]) -> Setting:
    """Return the setting that the command line asks for. Raise ValueError, with a sentence, if it is invalid."""
    unknown = [name for name in given.contestants if name.partition("@")[0] not in makers]
    if unknown:
        raise ValueError(f"There is no contestant {unknown[0]}: name two of {', '.join(makers)}.")
    lineup = given.lineup or ("AB" * 3)[: given.seats or GAMES[given.game].seats[0]]
    if set(lineup) != {"A", "B"}:
        raise ValueError(f"A lineup is made of the letters A and B, both of them, and not {lineup}.")
    if given.command == "match" and given.pairs < 1:
        raise ValueError("A match has at least one pair.")
    seconds = 0.15 if given.seconds is None and given.work is None else given.seconds
    options = dict(option.split("=", 1) for option in given.option)
    typed = GAMES[given.game].start(len(lineup), options).options.model_dump() if options else {}
    return setting_of(
        given.game,
        given.contestants,
        seconds=seconds,
        work=given.work,
        lineup=lineup,
        options={name: typed[name] for name in options},
        opening=given.opening,
        seed=given.seed,
    )


def play(setting: Setting, pairs: int, jobs: int, makers: Mapping[str, Maker]) -> list[Pair]:
    """Play pairs of games in ``jobs`` processes, and print a line now and then."""
    one = partial(play_pair, setting, makers=makers)
    if jobs < 2:
        return _follow_progress(map(one, range(pairs)), pairs)
    with ProcessPoolExecutor(jobs) as pool:
        return _follow_progress(pool.map(one, range(pairs)), pairs)


def _follow_progress(results: Iterable[Pair], pairs: int) -> list[Pair]:
    done, told = list[Pair](), monotonic()
    for pair in results:
        done.append(pair)
        if monotonic() - told > EVERY:
            told = monotonic()
            print(f"{len(done)} of {pairs} pairs: {estimate([score_pair(each) for each in done])}", file=sys.stderr, flush=True)
    return done

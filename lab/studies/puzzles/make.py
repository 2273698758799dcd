"""Make the shipped puzzles: ``python -m lab.studies.puzzles.make pastures --count 120`` writes ``data/puzzles/pastures.json``.

Computers of several levels play games with a seed of their own; the hardest puzzles of a game are taken, where an
independent search (``lab.studies.puzzles.check``) finds the same values. The same call writes the same file as long as the
computers play alike. A file that ships need not be made again when they change: its answers are proved. ``--check`` judges a
file again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from lab.studies.puzzles.check import TooLarge, contradicts, judge_again, left_out
from players.judgement import Judgement
from players.puzzles import JUDGES, Puzzle, find_puzzles
from players.registry import PLAYERS
from rules import GAMES, Record, State
from rules.files import DATA

BOARDS = ("classic", "pairs", "rim", "valley", "village")
"""The boards of Territories that ship."""
PER_GAME = 2
"""Puzzles of one game, at most."""
WORK = 40
"""Work for each decision of the computers."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the command line. Return the exit status."""
    options = argparse.ArgumentParser(prog="python -m lab.studies.puzzles.make", description=__doc__)
    options.add_argument("game", choices=JUDGES)
    options.add_argument("--count", type=int, default=120, help="how many puzzles")
    options.add_argument("--check", action="store_true", help="judge all puzzles of the file again, and write nothing")
    given = options.parse_args(argv)
    path = DATA / "puzzles" / f"{given.game}.json"
    if given.check:
        return check(path)
    found, seed = dict[str, str](), 0
    while len(found) < given.count:
        agreed = (each for each in find_puzzles(play_game(given.game, seed)) if agrees(each))
        found.update((name_of(puzzle), line_of(puzzle)) for puzzle in islice(agreed, PER_GAME))
        seed += 1
        print(f"{len(found)} puzzles of {seed} games", file=sys.stderr, end="\r", flush=True)
    path.parent.mkdir(exist_ok=True)
    path.write_text("[\n" + ",\n".join(line for _, line in sorted(found.items())) + "\n]\n", encoding="utf-8")
    return 0


def check(path: Path) -> int:
    """Judge all puzzles of a file again. Return 1 for another value, another best turn, or a legal move without a value."""
    wrong = 0
    for entry in json.loads(path.read_text(encoding="utf-8")):
        judged = Judgement(entry["values"], entry["unit"])
        state = Record.model_validate(entry["record"]).replay()
        if missing := left_out(state, judged):
            wrong += 1
            print(f"{path.name} {entry['id']}: nobody has judged {', '.join(missing)}")
        elif contradicts(judged, again := judge_again(state, judged)):
            wrong += 1
            print(f"{path.name} {entry['id']}: {again} and not {dict(judged.values)}")
    print(f"{path.name}: {wrong} wrong")
    return int(wrong > 0)


def agrees(puzzle: Puzzle) -> bool:
    """Return whether the independent search agrees. ``False`` too for a position too large for it.

    Shares have passed a second search when the puzzle was found. Raise AssertionError where it finds another value than the
    one that was proved.
    """
    judged = puzzle.judgement
    if judged.unit == "share":
        return True
    try:
        again = judge_again(puzzle.record.replay(), judged)
    except TooLarge:
        return False
    if contradicts(judged, again):
        raise AssertionError(f"{puzzle.record.model_dump_json()}: {again} and not {dict(judged.values)}")
    return True


def play_game(kind: str, seed: int) -> Record:
    """Return a game between two computers, finished or at its last decisions."""
    dice = Random(f"{kind} {seed}")
    options = dict(_options(kind, dice))
    record = Record(game=kind, seats=2, options=options, rules=GAMES[kind].version)
    state, actions, levels = record.start(), list[str](), [dice.randint(2, 5) for _ in range(2)]
    opening = dice.randint(2, 8)
    while not state.is_over:
        for text in _next(state, levels, dice, at_random=len(actions) < opening):
            actions.append(text)
            state = state.play(state.parse(text))
    return record.model_copy(update={"actions": actions})


def _next(state: State, levels: list[int], dice: Random, *, at_random: bool) -> Iterator[str]:
    if state.seat is None:
        outcomes = state.outcomes()
        yield str(dice.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0])
    elif at_random:
        yield str(dice.choice(list(state.moves())))
    else:
        yield str(PLAYERS[state.game].choose(state, level=levels[state.seat], work=WORK, random=dice))


def _options(kind: str, dice: Random) -> Iterator[tuple[str, Any]]:
    """Yield options such as people choose, on boards that are small enough for a proof."""
    if kind == "pastures":
        yield "width", dice.randint(5, 8)
        yield "height", dice.randint(5, 8)
        yield "forest", dice.choice([2, 2, 1])
    elif kind == "territories":
        yield "board", dice.choice(BOARDS)
    elif kind == "land":
        yield "map", "random"
        yield "map_seed", dice.randrange(2**32)


def line_of(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of its file."""
    values = dict(sorted(puzzle.judgement.values.items()))
    record = puzzle.record.model_dump(mode="json")
    entry = {"id": name_of(puzzle), "hardness": puzzle.hardness, "unit": puzzle.judgement.unit, "record": record}
    return json.dumps({**entry, "values": values})


def name_of(puzzle: Puzzle) -> str:
    """Return the id of a puzzle: the same for the same position."""
    return sha256(puzzle.record.model_dump_json().encode()).hexdigest()[:8]


if __name__ == "__main__":
    sys.exit(main())

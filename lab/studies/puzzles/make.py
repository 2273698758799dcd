"""Make the puzzles that ship: ``python -m lab.studies.puzzles.make pastures FOLDER`` writes ``data/puzzles/pastures.json``.

The shipped puzzles are judged again, and computers play games with a seed of their own, in which more are found. Candidates are
those of both in which the result is at stake, and which an independent search (``lab.studies.puzzles.check``) confirms. As many
of each grade of difficulty are taken, those that ship already first, and they keep their ids.

What was judged is kept in the folder, one file for each game, so a run that was interrupted can be continued. Use an empty
folder once the computers play differently: the same call then writes the same file as long as they play alike.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from lab.studies.puzzles.check import TooLarge, contradicts, judge_again, left_out, measure_difference
from lab.studies.puzzles.worth import count_greedy
from players.judgement import Judgement
from players.puzzles import CLOSE, JUDGES, Puzzle, find_puzzles, is_worth_asking, make_puzzle
from players.registry import PLAYERS
from rules import GAMES, Record, State
from rules.files import DATA

BOARDS = ("classic", "pairs", "rim", "valley", "village")
"""The boards of Territories that ship."""
PER_GAME = 2
"""Puzzles of one game, at most: the hardest."""
WORK, JUDGED = 40, 5000
"""Work for each decision of the computers, and for judging a position of their games."""
STAKE = 0.5
"""Minimum share of turns that lead to a worse result than the best."""
GRADES = ("easy", "medium", "hard")
"""Thirds of the hardness."""
SIZES = ((6, 6), (6, 6), (6, 6), (6, 12), (12, 6))
"""Columns and rows of the maps of Land. Candidates are four times as frequent on the smallest."""

Entry = dict[str, Any]
"""A candidate: a puzzle as its file has it, and what it is chosen by."""


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the command line. Return the exit status."""
    options = argparse.ArgumentParser(prog="python -m lab.studies.puzzles.make", description=__doc__)
    options.add_argument("game", choices=JUDGES)
    options.add_argument("folder", type=Path, help="where what was judged is kept")
    options.add_argument("--games", type=int, default=1000, help="how many games to search")
    options.add_argument("--count", type=int, default=60, help="how many puzzles to ship")
    given = options.parse_args(argv)
    given.folder.mkdir(parents=True, exist_ok=True)
    path, before = DATA / "puzzles" / f"{given.game}.json", given.folder / f"{given.game}-before.json"
    if not before.exists():  # once the new file is written, the same call still begins with the old one
        before.write_text(path.read_text(encoding="utf-8") if path.exists() else "[]", encoding="utf-8")
    shipped = json.loads(before.read_text(encoding="utf-8"))
    old = keep_lines(given.folder / f"{given.game}-shipped.jsonl", len(shipped), lambda number: judge_shipped(shipped[number]))
    new = keep_lines(given.folder / f"{given.game}.jsonl", given.games, lambda number: find_new(given.game, number))
    known = [entry["record"] for entry in old]
    chosen = choose([*old, *(entry for entry in new if entry["record"] not in known)], given.count)
    path.write_text("[\n" + ",\n".join(map(line_of, sorted(chosen, key=itemgetter("id")))) + "\n]\n", encoding="utf-8")
    print(report(chosen, {entry["id"] for entry in shipped}))
    return 0


def keep_lines(path: Path, count: int, make: Callable[[int], list[Entry]]) -> list[Entry]:
    """Return what ``make`` returns for each number below ``count``. Each result is a line of a file, and is made only once."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    with path.open("a", encoding="utf-8") as file:
        for number in range(len(lines), count):
            lines.append(json.dumps(make(number)))
            print(lines[-1], file=file, flush=True)
    return [entry for line in lines[:count] for entry in json.loads(line)]


def choose(candidates: Iterable[Entry], count: int) -> list[Entry]:
    """Return a third of ``count`` puzzles of each grade, or fewer: first those with most at stake.

    In half of them at least, the greedy move is wrong.
    """

    def rank(entry: Entry) -> tuple[bool, float]:
        judged = judgement_of(entry)
        return not judged.is_decisive, -judged.stake

    chosen, most = list[Entry](), count // len(GRADES)
    best_first = sorted(candidates, key=rank)
    for grade in GRADES:
        entries = [entry for entry in best_first if grade_of(entry) == grade]
        traps = [entry for entry in entries if entry["greedy"] < 0.5]
        others = [entry for entry in entries if entry["greedy"] >= 0.5][: min(most // 2, len(traps))]
        chosen += [*others, *traps[: most - len(others)]]
    return chosen


def judgement_of(entry: Entry) -> Judgement:
    """Return the value of each turn of a candidate."""
    return Judgement(entry["values"], entry["unit"])


def grade_of(entry: Entry) -> str:
    """Return the grade of difficulty: the third in which the hardness is."""
    return GRADES[min(int(len(GRADES) * entry["hardness"]), len(GRADES) - 1)]


def report(chosen: Sequence[Entry], shipped: AbstractSet[str]) -> str:
    """Return a table of the puzzles by grade, in Markdown."""
    rows = [
        "| grade | puzzles | shipped before | only the answer | moves: fewest, median | the greedy move is right |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for grade in GRADES:
        entries = [entry for entry in chosen if grade_of(entry) == grade]
        if not entries:
            continue
        moves, kept = [len(entry["values"]) for entry in entries], sum(entry["id"] in shipped for entry in entries)
        decisive = sum(judgement_of(entry).is_decisive for entry in entries)
        greedy = round(100 * fmean(entry["greedy"] for entry in entries))
        rows.append(f"| {grade} | {len(entries)} | {kept} | {decisive} | {min(moves)}, {median(moves):g} | {greedy} % |")
    return "\n".join(rows)


def judge_shipped(entry: Entry) -> list[Entry]:
    """Return a shipped puzzle with its current values and its id; an empty list if it is no longer a candidate."""
    puzzle = make_puzzle(Record.model_validate(entry["record"]), is_wanted)
    return [] if puzzle is None or not agrees(puzzle) else [{**describe(puzzle), "id": entry["id"], "record": entry["record"]}]


def find_new(game: str, seed: int) -> list[Entry]:
    """Return the candidates of a game that computers play, hardest first."""
    found = find_puzzles(play_game(game, seed), JUDGED, wanted=is_wanted)
    return [describe(puzzle) for puzzle in found if agrees(puzzle)][:PER_GAME]


def is_wanted(judged: Judgement) -> bool:
    """Return whether a position with that judgement may ship: one in which the result is at stake."""
    return is_worth_asking(judged) and judged.stake >= STAKE


def describe(puzzle: Puzzle) -> Entry:
    """Return a puzzle as a candidate."""
    state, judged = puzzle.record.replay(), puzzle.judgement
    return {
        "id": name_of(puzzle),
        "hardness": puzzle.hardness,
        "unit": judged.unit,
        "greedy": count_greedy(state, judged),
        "record": puzzle.record.model_dump(mode="json"),
        "values": dict(sorted(judged.values.items())),
    }


def agrees(puzzle: Puzzle) -> bool:
    """Return whether the independent search agrees. ``False`` too for a position too large for it.

    Raise AssertionError where a legal move has no value, or another one than was proved.
    """
    judged, state = puzzle.judgement, puzzle.record.replay()
    if missing := left_out(state, judged):
        raise AssertionError(f"{puzzle.record.model_dump_json()}: nobody has judged {', '.join(missing)}")
    try:
        again = judge_again(state, judged)
    except TooLarge:
        return False
    difference = measure_difference(judged, again)
    if judged.unit == "points" and difference:
        raise AssertionError(f"{puzzle.record.model_dump_json()}: {again} and not {dict(judged.values)}")
    return difference <= CLOSE and not contradicts(judged, again)


def play_game(kind: str, seed: int) -> Record:
    """Return a game between two computers of one level, finished or at its last decisions."""
    dice = Random(f"{kind} {seed}")
    setup, options = _set_up(kind, dice)
    record = Record(game=kind, seats=2, options=options, setup=setup, rules=GAMES[kind].version)
    state, actions, level = record.start(), list[str](), dice.randint(2, 5)
    opening = dice.randint(2, 8)
    while not state.is_over:
        for text in _next(state, level, dice, at_random=len(actions) < opening):
            actions.append(text)
            state = state.play(state.parse(text))
    return record.model_copy(update={"actions": actions})


def _next(state: State, level: int, dice: Random, *, at_random: bool) -> Iterator[str]:
    if state.seat is None:
        outcomes = state.outcomes()
        yield str(dice.choices([each for each, _ in outcomes], [odds for _, odds in outcomes])[0])
    elif at_random:
        yield str(dice.choice(list(state.moves())))
    else:
        yield str(PLAYERS[state.game].choose(state, level=level, work=WORK, random=dice))


def _set_up(kind: str, dice: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a set-up and options such as people choose, on boards that are small enough for a proof."""
    match kind:
        case "pastures":
            options = {"width": dice.randint(5, 8), "height": dice.randint(5, 8)}
            return {}, {**options, "forest": dice.choice([2, 2, 1]), "claim": dice.choice(["turn", "offer"])}
        case "territories":
            return {}, {"board": dice.choice(BOARDS)}
        case "land":
            return {"map": _cut_map(dice)}, {}
        case _:
            return {}, {}


def _cut_map(dice: Random) -> list[str]:
    """Return a part of a random map of Land: on a whole one little is at stake by the time that a turn can be proved."""
    width, height = dice.choice(SIZES)
    while True:
        rows = GAMES["land"].start(2, {"map": "random", "map_seed": dice.randrange(2**32)}).setup["map"]
        left, top = dice.randint(0, len(rows[0]) - width), dice.randint(0, len(rows) - height)
        part = [row[left : left + width] for row in rows[top : top + height]]
        try:
            GAMES["land"].start(2, setup={"map": part})
        except ValueError:
            continue
        return part


def line_of(entry: Entry) -> str:
    """Return a puzzle as a line of its file."""
    return json.dumps({name: entry[name] for name in ("id", "hardness", "unit", "record", "values")})


def name_of(puzzle: Puzzle) -> str:
    """Return the id of a puzzle, which is made from its position: no other position ever has it."""
    return sha256(puzzle.record.model_dump_json().encode()).hexdigest()[:12]


if __name__ == "__main__":
    sys.exit(main())

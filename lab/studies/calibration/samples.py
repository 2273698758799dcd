"""Positions of kept games: the player's estimate, and the result."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from lab.studies.calibration.games import Setting, read_games
from players import PLAYERS, Budget
from players.core import margins
from players.estimates import Estimate, share_win
from rules import Record, State


class Judging(NamedTuple):
    """The settings for judging positions."""

    work: int
    """Work of an estimate."""
    positions: int
    """Judged positions of a game, drawn from all its turns with equal odds."""


class Sample(NamedTuple):
    """A position, and the result of its game."""

    game: int
    phase: str
    seen: Estimate
    won: tuple[float, ...]
    """Each seat's share of the win; all 0 where nobody won."""
    ended: tuple[int, ...]
    """Each seat's final points less those of the best other one."""


def judge_game(setting: Setting, judging: Judging, number: int, record: Record) -> Iterator[Sample]:
    """Yield samples of a game."""
    states, random = record.states(), Random(f"judging {setting} {number}")
    end, asked, before = states[-1], list[State](), None
    for state in states:
        if state.seat is not None and (before is None or not state.continues(before)):
            asked.append(state)
            before = state
    won = share_win(end.winners or (), setting.seats)
    ended = tuple(int(each) for each in margins(end.scores, end.left))
    for state in random.sample(asked, min(judging.positions, len(asked))):
        seen = PLAYERS[setting.game].look(state, setting.level, Budget(work=judging.work), random)
        yield Sample(number, state.phase, seen, won, ended)


def judge_games(setting: Setting, judging: Judging, folder: Path, most: int) -> list[Sample]:
    """Return at most this many samples of the stored games. Earlier judgements are read from the folder."""
    file = folder / f"{setting.file.removesuffix('.jsonl')}-judged{judging.work}x{judging.positions}.jsonl"
    kept = [_read(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    judged = max((sample.game for sample in kept), default=-1) + 1
    with file.open("a", encoding="utf-8") as out:
        for number, record in enumerate(read_games(setting, folder, most)):
            if number >= judged:
                found = list(judge_game(setting, judging, number, record))
                out.write("".join(json.dumps(sample) + "\n" for sample in found))
                out.flush()
                kept += found
    return [sample for sample in kept if sample.game < most]


def _read(line: str) -> Sample:
    game, phase, seen, won, ended = json.loads(line)
    shares, points, *others = seen
    return Sample(game, phase, Estimate(tuple(shares), tuple(points), *others), tuple(won), tuple(ended))

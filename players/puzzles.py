"""Puzzles: positions of finished games in which one answer, or several equal ones, is clearly the best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from types import MappingProxyType
from typing import Any

from players import land, nomads, pastures, territories
from players.budget import Budget
from players.judgement import Judgement, TooHard
from players.registry import PLAYERS
from players.second_search import share_after
from rules import Action, Record, State

Judge = Callable[[Any, Budget], Judgement | None]

JUDGES: Mapping[str, Judge] = MappingProxyType(
    {
        "pastures": pastures.judge,
        "land": land.judge,
        "territories": territories.judge,
        "nomads": nomads.judge,
    }
)
"""Name of a game -> the function that proves what its moves are worth. A game without one has no puzzles."""

WORK = 30_000
"""Work that may go into the proof of one position."""
FEWEST_TURNS = 3
"""A position with fewer ways to play on is no puzzle."""
GAP = {"points": 2, "share": 15}
"""By so much the answers beat everything else at least: points, or percent of the win."""
MOST_ANSWERS = 6
"""There are at most so many answers, and at most a third of all ways to play on."""
EASIEST = 0.1
"""At least this part of the choices of weaker computers is wrong."""
NAIVE = tuple((level, seed) for level in (1, 2, 3, 4) for seed in (1, 2, 3))
"""The levels and seeds of the choices that tell how hard a puzzle is."""
NAIVE_WORK = 400
"""Work that goes into each of these choices."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with what each turn is worth."""

    record: Record
    """The game up to the position."""
    judgement: Judgement
    hardness: float
    """The part of the choices of weaker computers that is wrong, 0 to 1."""


def judge(state: State, work: int = WORK) -> Judgement | None:
    """Return what each turn of a position is worth; ``None`` where that cannot be proved. Raise TooHard for too little work."""
    found = JUDGES.get(state.game)
    return None if found is None or state.seat is None or state.seats != 2 else found(state, Budget(work=work))


def find_puzzles(record: Record, work: int = WORK, seconds: float | None = None) -> list[Puzzle]:
    """Return the puzzles of a finished game, the hardest one first.

    ``seconds`` of processor time after which no further position is looked at; without it the same record always gives
    the same. Raise IllegalMove where the record cannot be replayed.
    """
    states, found, begun = record.states(), list[Puzzle](), process_time()
    for place in range(len(record.actions) - 1, -1, -1):
        if seconds is not None and process_time() - begun > seconds:
            break
        state = states[place]
        if state.seat is None or (place and state.continues(states[place - 1])):
            continue
        try:
            made = _puzzle_at(record, place, state, work)
        except TooHard:
            break
        if made is not None:
            found.append(made)
    return sorted(found, key=lambda puzzle: (puzzle.hardness, puzzle.judgement.gap), reverse=True)


def _puzzle_at(record: Record, place: int, state: State, work: int) -> Puzzle | None:
    if (judged := judge(state, work)) is None:
        return None
    count, answers = len(judged.values), judged.answers
    if count < FEWEST_TURNS or judged.gap < GAP[judged.unit] or len(answers) > min(MOST_ANSWERS, count / 3):
        return None
    wrong = [judged.value_of(_choose_turn(state, level, seed)) < judged.best for level, seed in NAIVE]
    hardness = sum(wrong) / len(wrong)
    if hardness < EASIEST or (judged.unit == "share" and not _agrees(state, judged)):
        return None
    return Puzzle(record.model_copy(update={"actions": record.actions[:place]}), judged, round(hardness, 2))


def _agrees(state: State, judged: Judgement) -> bool:
    """Return whether the second search finds the same answers, and that they beat everything else by as much."""
    again = Judgement({key: round(100 * share_after(state, key)) for key in judged.values}, "share")
    return again.answers == judged.answers and again.gap >= GAP["share"]


def _choose_turn(state: State, level: int, seed: int) -> Sequence[str]:
    """Return the decisions of a computer's whole turn."""
    player, random, begun, decisions = PLAYERS[state.game], Random(seed), state, list[Action]()
    while not decisions or (not state.is_over and state.continues(begun)):
        decisions.append(player.choose(state, level=level, work=NAIVE_WORK, random=random))
        state = state.play(decisions[-1])
    return list(map(str, decisions))

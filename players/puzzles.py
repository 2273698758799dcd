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
"""Name of a game -> the function that judges its positions. Games without one have no puzzles."""

WORK = 30_000
"""Amount of work for judging one position."""
FEWEST_TURNS = 3
"""Minimum number of possible turns in a puzzle."""
GAP = {"points": 2, "share": 15}
"""Minimum difference between the answers and all other turns: in points, or in percent of the win."""
MOST_ANSWERS = 6
"""Maximum number of answers; they are also at most a third of all possible turns."""
EASIEST = 0.1
"""Minimum fraction of wrong choices by weaker computers."""
NAIVE = tuple((level, seed) for level in (1, 2, 3, 4) for seed in (1, 2, 3))
"""The levels and seeds of the choices that determine the hardness of a puzzle."""
NAIVE_WORK = 400
"""Amount of work for each of these choices."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with the value of each turn."""

    record: Record
    """The game up to the position."""
    judgement: Judgement
    hardness: float
    """The fraction of wrong choices by weaker computers, 0 to 1."""


def judge(state: State, work: int = WORK) -> Judgement | None:
    """Return the value of each turn of a position; ``None`` if it cannot be judged. Raise TooHard for too little work."""
    found = JUDGES.get(state.game)
    return None if found is None or state.seat is None or state.seats != 2 else found(state, Budget(work=work))


def find_puzzles(record: Record, work: int = WORK, seconds: float | None = None) -> list[Puzzle]:
    """Return the puzzles of a finished game, hardest first.

    ``seconds`` limits the processor time: no further position is examined after it. Without it the same record always gives the
    same result. Raise IllegalMove if the record cannot be replayed.
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
    """Return whether the second search finds the same answers, and the required difference to all other turns."""
    again = Judgement({key: round(100 * share_after(state, key)) for key in judged.values}, "share")
    return again.answers == judged.answers and again.gap >= GAP["share"]


def _choose_turn(state: State, level: int, seed: int) -> Sequence[str]:
    """Return the decisions of a computer's whole turn."""
    player, random, begun, decisions = PLAYERS[state.game], Random(seed), state, list[Action]()
    while not decisions or (not state.is_over and state.continues(begun)):
        decisions.append(player.choose(state, level=level, work=NAIVE_WORK, random=random))
        state = state.play(decisions[-1])
    return list(map(str, decisions))

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
from players.judgement import SEPARATOR, Judgement, TooHard
from players.registry import PLAYERS
from players.second_search import SecondSearch
from rules import Action, Record, State
from rules.nomads import NomadsState

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
FEWEST_TURNS = 6
"""Minimum number of possible turns in a puzzle."""
FEWEST_WHOLE = 4
"""Minimum number of possible turns in a puzzle that are not ended early."""
GAP = {"points": 2, "share": 15}
"""Minimum difference between the answers and all other turns: in points, or in percent of the win."""
MOST_ANSWERS = 6
"""Maximum number of answers; they are also at most a fourth of the whole turns."""
MOST_LOST = 10
"""Maximum points by which the best turn may lose. Nobody looks for the smallest of larger losses."""
CLOSE = 5
"""Maximum percent of the win by which a value may depend on the answers of founders who cannot win."""
EASIEST = 0.1
"""Minimum fraction of wrong choices that weaker computers make in a puzzle."""
NAIVE = tuple((level, seed) for level in (1, 2, 3, 4) for seed in (1, 2, 3))
"""The levels and seeds of the choices that determine the hardness of a puzzle."""
NAIVE_WORK = 400
"""Amount of work for each choice of a weaker computer."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with the value of each turn."""

    record: Record
    """The game up to the position."""
    judgement: Judgement
    hardness: float
    """The fraction of wrong choices by weaker computers, 0 to 1."""


def judge(state: State, work: int = WORK) -> Judgement | None:
    """Return the value of each turn of a position; ``None`` if it cannot be judged.

    Raise TooHard if the amount of work is too small.
    """
    found = JUDGES.get(state.game)
    return None if found is None or state.seat is None or state.seats != 2 else found(state, Budget(work=work))


def is_worth_asking(judged: Judgement) -> bool:
    """Return whether a position makes a puzzle: it has enough turns, and its answers are few and clearly the best."""
    whole = sum("done" not in key.split(SEPARATOR) for key in judged.values)
    if len(judged.values) < FEWEST_TURNS or whole < FEWEST_WHOLE or len(judged.answers) > min(MOST_ANSWERS, whole / 4):
        return False
    return judged.gap >= GAP[judged.unit] and judged.best >= -MOST_LOST


def find_puzzles(
    record: Record,
    work: int = WORK,
    seconds: float | None = None,
    wanted: Callable[[Judgement], bool] = is_worth_asking,
) -> list[Puzzle]:
    """Return the puzzles of a finished game, hardest first.

    ``seconds`` limits the processor time: no further position is examined after it. Without it the same record always gives the
    same result. Raise IllegalMove if the record cannot be replayed.
    """
    states, found, begun = record.states(), list[Puzzle](), process_time()
    for place in range(len(record.actions) - 1, -1, -1):
        if seconds is not None and process_time() - begun > seconds:
            break
        try:
            made = _make_puzzle(record.model_copy(update={"actions": record.actions[:place]}), states[place], work, wanted)
        except TooHard:
            break
        if made is not None:
            found.append(made)
    return sorted(found, key=lambda puzzle: (puzzle.hardness, puzzle.judgement.gap), reverse=True)


def make_puzzle(record: Record, wanted: Callable[[Judgement], bool] = is_worth_asking) -> Puzzle | None:
    """Return the puzzle at the end of a record; ``None`` if it is not ``wanted``, or too hard to judge."""
    try:
        return _make_puzzle(record, record.replay(), WORK, wanted)
    except TooHard:
        return None


def _make_puzzle(record: Record, state: State, work: int, wanted: Callable[[Judgement], bool]) -> Puzzle | None:
    if (judged := judge(state, work)) is None or not wanted(judged):
        return None
    wrong = [judged.value_of(_choose_turn(state, level, seed)) < judged.best for level, seed in NAIVE]
    hardness = sum(wrong) / len(wrong)
    if hardness < EASIEST or (isinstance(state, NomadsState) and not agrees(state, judged)):
        return None
    return Puzzle(record, judged, round(hardness, 2))


def agrees(state: NomadsState, judged: Judgement) -> bool:
    """Return whether the second search finds the same answers with the required gap, whatever seats that cannot win decide."""
    search, again = SecondSearch(state), dict[str, Sequence[float]]()
    for key in judged.values:
        again[key] = shares = search.shares_after(key)
        if 100 * (max(shares) - min(shares)) > CLOSE:
            return False
    worst = min(min(again[key]) for key in judged.answers)
    return 100 * (worst - max(max(shares) for key, shares in again.items() if key not in judged.answers)) >= GAP["share"]


def _choose_turn(state: State, level: int, seed: int) -> Sequence[str]:
    """Return the decisions of a computer's whole turn."""
    player, random, begun, decisions = PLAYERS[state.game], Random(seed), state, list[Action]()
    while not decisions or (not state.is_over and state.continues(begun)):
        decisions.append(player.choose(state, level=level, work=NAIVE_WORK, random=random))
        state = state.play(decisions[-1])
    return list(map(str, decisions))

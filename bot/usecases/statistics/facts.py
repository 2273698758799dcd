"""The facts in the log of a finished game, independent of the holders of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from bot.games.feats import Done, feats_of
from bot.games.log import GameLog, actions_that_count
from bot.storage.queries.seats.holders import Holder
from bot.storage.queries.statistics.results import Finished, Thought
from bot.usecases.statistics.eligibility import TURNS_NEEDED, Ending, find_places
from rules import AgreeDraw, Drop, State
from rules.steps import Step, play_steps


class Course(NamedTuple):
    """The course of a game, according to its actions."""

    ending: Ending
    turns: tuple[int, ...]
    """The number of turns of each seat."""
    places: tuple[int, ...]
    gave_up: tuple[int, ...]
    """The seats that gave up, in order, if that ended the game before everybody's second turn."""
    decisions: tuple[tuple[int, int], ...]
    """The seat of each decision, and the number of actions before it."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a finished game."""

    game: Finished
    """The game, without its log to save memory."""
    course: Course
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[tuple[int, int, int], ...]
    """The decisions that were not undone: seat, number of the row in the log, milliseconds of thought."""
    feats: dict[str, Done] = field(default_factory=dict)
    helped: bool = False
    """Whether a computer gave hints, or decided for a seat that somebody else held."""
    held: dict[int, list[Holder]] = field(default_factory=dict)
    """The holders of each seat, in order."""


def read_course(start: State, steps: Sequence[Step]) -> Course:
    """Return the course of a game from its actions."""
    state = steps[-1].after if steps else start
    turns, gone, decisions, decided = [0] * start.seats, list[int](), list[tuple[int, int]](), None
    for number, (before, action, _) in enumerate(steps):
        if isinstance(action, Drop):
            gone.append(action.seat)
        elif not isinstance(action, AgreeDraw) and before.seat is not None:
            if decided is None or not before.continues(decided):
                turns[before.seat] += 1
            decided = before
            decisions.append((before.seat, number))
    ending: Ending = "played"
    if steps and isinstance(steps[-1].action, Drop | AgreeDraw):
        ending = "resigned" if isinstance(steps[-1].action, Drop) else "agreed"
    early = ending == "resigned" and min(turns) < TURNS_NEEDED
    return Course(ending, tuple(turns), find_places(state, gone), tuple(gone) if early else (), tuple(decisions))


def facts_of(game: Finished) -> Facts:
    """Replay a finished game and return its facts. Raise ValueError if it does not fit the rules."""
    log = GameLog(game.row, list(game.log))
    start, entries = log.start(), log.actions()
    steps = play_steps(start, (entry.text for entry in entries))
    state = steps[-1].after if steps else start
    course, thought = read_course(start, steps), _thought(game)
    return Facts(
        replace(game, log=(), times=(), turns=()),
        course,
        tuple(state.scores),
        tuple(state.winners or ()),
        tuple((seat, entries[number].seq, thought[entries[number].seq - 1]) for seat, number in course.decisions),
        feats_of(steps, sum(course.turns)) if steps and course.ending == "played" else {},
        any(entry.level is not None for entry in entries),
    )


def _thought(game: Finished) -> list[int]:
    """Return, for each row of the log, the milliseconds since the previous row (or the start) in which a clock ran.

    Time for which the clock was stopped within a turn is subtracted from the turn's first rows, since it is not known when it
    was stopped.
    """
    taken = [max(0, after - before) for before, after in pairwise((game.row.created_at, *game.times))]
    for turn in game.turns:
        still = sum(taken[turn.first : turn.last]) - (turn.spent - _initial_thought(game, turn))
        for place in range(turn.first, turn.last):
            less = min(max(0, still), taken[place])
            taken[place] -= less
            still -= less
    return taken


def _initial_thought(game: Finished, turn: Thought) -> int:
    """Return the milliseconds used before a turn's clock began: after an undo without asking, those of the undone turn."""
    undo = game.log[turn.first - 1] if turn.first else None
    if undo is None or undo.kind != "undo":
        return 0
    undone = actions_that_count(game.log[: turn.first - 1])[int(undo.text) :]
    if len(undone) != 1:
        return 0
    return next((before.spent for before in reversed(game.turns) if before.first < undone[0].seq), 0)

"""Moves that somebody tries out for themselves from a position of a game on. None of them is played.

A line has entries: what a seat decides at once, or an outcome of chance, which is chosen by hand. What is drawn face down is in
no entry. A line starts from its position with the hidden tiles dealt anew, always in the same way: whatever really lies there,
what may be tried and what follows from it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from bot.games.log import GameLog, actions_that_count
from rules import Action, IllegalMove, State
from rules.steps import Step, play_steps

DEALS = 32
"""Deals of what is hidden in which is looked for what chance may bring."""


class Tried(NamedTuple):
    """What a line has led to."""

    state: State
    entries: tuple[tuple[str, ...], ...]
    """The line in canonical texts."""
    steps: tuple[Step, ...]
    """All of it."""
    last: tuple[Step, ...]
    """The steps of the last entry."""
    decisions: int
    """Entries that a seat decides."""


def try_out(state: State, line: Sequence[str]) -> Tried:
    """Return what a line leads to. Raise IllegalMove or ValueError where an entry cannot follow."""
    state = next(_deals(state))
    for step in _draw_hidden(state):
        state = step.after
    entries, steps, last, decisions = list[tuple[str, ...]](), list[Step](), list[Step](), 0
    for text in line:
        decisions += not state.is_chance
        last = _play(state, text)
        entries.append(tuple(str(step.action) for step in last if not step.before.hides_outcome))
        steps += last
        state = last[-1].after
    return Tried(state, tuple(entries), tuple(steps), tuple(last), decisions)


def list_outcomes(state: State) -> list[Action]:
    """Return what chance may bring, as far as anybody can know; nothing where a seat decides."""
    if not state.is_chance:
        return []
    return sorted({outcome for dealt in _deals(state) for outcome, _ in dealt.outcomes()}, key=str)


def _deals(state: State) -> Iterator[State]:
    """Yield the position with what is hidden dealt in several ways; once, where nothing is hidden."""
    for number in range(DEALS):
        dealt = state.redealt(Random(number))  # noqa: S311 - always the same deals, so that nothing follows from the true one
        yield dealt
        if dealt is state:
            return


def _play(state: State, text: str) -> list[Step]:
    """Return the steps of an entry."""
    if state.is_chance:
        return _fill([_choose_outcome(state, text)])
    return _fill(play_steps(state, map(str, state.play_all(text)[1])))


def _fill(steps: list[Step]) -> list[Step]:
    """Add what is drawn face down after some steps."""
    return [*steps, *_draw_hidden(steps[-1].after)]


def _draw_hidden(state: State) -> Iterator[Step]:
    while state.is_chance and state.hides_outcome:
        outcome, _ = state.outcomes()[0]  # whichever it is: nobody sees it, and what is hidden is dealt anew
        yield Step(state, outcome, state := state.play(outcome))


def _choose_outcome(state: State, text: str) -> Step:
    outcome = state.parse(text)
    for dealt in _deals(state):
        if any(outcome == other for other, _ in dealt.outcomes()):
            return Step(dealt, outcome, dealt.play(outcome))
    raise IllegalMove(state.turn_rule, "Chance cannot bring that here.")


def list_happened(log: GameLog, version: int) -> list[str] | None:
    """Return what has openly happened since a version of the game; ``None`` where moves from before it were taken back."""
    before = actions_that_count(log.rows[:version])
    if log.actions()[: len(before)] != before:
        return None
    return [str(step.action) for step in log.steps(version, log.version) if not step.before.hides_outcome]


def leave_out(line: Sequence[Sequence[str]], happened: Sequence[str]) -> list[list[str]] | None:
    """Return what is left of a line when its beginning has really happened; ``None`` where something else has."""
    rest = [list(entry) for entry in line]
    for text in happened:
        if not rest or rest[0][0] != text:
            return None
        del rest[0][0]
        if not rest[0]:
            del rest[0]
    return rest

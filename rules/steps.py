"""Steps through a game: each action with the states around it, and the steps of each turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rules.core import Action, State
from rules.record import Record

FOLLOWS: Final = "follows"
"""Used instead of an action for an event that the rules added after an action."""


class Step(NamedTuple):
    """One action of a game with the states around it."""

    before: State
    action: Action
    after: State


def play_steps(state: State, texts: Iterable[str]) -> list[Step]:
    """Play the actions of ``texts`` from ``state`` and return a step for each. Raise IllegalMove if one is not legal."""
    steps: list[Step] = []
    for text in texts:
        action = state.parse(text)
        steps.append(Step(state, action, state.play(action)))
        state = steps[-1].after
    return steps


def play_legal_steps(state: State, texts: Iterable[str]) -> list[Step]:
    """Return the steps of :func:`play_steps`, up to the first action that is not legal."""
    steps: list[Step] = []
    for text in texts:
        try:
            steps += play_steps(steps[-1].after if steps else state, [text])
        except ValueError:
            break
    return steps


def steps_of(record: Record) -> list[Step]:
    """Return a step for each action of a record. Raise the same errors as ``Record.replay``."""
    states = record.states()
    played = zip(states, record.actions, states[1:], strict=False)
    return [Step(before, before.parse(text), after) for before, text, after in played]


def group_turns(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Group the steps by turn.

    An outcome of chance belongs to the turn for which it was drawn. Turns in a row of the same seat are separate groups.
    """
    result: list[tuple[Step, ...]] = []
    current: list[Step] = []
    decided: State | None = None  # the position of this turn's first decision
    for step in steps:
        current.append(step)
        if decided is None and step.before.seat is not None:
            decided = step.before
        if decided is not None:
            has_ended = _has_ended(decided, step.after)
        else:  # the first steps may be chance outcomes of a decision before them
            has_ended = not result and not step.after.is_chance and step.before.turn not in (step.after.turn, None)
        if step.after.is_over or has_ended:
            result.append(tuple(current))
            current, decided = [], None
    return [*result, tuple(current)] if current else result


def _has_ended(decided: State, now: State) -> bool:
    """Return whether the turn of the decision at ``decided`` has ended. At a chance node only ``State.turn`` shows that."""
    if now.is_chance:
        return now.turn not in (decided.turn, None)
    return not now.continues(decided)

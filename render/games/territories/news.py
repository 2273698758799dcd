"""The news of a game of Territories in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from render.games.territories.words import between, gain, mover, shares, why_no_land
from render.text.words import describe_common_action, join_words, lower_you
from rules.steps import Step
from rules.territories import House, TerritoriesState, Trunk


def describe_steps(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the news of several actions, with the two farms of a turn in one sentence."""
    told = list[str]()
    for farms_of, group in groupby(steps, key=_find_builder):
        if farms_of is None:
            told += [describe_step(step, names) for step in group]
        else:
            spots = [str(step.action) for step in group]
            told.append(f"{names[farms_of]} built {'a farm' if len(spots) == 1 else 'farms'} on {join_words(spots)}.")
    return " ".join(filter(None, told))


def _find_builder(step: Step) -> int | None:
    """Return the seat that built a farm in a step; ``None`` for any other step."""
    before, action, _ = step
    return mover(before) if isinstance(before, TerritoriesState) and isinstance(action, House) else None


def describe_step(step: Step, names: Sequence[str]) -> str:
    """Return ``Ada built a farm on B2.``, ``Ada closed the fence between C4 and D4: Björn +6 squares.``"""
    before, action, after = step
    if not isinstance(before, TerritoriesState) or not isinstance(after, TerritoriesState):
        return ""
    told = describe_common_action(before, action, names)
    if told is not None:
        return told
    name = names[mover(before)]
    if isinstance(action, House):
        return f"{name} built a farm on {action}."
    if not isinstance(action, Trunk):
        return ""
    if after.open_end is not None:
        begins = f"began {'a new' if before.trunks else 'the first'} fence"
        what = begins if before.open_end is None else "extended the fence"
        return f"{name} {what} {between(action)}."
    land = [(gain(before, after, seat), lower_you(whom)) for seat, whom in enumerate(names)]
    what = "laid a whole fence" if before.open_end is None else "closed the fence"
    told = f"{name} {what} {between(action)}: {shares(land) or why_no_land(before, after)}."
    return f"{told} Every area has farms of one colour: the game is over." if after.is_over else told

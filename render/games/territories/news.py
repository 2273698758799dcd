"""The news of a game of Territories in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from render.games.territories.words import between, gain, mover, shares, why_no_land
from render.text.words import tell_common_action
from render.view import YOU
from rules.steps import Step
from rules.territories import House, TerritoriesState, Trunk


def tell(steps: Sequence[Step], names: Sequence[str]) -> str:
    """Return the news of several actions, with the two farms of a turn in one sentence."""
    told = list[str]()
    for step in steps:
        sentence = say(step, names)
        head, farm, spot = sentence.rpartition(" built a farm on ")
        if farm and told and told[-1].startswith(head + farm):
            told[-1] = f"{told[-1].removesuffix('.').replace(farm, ' built farms on ')} and {spot}"
        elif sentence:
            told.append(sentence)
    return " ".join(told)


def say(step: Step, names: Sequence[str]) -> str:
    """Return ``Ada built a farm on B2.``, ``Ada closed the fence between C4 and D4: 6 squares for Björn.``"""
    before, action, after = step
    if not isinstance(before, TerritoriesState) or not isinstance(after, TerritoriesState):
        return ""
    told = tell_common_action(before, action, names)
    if told is not None:
        return told
    name = names[mover(before)]
    if isinstance(action, House):
        return f"{name} built a farm on {action}."
    if not isinstance(action, Trunk):
        return ""
    if after.open_end is not None:
        what = "laid a trunk" if before.open_end is not None else f"began {'a new' if before.trunks else 'the first'} fence"
        return f"{name} {what} {between(action)}."
    land = [(gain(before, after, seat), "you" if whom == YOU else whom) for seat, whom in enumerate(names)]
    told = f"{name} closed the fence {between(action)}: {shares(land) or why_no_land(before, after)}."
    return f"{told} Every area has farms of one colour: the game is over." if after.is_over else told

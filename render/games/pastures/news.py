"""The news of a game of Pastures New in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from render.text.words import describe_common_action, does
from rules.pastures import Answer, Castle, Fill, Offer, PasturesState
from rules.squares import Square
from rules.steps import Step
from rules.words import count

_PHRASES = {
    "M": "raised a mountain on",
    "P": "laid out plains on",
    "F": "planted a forest on",
    "R": "let a river through",
    "D": "spread a desert over",
    "W": "left a wasteland on",
}


def find_changed_squares(steps: Iterable[Step]) -> dict[Square, None]:
    """Return the squares that were filled or built on, in order, each once."""
    return dict.fromkeys(step.action.square for step in steps if isinstance(step.action, Fill | Castle))


def describe_step(step: Step, names: Sequence[str]) -> str:
    """Return ``Ada planted a forest on C4.``, ``Ada built a castle on C4 for 14 points.``"""
    action, seat = step.action, step.before.seat
    told = describe_common_action(step.before, action, names)
    if told is not None:
        return told
    if seat is None:
        return ""
    if isinstance(action, Castle) and isinstance(step.before, PasturesState):
        built = f"{names[seat]} built a castle on {action.square} for {count(step.before.points(action.square), 'point')}."
        return f"{built} No other castle fits without overlap." if step.after.is_over else built
    if isinstance(action, Offer):
        return f"{names[seat]} offered {count(action.points, 'point')} for building second."
    if isinstance(action, Answer) and isinstance(step.before, PasturesState):
        points = count(step.before.offered or 0, "point")
        if action.place == "first":
            return f"{names[seat]} chose to build the first castle. {names[1 - seat]} got {points}."
        return f"{names[seat]} took {points}. {does(names[1 - seat], 'build')} the first castle."
    if isinstance(action, Fill):
        return f"{names[seat]} {_PHRASES[action.terrain]} {action.square}."
    return ""

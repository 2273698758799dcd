"""A whole game as an animated GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from render.games import RENDERERS
from render.view import Step, View
from rules import Record

FRAMES = 120
"""At most so many frames: a longer game shows every second, third … turn."""
PAUSE, FIRST, LAST = 450, 900, 4000
"""Milliseconds that a frame, the first one and the last one stay."""
WIDTH = 640
"""Pixels: what a GIF is reduced to."""


def replay_gif(game: Record | Sequence[Step], names: Sequence[str], theme: str = "dark") -> bytes:
    """The game turn by turn, from its record or from the steps of its log. Takes some tenths of a second: use a thread.

    Raises as ``Record.replay`` does where the record does not fit, ValueError where there is not a single step.
    """
    steps = list(game) if not isinstance(game, Record) else steps_of(game)
    if not steps:
        raise ValueError("Nothing has happened in this game yet.")
    renderer = RENDERERS[steps[0].before.game]
    names = tuple(names)
    shown = [(steps[0].before, View(names, theme))]
    shown += [(turn[-1].after, View(names, theme, steps=turn)) for turn in _thinned(turns(steps))]
    frames = [renderer.draw(state, view) for state, view in shown]
    pauses = [FIRST, *[PAUSE] * (len(frames) - 2), LAST]
    return animation(frames, pauses)


def steps_of(record: Record) -> list[Step]:
    """Every action of a record between the states around it."""
    states = record.states()
    played = zip(states, record.actions, states[1:], strict=False)
    return [Step(before, before.parse(text), after) for before, text, after in played]


def turns(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps put together turn by turn: a turn ends where a player's decision hands over to somebody else."""
    result: list[tuple[Step, ...]] = []
    current: list[Step] = []
    for step in steps:
        current.append(step)
        if step.after.is_over or (step.after.turn != step.before.turn and not step.after.is_chance):
            result.append(tuple(current))
            current = []
    if current:
        result.append(tuple(current))
    return result


def _thinned(groups: list[tuple[Step, ...]]) -> list[tuple[Step, ...]]:
    """At most ``FRAMES`` groups: neighbours are put together, evenly, where there are more."""
    each = -(-len(groups) // FRAMES)
    return [tuple(step for group in groups[i : i + each] for step in group) for i in range(0, len(groups), each)]


def animation(frames: Sequence[Image.Image], pauses: Sequence[int]) -> bytes:
    """Frames of one palette as an animated GIF that starts again; ``pauses`` in milliseconds."""
    out = BytesIO()
    first, *rest = frames
    first.save(out, "GIF", save_all=True, append_images=rest, duration=list(pauses), loop=0, optimize=True)
    return out.getvalue()

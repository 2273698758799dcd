"""A whole game as an animated GIF. Each turn is a frame that contains only the changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from struct import pack
from typing import TypeVar

from PIL import Image, ImageChops

from render.games import renderer_of
from render.style import palette
from render.view import View
from rules import Record
from rules.steps import FOLLOWS, Step, group_turns, steps_of

T = TypeVar("T")
FRAMES = 120
"""Maximum number of frames: a longer game shows every second, third … turn."""
BYTES = 8 * 2**20
"""Maximum size in bytes: a larger animation is made again with half the frames."""
PAUSE, FIRST, LAST = 45, 90, 400
"""Duration of a normal frame, the first and the last, in hundredths of a second."""
PATCH = 2
"""Duration of each patch of a frame except the last, in hundredths of a second. Browsers show shorter ones for a tenth of a
second."""
PATCHES = 8
"""Maximum number of patches of a frame: more changes are painted as one."""


def replay_gif(game: Record | Sequence[Step], names: Sequence[str], theme: str = "dark") -> bytes:
    """Return an animation of the game turn by turn, from its record or the steps of its log.

    This takes some tenths of a second, so use a thread. Raise the errors of ``Record.replay`` if the record is invalid,
    ValueError if there are no steps.
    """
    steps = steps_of(game) if isinstance(game, Record) else list(game)
    if not steps:
        raise ValueError("Nothing has happened in this game yet.")
    renderer = renderer_of(steps[0].before.game, steps[0].before.rules)
    names = tuple(names)
    groups, turns, most = scenes(steps), _count_turns(steps), FRAMES
    while True:
        view = View(names, theme, replay="The start", series="replay")
        shown = [(steps[0].before, view)]
        for turn, group in zip(thin_out(turns, most), thin_out(groups, most), strict=True):
            shown.append((group[-1].after, replace(view, steps=group, replay=f"Turn {turn[-1]} of {turns[-1][-1]}")))
        frames = (renderer.draw(state, view) for state, view in shown)  # one at a time: a picture is over a megabyte
        gif = animation(frames, [FIRST, *[PAUSE] * (len(shown) - 2), LAST])
        if len(gif) <= BYTES or most == 1:
            return gif
        most //= 2


def scenes(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Return the scenes: the turns, split where the renderer ends a scene.

    Each event that the rules added after an action is a separate scene.
    """
    return [scene for turn in group_turns(steps) for scene in _scenes_of_turn(turn)]


def _count_turns(steps: Sequence[Step]) -> list[tuple[int]]:
    """Return for each scene the number of its turn, from 1."""
    return [(number,) for number, turn in enumerate(group_turns(steps), 1) for _ in _scenes_of_turn(turn)]


def _scenes_of_turn(turn: tuple[Step, ...]) -> list[tuple[Step, ...]]:
    result: list[tuple[Step, ...]] = []
    renderer, current = renderer_of(turn[0].before.game, turn[0].before.rules), list[Step]()
    for step in (part for whole in turn for part in _parts(whole)):
        current.append(step)
        if renderer.ends_scene(step):
            result.append(tuple(current))
            current = []
    return [*result, tuple(current)] if current else result


def _parts(step: Step) -> list[Step]:
    """Return one action and the events that the rules added after it (``State.film``)."""
    between = step.before.film(step.action)
    if not between:
        return [step]
    return [Step(step.before, step.action, between[0]), *(Step(a, FOLLOWS, b) for a, b in pairwise([*between, step.after]))]


def thin_out(groups: Sequence[tuple[T, ...]], most: int) -> list[tuple[T, ...]]:
    """Return at most ``most`` groups, joining neighbours evenly if there are more."""
    each = -(-len(groups) // most)
    return [tuple(part for group in groups[i : i + each] for part in group) for i in range(0, len(groups), each)]


def animation(frames: Iterable[Image.Image], pauses: Sequence[int]) -> bytes:
    """Return an animation that loops, from pictures in the fixed palette and of equal size. ``pauses``: hundredths of a second.

    Each frame is painted over the previous one in patches, transparent where nothing has changed: one rectangle around distant
    changes would make the animation larger and slower to encode.
    """
    out = BytesIO()
    before: Image.Image | None = None
    for frame, pause in zip(frames, pauses, strict=True):
        if before is None:
            out.write(b"GIF89a" + pack("<HHBBB", *frame.size, 0xF7, 0, 0) + palette.colours())
            out.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        patches = [((0, 0), _numbers(frame))] if before is None else _find_patches(before, frame)
        shown = [PATCH] * (len(patches) - 1)
        for (corner, patch), wait in zip(patches, [*shown, pause - sum(shown)], strict=True):
            out.write(b"\x21\xf9\x04" + pack("<BHB", 0b0101, wait, palette.UNUSED) + b"\x00")
            out.write(b"\x2c" + pack("<HHHHB", *corner, *patch.size, 0) + _compress(patch))
        before = frame
    return out.getvalue() + b"\x3b"


_NOTHING = bytes([255, *[0] * 255])
"""A table that turns differences of pixels into a mask of the unchanged ones."""
_CHANGED = re.compile(rb"\x01(?:\x00{,40}\x01)*")
"""A run of changed rows or columns, with at most 40 unchanged ones in between, so that the words of a line make one patch."""


def _find_patches(before: Image.Image, now: Image.Image) -> list[tuple[tuple[int, int], Image.Image]]:
    """Return the patches to paint over ``before`` to get ``now``: corners and palette numbers (mode L). At least one."""
    difference = ImageChops.difference(before, now)
    boxes = [
        (left, top, right, bottom)
        for top, bottom in _find_runs(difference.getprojection()[1])
        for left, right in _find_runs(difference.crop((0, top, now.width, bottom)).getprojection()[0])
    ]
    if not 0 < len(boxes) <= PATCHES:
        boxes = [difference.getbbox() or (0, 0, 1, 1)]
    patches = []
    for box in boxes:
        patch = _numbers(now.crop(box))
        patch.paste(palette.UNUSED, mask=_numbers(difference.crop(box)).point(_NOTHING))
        patches.append((box[:2], patch))
    return patches


def _find_runs(changed: list[int]) -> list[tuple[int, int]]:
    """Return the start and the end of each run of changed rows or columns."""
    return [run.span() for run in _CHANGED.finditer(bytes(changed))]


def _numbers(picture: Image.Image) -> Image.Image:
    """Return the palette numbers of a picture (mode P) as a separate image, mode L."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _compress(numbers: Image.Image) -> bytes:
    """Return the image data of a GIF: the size of its first codes in bits, the codes in blocks, and an empty block."""
    return b"\x08" + numbers.tobytes("gif", "L", 8, 0) + b"\x00"

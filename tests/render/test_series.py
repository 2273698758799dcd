"""Pictures of a series look like pictures of none, whatever was drawn before them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from render import THEMES, View, renderer_of
from render.paint import series
from render.paint.series import Canvas
from rules import GAMES, State
from rules.steps import Step
from tests.positions import choose_action
from tests.sampling import Sample

NAMES = ("Ada", "Björn", "Chidi", "Dora", "Emil", "Finn")


def steps_of(state: State, dice: Random) -> tuple[Step, ...]:
    """What happens from a state to the end of the next decision, and the chance after it."""
    steps: list[Step] = []
    while not state.is_over and (not steps or state.is_chance):
        action = choose_action(state, dice)
        steps.append(Step(state, action, state := state.play(action)))
    return tuple(steps)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", sorted(GAMES))
def test_the_boards_of_a_game_look_the_same_in_a_series_and_alone(kind: str, sample: Sample) -> None:
    for seed, seats in sample(enumerate({GAMES[kind].seats[0], GAMES[kind].seats[-1]}), 1):
        dice, state, renderer = Random(seed), GAMES[kind].start(seats), renderer_of(kind)
        while not state.is_over:
            steps = steps_of(state, dice)
            state = steps[-1].after
            view = View(NAMES[:seats], dice.choice([*["dark"] * 9, *THEMES]), steps)
            if dice.random() < 0.1:  # most pictures are left out: they may follow each other at any distance
                following = renderer.draw(state, replace(view, series=kind))
                assert following.tobytes() == renderer.draw(state, view).tobytes()
                following.paste(0, (0, 0, *following.size))  # whoever has the picture may change it


def test_only_what_has_changed_is_painted() -> None:
    painted: list[int] = []

    def dot(number: int) -> Image.Image:
        painted.append(number)
        return Image.new("L", (1, 1), number)

    def drawn(numbers: list[int], base: str = "base") -> bytes:
        canvas = series.take_canvas("test", base, lambda: Canvas(base, Image.new("L", (4, 1))))
        canvas.paint(((place, 0), (dot, number)) for place, number in enumerate(numbers))
        return series.keep_canvas("test", canvas).tobytes()

    assert drawn([1, 2, 3, 4]) == bytes([1, 2, 3, 4])
    assert drawn([1, 5, 3, 4]) == bytes([1, 5, 3, 4])
    assert painted == [1, 2, 3, 4, 5]
    assert drawn([1, 5, 3, 4], "another base") == bytes([1, 5, 3, 4])
    assert painted[5:] == [1, 5, 3, 4]


def test_two_who_draw_at_once_have_a_canvas_each() -> None:
    def begin() -> Canvas:
        return Canvas("base", Image.new("L", (1, 1)))

    series.keep_canvas("twice", first := series.take_canvas("twice", "base", begin))
    assert series.take_canvas("twice", "base", begin) is first
    assert series.take_canvas("twice", "base", begin) is not first


def test_so_many_canvases_are_kept() -> None:
    for number in range(series.MOST * 2):
        series.keep_canvas(number, Canvas("base", Image.new("L", (1, 1))))
    assert len(series._canvases) == series.MOST

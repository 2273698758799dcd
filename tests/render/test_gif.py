"""The replay of a game as an animated GIF."""

from __future__ import annotations

import itertools
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from render import Step, View, renderer_of, replay_gif
from render.encode import gif
from render.style import palette
from rules import GAMES, Record
from rules.steps import group_turns, steps_of
from tests.positions import play_at_random

NAMES = ("Ada", "Björn")


def record(**options: object) -> Record:
    dice = Random(4)
    state = GAMES["pastures"].start(2, options)
    actions = [str(step.action) for step in play_at_random(state, dice)]
    return Record(game="pastures", seats=2, options=options, actions=actions)


def land_steps() -> list[Step]:
    """Return a random game of Land for two in which one of them is cut off, and the other one goes on alone."""
    return play_at_random(GAMES["land"].start(2), Random(1))


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """The whole picture of each frame once all its patches are painted, with how many milliseconds it takes."""
    image = Image.open(BytesIO(data))
    result, since = [], 0
    for number in range(image.n_frames):
        image.seek(number)
        since += image.info["duration"]
        if image.info["duration"] > 10 * gif.PATCH:
            result.append((image.convert("RGB"), since))
            since = 0
    return result


@pytest.fixture(scope="module")
def small() -> bytes:
    """The replay of a game on the smallest board."""
    return replay_gif(record(width=4, height=4), NAMES)


@pytest.mark.slow
def test_a_replay_shows_every_turn_ends_with_the_last_position_for_longest_and_starts_over(small: bytes) -> None:
    shown = frames(small)
    steps = steps_of(record(width=4, height=4))
    assert len(shown) == 1 + len(steps)
    renderer = renderer_of("pastures")
    for turn, ((frame, _), step) in enumerate(zip(shown[1:], steps, strict=True), 1):
        view = View(NAMES, steps=(step,), replay=f"Turn {turn} of {len(steps)}")
        assert frame.tobytes() == renderer.draw(step.after, view).convert("RGB").tobytes()
    pauses = [pause for _, pause in shown]
    assert pauses[-1] == max(pauses) > pauses[0] > pauses[1]
    assert Image.open(BytesIO(small)).info["loop"] == 0


@pytest.mark.slow
def test_a_replay_of_a_whole_game_takes_a_megabyte_at_most() -> None:
    assert len(replay_gif(record(), NAMES)) <= 2**20


@pytest.mark.slow
def test_a_long_game_has_a_bounded_number_of_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "FRAMES", 8)
    game = record(width=4, height=4)
    data = replay_gif(game, NAMES)
    shown = frames(data)
    assert len(shown) <= gif.FRAMES + 1
    last = shown[-1][0]
    final = steps_of(game)
    tail = gif.thin_out(group_turns(final), gif.FRAMES)[-1]
    turns = len(group_turns(final))
    view = View(NAMES, steps=tail, replay=f"Turn {turns} of {turns}")
    assert last.tobytes() == renderer_of("pastures").draw(final[-1].after, view).convert("RGB").tobytes()


def test_an_animation_that_is_too_large_gets_fewer_frames(small: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gif, "BYTES", len(small) - 1)
    monkeypatch.setattr(gif, "FRAMES", 16)
    smaller = replay_gif(record(width=4, height=4), NAMES)
    assert len(smaller) < len(small)
    assert len(frames(smaller)) < len(frames(small))


def test_what_changes_far_apart_is_painted_in_patches_and_the_frame_takes_as_long() -> None:
    """Up to eight patches; more changes are one rectangle. Each patch is the smallest rectangle around its changes."""
    before = palette.attach_palette(Image.new("L", (500, 500), 1))
    for corners, patches in (
        ([], [(0, 0, 1, 1)]),
        ([(10, 20), (30, 40)], [(10, 20, 35, 45)]),
        ([(10, 20), (300, 400), (100, 400)], [(10, 20, 15, 25), (100, 400, 105, 405), (300, 400, 305, 405)]),
        ([(x, y) for x in (0, 200, 400) for y in (0, 200, 400)], [(0, 0, 405, 405)]),
    ):
        after = before.copy()
        for corner in corners:
            after.paste(2, (*corner, corner[0] + 5, corner[1] + 5))
        found = gif._find_patches(before, after)
        assert [(*corner, corner[0] + patch.width, corner[1] + patch.height) for corner, patch in found] == patches
        [_, (shown, took)] = frames(gif.animation([before, after], [90, 45]))
        assert shown.tobytes() == after.convert("RGB").tobytes()
        assert took == 450


def test_every_step_is_in_some_frame() -> None:
    steps = steps_of(record(width=5, height=5))
    groups = gif.thin_out(group_turns(steps), 7)
    assert len(groups) <= 7
    assert [step for group in groups for step in group] == steps


def test_turns_of_several_decisions_make_one_frame() -> None:
    """Territories: the second and third farm are one turn of the same seat."""
    state = GAMES["territories"].start(2)
    steps = []
    for _ in range(5):
        move = state.moves()[0]
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    assert [len(turn) for turn in group_turns(steps)] == [1, 2, 2]


def test_L7_a_player_of_land_who_goes_on_alone_has_a_frame_a_turn() -> None:
    """Solo tail: all others are skipped, and one turn of the same seat follows the other."""
    steps = land_steps()
    turns = group_turns(steps)
    assert [step for turn in turns for step in turn] == steps
    for turn in turns:
        places = {(step.before.round, step.before.place) for step in turn if step.before.seat is not None}
        assert len(places) == 1
    decided = [next(step.before for step in turn if step.before.seat is not None) for turn in turns]
    assert any(one.seat == other.seat for one, other in itertools.pairwise(decided)), "nobody goes on alone in this game"


def test_L5_the_first_plots_have_a_frame_each() -> None:
    """The dice of a seat stand in the frame of its own plot, not in that of the seat before."""
    turns = group_turns(land_steps())
    first = [turn for turn in turns if any(step.before.phase == "first" and step.before.seat is not None for step in turn)]
    assert len(first) >= 2
    for turn in first:
        assert len({step.before.turn for step in turn if step.before.round}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_steps_after_a_decision_are_in_the_turns_of_the_whole_game(game: str) -> None:
    """What chance brought for the decision is not joined to the next player's turn."""
    steps = play_at_random(GAMES[game].start(2), Random(3))
    ends = list(itertools.accumulate(map(len, group_turns(steps))))
    for at in range(len(steps)):
        _, *found = itertools.accumulate(map(len, group_turns(steps[at:])), initial=at)
        assert found == [end for end in ends if end > at]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_tells_the_turn(game: str) -> None:
    """The same position in another turn looks different; a turn of several scenes has one number."""
    steps = play_at_random(GAMES[game].start(2), Random(3))
    counted = [turn for (turn,) in gif._count_turns(steps)]
    assert len(counted) == len(gif.scenes(steps))
    assert sorted(set(counted)) == list(range(1, len(group_turns(steps)) + 1))
    state = steps[len(steps) // 2].after
    looks = [renderer_of(game).draw(state, View(NAMES, replay=f"Turn {turn} of 20")).tobytes() for turn in (4, 5)]
    assert looks[0] != looks[1]


def test_nothing_to_show_is_refused() -> None:
    with pytest.raises(ValueError, match="Nothing has happened"):
        replay_gif(Record(game="pastures", seats=2), NAMES)


def test_a_replay_leaves_out_whose_turn_it_is() -> None:
    """What changes from turn to turn lies on the board alone, until the end."""
    state = GAMES["pastures"].start(2)
    draw = renderer_of("pastures").draw
    after = state.play_text("C4 F")
    one, other = (draw(s, View(NAMES, replay="Turn 1 of 2")).convert("RGB") for s in (state, after))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert box[3] - box[1] <= 116
    one, other = (draw(s, View(NAMES)).convert("RGB") for s in (state, after))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert box[3] - box[1] > 300


@pytest.mark.slow
def test_themes_reach_the_replay() -> None:
    steps = steps_of(record(width=4, height=4))[:2]
    assert replay_gif(steps, NAMES, "light") != replay_gif(steps, NAMES)


def test_N5_a_replay_of_nomads_changes_nothing_but_what_a_turn_changed() -> None:
    """What comes next, and what is left in the bag, would change in every frame and fill the file."""
    state = GAMES["nomads"].start(2)
    draw = renderer_of("nomads").draw
    found = state.play_text("discover D4")
    after = found.play(found.parse("draw mountain"))
    one, other = (draw(s, View(NAMES, replay="Turn 1 of 2")).convert("RGB") for s in (state, after))
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    assert max(box[2] - box[0], box[3] - box[1]) <= 116, "a mountain brings no points, so one space is all"

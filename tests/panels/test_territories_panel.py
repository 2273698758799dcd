"""The Play panel of Territories: what each press does, what is offered, and what is said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any, cast

import pytest

from bot.panels import panel_of
from bot.panels.core import Send
from rules import GAMES
from rules.territories import TerritoriesState, Trunk
from rules.territories.parts import labelled_starts
from rules.typed_move import read
from tests.panels.checks import build, buttons, chosen, enabled, menus, press
from tests.panels.positions import decisions
from tests.sampling import Sample

FARMS = "B2 D1 G2 E3 D4 B5 E6 G5"


def play(text: str, setup: dict[str, object] | None = None) -> TerritoriesState:
    """A game after some decisions, each of the seat to move."""
    state = GAMES["territories"].start(2, None, setup)
    for part in text.split():
        state = state.play_text(part)
    assert isinstance(state, TerritoriesState)
    return state


def crowded() -> TerritoriesState:
    """A board with more starts than buttons: 12 by 10, its farms in one row."""
    spots = ["B2", "D2", "F2", "H2", "B8", "D8", "F8", "H8"]
    return play(" ".join(spots), {"width": 12, "height": 10, "spots": spots})


def test_T3_a_farm_house_is_one_press() -> None:
    state = play("")
    assert press(state, {}, "square.B2") == Send("B2")
    assert build(state).text == "**Build a farm, near many empty squares.**"
    assert build(play("B2")).text == "**Build the first of 2 farms this turn, near many empty squares.**"
    assert "the second of 2 farms this turn" in build(play("B2 D1")).text
    assert "square.B2" not in buttons(build(play("B2")))


def test_T6_a_fence_that_goes_on_is_one_press() -> None:
    state = play(FARMS)
    assert "You also begin the shared fence at the edge, not beside their farms." in build(state).text
    assert "Once closed, a part with only your farms is your land." in build(state).text
    state = state.play(state.moves()[0])
    panel = build(state)
    assert "Choose a piece to see who gets land by it." in panel.text
    assert {name.removeprefix("play.") for name in enabled(panel, "play.")} == {str(move) for move in state.moves()}
    assert len(panel.marks.edges) == len(state.moves())
    move = state.moves()[0]
    assert press(state, {}, f"play.{move}") == Send(str(move))


def test_T8_every_start_says_where_it_is() -> None:
    """The letters on the picture stand beside the corners that they mean, in the order of the letters."""
    for state in (play(FARMS), after_a_surrounding(), crowded()):
        panel = build(state)
        where = {f"{label} · {node.words(state.width, state.height)}" for label, node in labelled_starts(state).items()}
        told = {entry.label for menu in menus(panel) for entry in menu.choices} or {
            button.label for name, button in buttons(panel).items() if name.startswith("set.start.")
        }
        assert told == where
        assert [label for _, _, label in panel.marks.nodes] == list(labelled_starts(state))


def test_T8_few_starts_have_buttons_and_one_with_a_single_way_plays_at_once() -> None:
    state = after_a_surrounding()
    while not 0 < len(labelled_starts(state)) <= 3 or state.open_end is not None:
        state = state.play(state.moves()[0])
    panel = build(state)
    assert not menus(panel)
    for label in labelled_starts(state):
        button = buttons(panel)[f"set.start.{label}"]
        result = press(state, {}, f"set.start.{label}")
        assert isinstance(result, Send) == (button.style == "success") == (button.emoji is not None)


def test_T8_every_legal_first_trunk_can_be_pressed_and_nothing_else() -> None:
    for state in (play(FARMS), after_a_surrounding(), crowded()):
        sent = set[str]()
        panel = build(state)
        starts = [(menu.id, entry.value) for menu in menus(panel) for entry in menu.choices]
        for control, *values in starts or [cast("tuple[str, str]", (name,)) for name in enabled(panel, "set.start.")]:
            result = press(state, {}, control, *values)
            if isinstance(result, Send):
                sent.add(result.text)
                continue
            sent |= {name.removeprefix("play.") for name in enabled(build(state, result), "play.")}
        assert sent == {str(move) for move in state.moves()}


def after_a_surrounding() -> TerritoriesState:
    """A position in which a new fence starts from the trunks that stand."""
    random = Random(1)
    state = play(FARMS)
    while state.open_end is not None or not state.trunks:
        state = state.play(random.choice(list(state.moves())))
        if state.is_over:
            state = play(FARMS)
    return state


def begin(state: TerritoriesState, label: str) -> Send | Mapping[str, Any]:
    """What follows when a start is chosen: by its button or in the menu that has it."""
    menu = next((menu.id for menu in menus(build(state)) if label in {entry.value for entry in menu.choices}), None)
    return press(state, {}, f"set.start.{label}") if menu is None else press(state, {}, menu, label)


def test_a_start_with_several_ways_asks_for_the_direction() -> None:
    state = after_a_surrounding()
    label = next(label for label in labelled_starts(state) if not isinstance(begin(state, label), Send))
    draft = begin(state, label)
    assert draft == chosen(start=label)
    panel = build(state, draft)
    assert len(enabled(panel, "play.")) > 1
    assert [point[2] for point in panel.marks.nodes] == [label]
    assert len(panel.marks.edges) == len(enabled(panel, "play."))
    assert "begin at an old fence, not beside their farms." in build(state).text
    assert press(state, draft, "clear") == {}


def test_T8_the_task_names_the_closed_places_only_while_they_are_closed() -> None:
    spots = ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]
    farms, fences = "A1 C4 B1 A4 B4 C1 D1 D4", "A2-A3 A3-B3 B3-B4 C3-C4 D3-D4 A2-B2 A1-B1"
    only = play(f"{farms} {fences}", {"width": 4, "height": 4, "spots": spots})
    assert "begin at an old fence.**" in build(only).text


def test_more_starts_than_buttons_are_in_menus() -> None:
    panel = build(crowded())
    starts = labelled_starts(crowded())
    assert len(starts) > 20
    assert [entry.value for menu in menus(panel) for entry in menu.choices] == list(starts)
    assert all(entry.description for menu in menus(panel) for entry in menu.choices)


@pytest.mark.slow
def test_T8_a_typed_trunk_and_the_beginning_of_the_next_one_are_shown_in_the_panel(sample: Sample) -> None:
    panel, parts, shown = panel_of("territories", 1), GAMES["territories"].parts, 0
    for seed in sample(range(6), 1):
        for state in sample(decisions("territories", 2, {}, seed=seed), 12):
            texts = [f"{move} {label}" for move in state.moves() if isinstance(move, Trunk) for label in "abcdefgh"]
            for half in (found for text in texts for found in read(state, parts, text) if found.chosen and found.decided):
                draft = panel.store(half)
                assert panel.read(state, draft).decided == half.decided
                assert build(state, draft).rows
                shown += 1
    assert shown


def test_what_a_trunk_completes_is_said() -> None:
    random, told = Random(3), 0
    state = play(FARMS)
    while not state.is_over:
        if state.open_end is not None:
            closing = [move for move in state.moves() if state.play(move).open_end is None]
            assert len(re.findall("You move again|ends the game", build(state).text)) == len(closing)
            told += len(closing)
        state = state.play(random.choice(list(state.moves())))
    assert told > 0

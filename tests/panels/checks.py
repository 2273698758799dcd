"""What every game's Play panel is held to: Discord's limits, and whole games played by nothing but presses.

    from tests.panels.checks import check_panel, play_a_game

``check_panel`` asserts that one panel can be sent to Discord and keeps what ``bot.panels.core`` promises;
``play_a_turn`` and ``play_a_game`` press at random what is offered, checking every panel on the way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from bot.panels.core import Draft, Menu, Panel, PanelMaker, Send
from render.view import Marks
from rules import State
from rules.squares import Square

ID = re.compile(r"[A-Za-z0-9.-]{1,40}")
MOST_PRESSES = 2000
"""A turn that takes more random presses than this is taken for one that cannot be finished."""

Press = tuple[str, tuple[str, ...]]
"""The id of a control, and the values taken from it where it is a menu."""


def check_panel(panel: Panel) -> None:
    """Assert the limits of Discord and of ``bot.panels.core`` on text, rows, ids, labels, menus and marks."""
    assert panel.text.strip(), "a panel says something"
    assert len(panel.text) <= 1900, f"text of {len(panel.text)} characters"
    assert len(panel.rows) <= 5, f"{len(panel.rows)} rows"
    ids = [control.id for row in panel.rows for control in ([row] if isinstance(row, Menu) else row)]
    assert len(set(ids)) == len(ids), f"ids are not unique: {ids}"
    for control_id in ids:
        assert ID.fullmatch(control_id), f"id {control_id!r}"
    for row in panel.rows:
        if isinstance(row, Menu):
            _check_menu(row)
        else:
            _check_buttons(row)


def _check_menu(menu: Menu) -> None:
    assert 1 <= len(menu.choices) <= 25, f"menu {menu.id}: {len(menu.choices)} choices"
    assert 1 <= len(menu.placeholder) <= 150, f"menu {menu.id}: placeholder {menu.placeholder!r}"
    assert 0 <= menu.least <= menu.most <= len(menu.choices), (
        f"menu {menu.id}: {menu.least} to {menu.most} of {len(menu.choices)}"
    )
    assert menu.most >= 1, f"menu {menu.id}: nothing may be taken"
    values = [choice.value for choice in menu.choices]
    assert len(set(values)) == len(values), f"menu {menu.id}: values are not unique: {values}"
    assert sum(choice.chosen for choice in menu.choices) <= menu.most, f"menu {menu.id}: more chosen than may be"
    for choice in menu.choices:
        assert 1 <= len(choice.value) <= 100, f"menu {menu.id}: value {choice.value!r}"
        assert 1 <= len(choice.label.strip()) <= len(choice.label) <= 100, f"menu {menu.id}: label {choice.label!r}"
        assert choice.description is None or 1 <= len(choice.description) <= 100, f"menu {menu.id}: {choice.description!r}"


def _check_buttons(buttons: Sequence[Any]) -> None:
    assert 1 <= len(buttons) <= 5, f"{len(buttons)} buttons in a row"
    for button in buttons:
        assert len(button.label) <= 80, f"button {button.id}: label {button.label!r}"
        assert button.label.strip() or button.emoji, f"button {button.id} shows nothing"


def check_marks(marks: Marks | None, width: int, height: int) -> None:
    """Assert that what is marked lies on a board of that size."""
    if marks is None:
        return
    pointed: set[Square] = set(marks.legal | marks.chosen)
    pointed.update(square for square, _ in marks.letters)
    pointed.update(square for one, other, _ in marks.edges for square in (one, other))
    assert all(square.within(width, height) for square in pointed), f"marks off the board: {pointed}"
    assert all(0 <= x <= width and 0 <= y <= height for x, y, _ in marks.points), f"marks off the board: {marks.points}"


def presses(panel: Panel, random: Random) -> list[Press]:
    """For each control that can be pressed one press, the values of a menu taken at random."""
    offered: list[Press] = []
    for row in panel.rows:
        if isinstance(row, Menu):
            if not row.disabled:
                count = random.randint(row.least, row.most)
                offered.append((row.id, tuple(choice.value for choice in random.sample(list(row.choices), count))))
        else:
            offered.extend((button.id, ()) for button in row if not button.disabled)
    return offered


def check_draft(draft: object) -> None:
    """Assert that a draft is what the database keeps: texts by names, not too long."""
    assert isinstance(draft, Mapping)
    assert all(isinstance(key, str) and isinstance(value, str) for key, value in draft.items()), f"draft {draft!r}"
    assert sum(len(key) + len(value) for key, value in draft.items()) <= 4000, "a draft of more than 4000 characters"


def check_unknown_presses(maker: PanelMaker[Any], state: State, seat: int, draft: Draft) -> None:
    """Assert that presses of what the panel does not have leave the draft as it is."""
    before = dict(draft)
    panel = maker.build(state, seat, draft)
    assert maker.press(state, seat, draft, "no-such-control", ()) == before
    assert maker.press(state, seat, draft, "no-such-control", ("x",)) == before
    for row in panel.rows:
        if isinstance(row, Menu):
            assert maker.press(state, seat, draft, row.id, ("no such value",)) == before
    assert dict(draft) == before, "a press changed the draft it was given"


def play_a_turn(maker: PanelMaker[Any], state: State, random: Random) -> tuple[State, list[Press]]:
    """The state after the seat to move has pressed at random until something was sent, and the presses.

    Every panel on the way is checked, and what is sent must be legal.
    """
    seat = state.seat
    assert seat is not None
    draft: Draft = {}
    pressed: list[Press] = []
    while len(pressed) < MOST_PRESSES:
        panel = maker.build(state, seat, draft)
        check_panel(panel)
        if hasattr(state, "width") and hasattr(state, "height"):
            check_marks(panel.marks, state.width, state.height)
        offered = presses(panel, random)
        assert offered, f"nothing can be pressed with the draft {dict(draft)}"
        press = random.choice(offered)
        pressed.append(press)
        result = maker.press(state, seat, draft, *press)
        if isinstance(result, Send):
            return state.play_text(result.text), pressed
        check_draft(result)
        draft = result
    raise AssertionError(f"nothing sent after {MOST_PRESSES} presses, the last ones {pressed[-6:]}")


def sample_chance(state: State, random: Random) -> State:
    """The state after chance has decided until a seat must, or the game is over."""
    while state.is_chance:
        outcomes = state.outcomes()
        state = state.play(random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0])
    return state


def play_a_game(maker: PanelMaker[Any], state: State, random: Random, most_turns: int = 5000) -> State:
    """The end of a game played by random presses alone, chance sampled; asserts that it ends within ``most_turns``."""
    for _ in range(most_turns):
        state = sample_chance(state, random)
        if state.is_over:
            return state
        state, _presses = play_a_turn(maker, state, random)
    raise AssertionError(f"not over after {most_turns} turns")

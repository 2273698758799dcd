"""Checks of every game's Play panel: Discord's limits, whole games played by presses alone, and the number of presses.

``check_panel`` asserts that one panel can be sent to Discord and fits on a phone; ``play_a_turn`` and ``play_a_game`` press at
random what is offered, checking every panel on the way; ``fewest_presses`` counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bot.panels import panel_of
from bot.panels.core import MOST_IN_ROW, ROOM, Button, Draft, Menu, Panel, Row, Send, count_components
from bot.panels.maker import PanelMaker, add_buttons, make_move_id
from render.view import Marks
from rules import Action, State
from rules.partial_move import PartialMove
from rules.parts import square_of
from rules.squares import Square
from tests.positions import choose_action

ID = re.compile(r"[A-Za-z0-9.-]{1,40}")
MOST_PRESSES = 2000
"""A turn that takes more random presses than this is taken for one that cannot be finished."""
OWN = (Button("tell", "Show"), Button("page", "Open the board"))
"""The most buttons that a message adds to a panel: those of a puzzle."""
MOST_ROWS = 8
"""Rows that a phone shows below the picture without scrolling far."""
MOST_LINES = 3

Press = tuple[str, tuple[str, ...]]
"""The id of a control, and the values taken from it where it is a menu."""


def maker(state: State) -> PanelMaker[Any]:
    """The panel of the newest rules of the state's game."""
    return panel_of(state.game, state.rules)


def build(state: State, draft: Draft | None = None, near: Sequence[Square] = ()) -> Panel:
    """The panel of the seat to move, checked."""
    assert state.seat is not None
    panel = maker(state).build(state, state.seat, draft or {}, near)
    check_panel(panel)
    return panel


def chosen(**parts: str) -> Draft:
    """The draft of somebody who has chosen these parts."""
    return {"choice": {"decided": [], "chosen": parts}}


def press(state: State, draft: Draft, control: str, *values: str, near: Sequence[Square] = ()) -> Draft | Send:
    """What a press of the seat to move leads to; the control has to be there."""
    assert state.seat is not None
    assert build(state, draft, near).offers(control, values), f"no {control} {values}"
    return maker(state).press(state, state.seat, draft, control, values, near)


def press_all(state: State, *controls: str) -> Draft | Send:
    """What several presses, one after the other, lead to."""
    draft: Draft | Send = {}
    for control in controls:
        assert not isinstance(draft, Send), f"played before {control}"
        draft = press(state, draft, control)
    return draft


def buttons(panel: Panel) -> dict[str, Button]:
    """The buttons by their ids, in order."""
    return {button.id: button for row in panel.rows if not isinstance(row, Menu) for button in row}


def enabled(panel: Panel, beginning: str = "") -> list[str]:
    """The ids of the buttons that can be pressed and begin so."""
    return [name for name, button in buttons(panel).items() if not button.disabled and name.startswith(beginning)]


def menus(panel: Panel) -> list[Menu]:
    """The menus, in order."""
    return [row for row in panel.rows if isinstance(row, Menu)]


# ---------------------------------------------------------------------- one panel


def check_panel(panel: Panel) -> None:
    """Assert Discord's limits, and that the panel fits on a phone."""
    assert panel.text.strip(), "a panel says something"
    assert panel.text.count("\n") < MOST_LINES, panel.text
    assert len(panel.text) <= 600, f"text of {len(panel.text)} characters"
    assert len(panel.more) <= 1900, "icons of the bot are longer than the characters that stand for them"
    assert len(panel.rows) <= MOST_ROWS, f"{len(panel.rows)} rows"
    whole = add_buttons(panel.rows, OWN)
    assert count_components(whole) <= ROOM, f"{count_components(whole)} components"
    assert {button.id for row in whole for button in _controls(row)} >= {button.id for button in OWN}
    assert all(len(_controls(row)) <= MOST_IN_ROW for row in whole)
    ids = [control.id for row in panel.rows for control in _controls(row)]
    assert len(set(ids)) == len(ids), f"ids are not unique: {ids}"
    for control_id in ids:
        assert ID.fullmatch(control_id), f"id {control_id!r}"
    for row in panel.rows:
        if isinstance(row, Menu):
            _check_menu(row)
        else:
            _check_buttons(row)


def _controls(row: Row) -> Sequence[Button | Menu]:
    return [row] if isinstance(row, Menu) else row


def _check_menu(menu: Menu) -> None:
    assert 1 <= len(menu.choices) <= 25, f"menu {menu.id}: {len(menu.choices)} entries"
    assert 1 <= len(menu.placeholder) <= 150, f"menu {menu.id}: placeholder {menu.placeholder!r}"
    assert 1 == menu.least == menu.most
    values = [entry.value for entry in menu.choices]
    assert len(set(values)) == len(values), f"menu {menu.id}: values are not unique: {values}"
    for entry in menu.choices:
        assert 1 <= len(entry.value) <= 100, f"menu {menu.id}: value {entry.value!r}"
        assert 1 <= len(entry.label.strip()) <= len(entry.label) <= 100, f"menu {menu.id}: label {entry.label!r}"
        assert entry.description is None or 1 <= len(entry.description) <= 100, f"menu {menu.id}: {entry.description!r}"


def _check_buttons(row: Sequence[Button]) -> None:
    assert 1 <= len(row) <= 5, f"{len(row)} buttons in a row"
    for button in row:
        assert 1 <= len(button.label.strip()) <= len(button.label) <= 80, f"button {button.id}: label {button.label!r}"


def check_marks(marks: Marks, width: int, height: int) -> None:
    """Assert that what is marked lies on a board of that size."""
    pointed: set[Square] = set(marks.legal | marks.chosen)
    pointed.update(square for one, other, _ in marks.edges for square in (one, other))
    assert all(square.within(width, height) for square in pointed), f"marks off the board: {pointed}"
    assert all(0 <= x <= width and 0 <= y <= height for x, y, _ in marks.nodes), f"marks off the board: {marks.nodes}"


def check_draft(draft: object) -> None:
    """Assert that a draft is what the database keeps: JSON, not too long."""
    text = json.dumps(draft)
    assert json.loads(text) == draft
    assert len(text) <= 4000, "a draft of more than 4000 characters"


def check_unknown_presses(state: State, draft: Draft) -> None:
    """Assert that presses of what the panel does not have leave the draft as it is."""
    before, seat = dict(draft), state.seat
    assert seat is not None
    panel, made = maker(state).build(state, seat, draft), maker(state)
    for control in ("no-such-control", "set.column.Z", "square.Z99", "play.fly", "set.terrain.X", "clearly", "set.", "."):
        assert made.press(state, seat, draft, control) == before
        assert made.press(state, seat, draft, control, ("x",)) == before
    for row in panel.rows:
        if isinstance(row, Menu):
            assert made.press(state, seat, draft, row.id, ("no such value",)) == before
            assert made.press(state, seat, draft, row.id) == before
    assert dict(draft) == before, "a press changed the draft it was given"


# ---------------------------------------------------------------------- pressing


def presses(panel: Panel) -> list[Press]:
    """Every press that is possible."""
    offered: list[Press] = []
    for row in panel.rows:
        if isinstance(row, Menu):
            offered += [(row.id, (entry.value,)) for entry in row.choices]
        else:
            offered += [(button.id, ()) for button in row if not button.disabled]
    return offered


def play_a_turn(
    state: State, random: Random, near: Sequence[Square] = (), draft: Draft | None = None
) -> tuple[State, list[Press]]:
    """The state after the seat to move has pressed at random until something was sent, and the presses.

    ``draft``: what was chosen before.

    Every panel on the way is checked, green buttons play and no others do, and what is sent is legal.
    """
    seat, made = state.seat, maker(state)
    assert seat is not None
    draft = draft or {}
    pressed: list[Press] = []
    while len(pressed) < MOST_PRESSES:
        panel = build(state, draft, near)
        if hasattr(state, "width") and hasattr(state, "height"):
            check_marks(panel.marks, state.width, state.height)
        offered = presses(panel)
        assert offered, f"nothing can be pressed with the draft {dict(draft)}"
        chosen = random.choice(offered)
        pressed.append(chosen)
        result = made.press(state, seat, draft, *chosen, near)
        green = not chosen[1] and buttons(panel)[chosen[0]].style in ("success", "danger")
        assert chosen[1] or green == isinstance(result, Send), f"{chosen} of {panel}"
        if isinstance(result, Send):
            return state.play_text(result.text), pressed
        check_draft(result)
        draft = result
    raise AssertionError(f"nothing sent after {MOST_PRESSES} presses, the last ones {pressed[-6:]}")


def sample_chance(state: State, random: Random) -> State:
    """The state after chance has decided until a seat must, or the game is over."""
    while state.is_chance:
        state = state.play(choose_action(state, random))
    return state


def play_a_game(state: State, random: Random, most_turns: int = 5000) -> State:
    """The end of a game played by random presses alone, chance sampled; asserts that it ends within ``most_turns``."""
    for _ in range(most_turns):
        state = sample_chance(state, random)
        if state.is_over:
            return state
        state, _presses = play_a_turn(state, random)
    raise AssertionError(f"not over after {most_turns} turns")


def fewest_presses(state: State, text: str, near: Sequence[Square] = ()) -> int:
    """The fewest presses by which ``text`` is played, with the press of **Play** below the board.

    A button counts one; a menu counts two, because it is opened first.
    """
    assert state.seat is not None
    made, wanted = maker(state), state.play_text(text)
    targets = state.play_all(text)[1]
    drafts: dict[int, list[Draft]] = {1: [{}]}
    seen: list[Draft] = []
    for count in range(1, MOST_COUNTED):
        for draft in drafts.get(count, []):
            if draft in seen:
                continue
            seen.append(draft)
            choice = made.read(state, draft)
            for chosen in _leading(made.build(state, state.seat, draft, near), choice, targets):
                after = made.press(state, state.seat, draft, *chosen, near)
                cost = count + (2 if chosen[1] else 1)
                if not isinstance(after, Send):
                    drafts.setdefault(cost, []).append(after)
                elif state.play_text(after.text) == wanted:
                    drafts.setdefault(cost, []).append(SENT)
        if SENT in drafts.get(count + 1, []):
            return count + 1
    raise AssertionError(f"{text} cannot be played by presses")


SENT: Draft = {"sent": ""}
MOST_COUNTED = 60


def _leading(panel: Panel, choice: PartialMove[Any], targets: Sequence[Action]) -> list[Press]:
    """The presses that choose something of the decisions ``targets``, or send."""
    wanted = {"send", "done", "fill"} | {f"play.{make_move_id(move)}" for move in targets}
    values = set[tuple[str, str]]()
    for move, telling in choice.entries:
        if move in targets and move not in choice.decided:
            values |= set(telling.items())
            if (square := square_of(telling)) is not None:
                wanted.add(f"square.{square}")
    wanted |= {f"set.{part}.{value}" for part, value in values}
    known = {value for _, value in values}
    return [(control, taken) for control, taken in presses(panel) if control in wanted or known.intersection(taken)]


def counted(state: State, random: Random) -> Iterator[tuple[str, int]]:
    """A game of random moves by the panel: what each plays, and the presses that it takes. In Land a turn takes one plot."""
    near: list[Square] = []
    while not (state := sample_chance(state, random)).is_over:
        text = _decision(state, random)
        yield text, fewest_presses(state, text, near)
        parts, decided = maker(state).parts, state.play_all(text)[1]
        told = [telling for move in decided if state.seat is not None for telling in parts.describe(state, move)]
        near = [square for telling in told if (square := square_of(telling)) is not None]
        state = state.play_text(text)


def _decision(state: State, random: Random) -> str:
    move = random.choice(list(state.moves()))
    after = state.play(move)
    if state.phase != "reclaim" or not after.continues(state):
        return str(move)
    return f"{move} done"  # one plot, which is the shortest turn

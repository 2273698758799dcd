"""The Play panel of Territories: Discord's limits, whole games by presses alone, and what each press does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.panels.core import Button, Menu, Panel, Send
from bot.panels.territories import TerritoriesPanel
from rules.squares import Square
from rules.territories import TERRITORIES, TerritoriesState
from tests.panels.checks import check_marks, check_panel, check_unknown_presses, play_a_game

PANEL = TerritoriesPanel()
STRIPES = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]}
ROWS = "A1 A4 B4 B1 C1 C4 D4 D1"


def play(texts: str, setup: dict[str, Any] | None = None, **options: str) -> TerritoriesState:
    state = TERRITORIES.start(2, options, setup)
    for text in texts.split():
        state = state.play_text(text)
    return state


def panel_of(state: TerritoriesState, draft: dict[str, str] | None = None) -> Panel:
    assert state.seat is not None
    panel = PANEL.build(state, state.seat, draft or {})
    check_panel(panel)
    check_marks(panel.marks, state.width, state.height)
    return panel


def press(state: TerritoriesState, draft: object, control: str, *values: str) -> Any:
    assert state.seat is not None
    return PANEL.press(state, state.seat, draft, control, values)  # type: ignore[arg-type]


def menu(panel: Panel, control: str) -> Menu:
    return next(row for row in panel.rows if isinstance(row, Menu) and row.id == control)


def buttons(panel: Panel) -> dict[str, Button]:
    return {button.id: button for row in panel.rows if not isinstance(row, Menu) for button in row}


def crowded() -> TerritoriesState:
    """A new fence that may start at more than 25 points."""
    state = play("G2 G3 B3 C3 H8 I8 D8 D9", board="pairs")
    assert len(state.starts) > 25
    return state


@pytest.mark.parametrize("board", ["classic", "valley", "village", "rim", "pairs"])
def test_whole_games_are_played_by_presses_alone(board: str) -> None:
    for seed in range(2):
        end = play_a_game(PANEL, TERRITORIES.start(2, {"board": board}), Random(seed))
        assert end.phase == "over"


def test_a_farm_is_chosen_from_the_free_spots_and_then_placed() -> None:
    state = play("B2 D1 G2 E3 D4 B5 E6")
    panel = panel_of(state)
    assert [choice.value for choice in menu(panel, "spots").choices] == ["G5"]
    assert menu(panel, "spots").most == 1
    assert buttons(panel)["send"].disabled
    assert press(state, {}, "send") == {}
    draft = press(state, {}, "spots", "G5")
    chosen = panel_of(state, draft)
    assert buttons(chosen)["send"].label == "Place on G5"
    assert chosen.marks is not None
    assert chosen.marks.chosen == {Square.read("G5")}
    assert press(state, draft, "send") == Send("G5")
    assert press(state, draft, "clear") == {}


def test_two_farms_in_a_row_may_be_placed_at_once_or_one_by_one() -> None:
    state = play("B2")
    panel = panel_of(state)
    assert menu(panel, "spots").most == 2
    assert panel.marks is not None
    assert panel.marks.legal == set(state.free_spots)
    both = press(state, {}, "spots", "D1", "G2")
    assert press(state, both, "send") == Send("D1 G2")
    assert state.play_text("D1 G2").seat == 0
    one = press(state, {}, "spots", "D1")
    assert "one more" in panel_of(state, one).text
    assert press(state, one, "send") == Send("D1")
    assert menu(panel_of(state.play_text("D1")), "spots").most == 1


def test_a_fence_goes_on_by_one_press_of_an_arrow() -> None:
    state = play(f"{ROWS} A2-A3", STRIPES)
    panel = panel_of(state)
    shown = buttons(panel)
    assert [(button.label, button.emoji) for button in shown.values()] == [("A2-B2", "⬆️"), ("B2-B3", "➡️"), ("A3-B3", "⬇️")]
    assert panel.marks is not None
    assert [(str(one), str(other), arrow) for one, other, arrow in panel.marks.edges] == [
        ("A2", "B2", "↑"),
        ("B2", "B3", "→"),
        ("A3", "B3", "↓"),
    ]
    assert press(state, {}, "trunk.B2-B3") == Send("B2-B3")
    assert press(state, {}, "trunk.C2-C3") == {}


def test_the_panel_says_what_a_trunk_leads_to() -> None:
    state = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3", STRIPES)
    assert "**D2-D3**: completes a surrounding: no land for anybody yet; you go on." in panel_of(state).text
    state = state.play_text("D2-D3").play_text("B2-C2")
    text = panel_of(state).text
    assert "**B1-C1**: completes a surrounding: 2 squares for you; you go on." in text
    assert "**C1-C2**: the fence stays open." in text
    last = panel_of(play(f"{ROWS} A1-A2 B1-B2 C1-C2", STRIPES)).text
    assert "**D1-D2**: completes a surrounding: 8 squares for you; the game ends 8 to 0." in last


def test_a_new_fence_starts_at_a_lettered_point_and_then_takes_a_direction() -> None:
    state = play("C4 B1 C1 A4 A1 B4 D4 D1 A3-A4 A4-B4", STRIPES)
    panel = panel_of(state)
    assert "you go on" in panel.text
    assert panel.marks is not None
    assert panel.marks.points == ((1, 3, "a"),)
    (choice,) = menu(panel, "start").choices
    assert (choice.label, choice.description) == ("a · the corner of A3 and B4", "↑ A3-B3, → B3-B4")
    draft = press(state, {}, "start", "a")
    chosen = panel_of(state, draft)
    assert [*buttons(chosen)] == ["trunk.A3-B3", "trunk.B3-B4"]
    assert press(state, draft, "trunk.B3-B4") == Send("B3-B4")
    assert press(state, {}, "trunk.B3-B4") == {}


def test_every_legal_first_trunk_can_be_pressed_and_nothing_else() -> None:
    for state in (play("B2 D1 G2 E3 D4 B5 E6 G5"), crowded()):
        offered = set()
        first = panel_of(state)
        parts = [choice.value for choice in menu(first, "part").choices] if len(first.rows) and "part" in ids(first) else [None]
        for part in parts:
            draft = press(state, {}, "part", part) if part else {}
            for start in menu(panel_of(state, draft), "start").choices:
                chosen = press(state, draft, "start", start.value)
                offered |= {name.removeprefix("trunk.") for name in buttons(panel_of(state, chosen))}
        assert offered == {str(move) for move in state.moves()}


def ids(panel: Panel) -> list[str]:
    return [control.id for row in panel.rows for control in ([row] if isinstance(row, Menu) else row)]


def test_more_than_25_starts_are_chosen_in_two_steps() -> None:
    state = crowded()
    panel = panel_of(state)
    assert ids(panel) == ["part"]
    assert panel.marks is not None
    assert len(panel.marks.points) == len(state.starts)
    assert len({label for _, _, label in panel.marks.points}) == len(state.starts)
    second = menu(panel, "part").choices[1]
    assert second.description == "from row 5 to row 10"
    draft = press(state, {}, "part", second.value)
    narrowed = panel_of(state, draft)
    assert ids(narrowed) == ["part", "start"]
    assert narrowed.marks is not None
    assert [label for _, _, label in narrowed.marks.points] == [choice.value for choice in menu(narrowed, "start").choices]


def test_unknown_presses_and_stale_drafts_change_nothing() -> None:
    states = [play("B2"), crowded(), play(f"{ROWS} A2-A3", STRIPES), play("C4 B1 C1 A4 A1 B4 D4 D1 A3-A4 A4-B4", STRIPES)]
    for state in states:
        assert state.seat is not None
        for draft in ({}, {"spots": "B2 C9"}, {"start": "zz"}, {"part": "zz"}, {"start": "b", "part": "a"}):
            panel_of(state, draft)
            check_unknown_presses(PANEL, state, state.seat, draft)

"""The Play panel of Pastures New: Discord's limits, whole games by presses alone, and what each press does."""

from __future__ import annotations

from random import Random

import pytest

from bot.panels import PANELS
from bot.panels.core import Button, Menu, Panel, Send
from rules import GAMES, State
from rules.squares import Square, squares
from tests.panels.checks import check_marks, check_panel, check_unknown_presses, play_a_game, play_a_turn

PANEL = PANELS["pastures"]


def start(**options: object) -> State:
    return GAMES["pastures"].start(2, options)


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = state.play_text(text)
    return state


def full_of_plains(**options: object) -> State:
    """A board filled at random from what is legal, plains and wasteland preferred, at its claim phase."""
    state, random = start(**options), Random(5)
    while state.phase == "fill":
        moves = state.moves()
        state = state.play(random.choice([move for move in moves if move.terrain in "PW"] or moves))
    return state


def menu(panel: Panel, control: str) -> Menu:
    return next(row for row in panel.rows if isinstance(row, Menu) and row.id == control)


def button(panel: Panel, control: str) -> Button:
    return next(item for row in panel.rows if not isinstance(row, Menu) for item in row if item.id == control)


def enabled_terrains(panel: Panel) -> set[str]:
    return {letter for letter in "MPFRDW" if not button(panel, f"terrain-{letter}").disabled}


def press(state: State, draft: object, control: str, *values: str) -> object:
    return PANEL.press(state, state.seat, draft, control, values)


@pytest.mark.parametrize(
    "options",
    [
        {"width": 4, "height": 4},
        {"width": 5, "height": 9, "adjacency": "corners", "forest": 1},
        {"width": 8, "height": 8},
        {"width": 16, "height": 6},
    ],
    ids=str,
)
def test_whole_games_are_played_by_presses_alone(options: dict[str, object]) -> None:
    end = play_a_game(PANEL, start(**options), Random(str(options)))
    assert end.phase == "over"
    assert all(end.terrain_at(square) for square in squares(end.width, end.height))


def test_the_largest_board_keeps_to_the_limits_in_both_phases() -> None:
    state = start(width=16, height=16)
    for _ in range(3):
        state, _presses = play_a_turn(PANEL, state, Random(1))
    state = full_of_plains(width=16, height=16)
    assert len(state.moves()) > 25
    for _ in range(3):
        state, _presses = play_a_turn(PANEL, state, Random(1))


def test_every_legal_fill_can_be_pressed_in_either_order() -> None:
    state = after(start(width=4, height=4), "B2 river", "A1 plains", "C3 mountain")
    sent = set()
    for move in state.moves():
        if move.square.y % 2:  # terrain first, then the square
            draft = press(state, {}, f"terrain-{move.terrain}")
            draft = press(state, draft, "square", str(move.square))
        else:
            draft = press(state, {}, "square", str(move.square))
            draft = press(state, draft, f"terrain-{move.terrain}")
        result = press(state, draft, "send")
        assert isinstance(result, Send)
        sent.add(result.text)
    assert sent == {str(move) for move in state.moves()}


def test_every_legal_castle_can_be_pressed() -> None:
    for state in (full_of_plains(width=4, height=4), full_of_plains(width=9, height=8)):
        sent = set()
        for move in state.moves():
            if len(state.moves()) > 25:
                draft = press(state, {}, "column", str(move.square)[0])
                draft = press(state, draft, "row", str(move.square)[1:])
            else:
                draft = press(state, {}, "square", str(move.square))
            result = press(state, draft, "send")
            assert isinstance(result, Send)
            sent.add(result.text)
        assert sent == {str(move) for move in state.moves()}


def test_more_than_25_squares_are_chosen_by_column_and_row_and_fewer_in_one_menu() -> None:
    assert [row.id for row in PANEL.build(start(), 0, {}).rows if isinstance(row, Menu)] == ["column", "row"]
    assert [row.id for row in PANEL.build(start(width=5, height=5), 0, {}).rows if isinstance(row, Menu)] == ["square"]


def test_menus_leave_out_rows_without_a_legal_square() -> None:
    state = after(start(), "C3 F", "C4 W")
    assert "3" not in {choice.value for choice in menu(PANEL.build(state, 0, {"column": "C"}), "row").choices}
    assert "3" in {choice.value for choice in menu(PANEL.build(state, 0, {"column": "D"}), "row").choices}


def test_terrain_buttons_are_disabled_where_P4_to_P7_forbid_the_terrain() -> None:
    state = after(start(), "C4 river", "E4 mountain", "H8 forest", "A1 wasteland")
    assert enabled_terrains(PANEL.build(state, 0, {})) == set("MPRD")
    assert enabled_terrains(PANEL.build(state, 0, {"column": "D", "row": "4"})) == set("MR")
    assert enabled_terrains(PANEL.build(state, 0, {"column": "D", "row": "3"})) == set("MPRD")


def test_the_text_says_what_is_banned_and_why() -> None:
    state = after(start(), "C4 river", "E4 mountain")
    text = PANEL.build(state, 0, {}).text
    assert "**river** – you played it on your previous turn" in text
    assert "**mountain** – your opponent has just played it" in text
    assert "Not this turn" not in PANEL.build(start(), 0, {}).text
    state = after(state, "H8 forest", "A1 wasteland")
    assert "On D4: Desert may not be next to river, and C4 is river." in PANEL.build(state, 0, {"column": "D", "row": "4"}).text


# B3 alone is empty, between a mountain, a plains, a river and a desert, and forest and wasteland were played last.
TO_P8 = "D4F A3R B2M D3D C4F A1W C1P A4F C2R C3P B4D B1F D1P D2W A2F".split()  # noqa: SIM905


def test_the_text_says_when_P8_lifts_the_bans() -> None:
    state = start(width=4, height=4)
    assert "could not move otherwise" not in PANEL.build(state, 0, {}).text
    lifted = after(state, *TO_P8)
    assert lifted.bans_lifted
    panel = PANEL.build(lifted, lifted.seat, {})
    assert "could not move otherwise" in panel.text
    assert enabled_terrains(panel) == {"F", "W"}


def test_marks_show_what_fits_the_choice_so_far() -> None:
    state = after(start(), "C4 river", "E4 mountain", "H8 forest", "A1 wasteland")
    empty = {square for square in squares(8, 8) if state.terrain_at(square) is None}
    assert PANEL.build(state, 0, {}).marks.legal == empty
    desert = PANEL.build(state, 0, {"terrain": "D"}).marks
    assert empty - desert.legal == {Square.read(name) for name in ("C3", "B4", "D4", "C5")}
    column = PANEL.build(state, 0, {"column": "C"}).marks
    assert column.legal == {square for square in empty if square.x == 2}
    whole = PANEL.build(state, 0, {"column": "D", "row": "3", "terrain": "P"}).marks
    assert whole.chosen == {Square.read("D3")}
    assert whole.legal == PANEL.build(state, 0, {"terrain": "P"}).marks.legal - whole.chosen, "where one may go instead"


def test_a_second_press_takes_a_terrain_back_and_start_over_takes_all() -> None:
    state = start()
    draft = press(state, {"column": "B", "row": "2"}, "terrain-F")
    assert draft == {"column": "B", "row": "2", "terrain": "F"}
    assert button(PANEL.build(state, 0, draft), "terrain-F").style == "primary"
    assert press(state, draft, "terrain-F") == {"column": "B", "row": "2"}
    assert press(state, draft, "clear") == {}
    assert button(PANEL.build(state, 0, {}), "clear").disabled


def test_a_new_column_keeps_the_row_only_where_it_is_legal() -> None:
    state = after(start(), "C4 river")
    draft = {"column": "B", "row": "4"}
    assert press(state, draft, "column", "D") == {"column": "D", "row": "4"}
    assert press(state, draft, "column", "C") == {"column": "C"}
    assert press(state, draft | {"terrain": "D"}, "column", "D") == {"column": "D", "terrain": "D"}


def test_nothing_can_be_sent_before_square_and_terrain_are_chosen() -> None:
    state = start()
    for draft in ({}, {"terrain": "F"}, {"column": "B", "row": "2"}, {"column": "B", "terrain": "F"}):
        assert button(PANEL.build(state, 0, draft), "send").disabled
        assert press(state, draft, "send") == draft
    ready = {"column": "B", "row": "2", "terrain": "F"}
    assert button(PANEL.build(state, 0, ready), "send").label == "Play B2 forest"
    assert press(state, ready, "send") == Send("B2 F")


@pytest.mark.parametrize(
    "draft",
    [
        {"column": "Z", "row": "99", "terrain": "X"},
        {"column": "C", "row": "4", "terrain": "F"},
        {"row": "4", "terrain": "D"},
        {"column": "", "row": "", "terrain": ""},
        {"other": "thing"},
    ],
    ids=str,
)
def test_a_draft_that_does_not_fit_is_read_as_far_as_it_does(draft: dict[str, str]) -> None:
    for state in (after(start(), "C4 river", "E4 forest"), after(start(width=4, height=4), "C4 river"), full_of_plains()):
        panel = PANEL.build(state, state.seat, draft)
        check_panel(panel)
        check_marks(panel.marks, state.width, state.height)
        assert not isinstance(press(state, draft, "terrain-X"), Send)
        check_unknown_presses(PANEL, state, state.seat, draft)


def test_the_last_square_is_chosen_by_itself() -> None:
    state, random = start(width=4, height=4), Random(3)
    while len({move.square for move in state.moves()}) > 1:
        state = state.play(random.choice(state.moves()))
    move = state.moves()[0]
    draft = press(state, {}, f"terrain-{move.terrain}")
    assert press(state, draft, "send") == Send(str(move))


def test_a_castle_is_offered_with_its_points() -> None:
    state = full_of_plains(width=4, height=4)
    panel = PANEL.build(state, state.seat, {})
    for choice in menu(panel, "square").choices:
        points = state.play_text(f"{choice.value} castle").scores[state.seat]
        assert choice.description == f"{points} point{'' if points == 1 else 's'}"

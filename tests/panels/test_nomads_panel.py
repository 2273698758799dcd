"""The Play panel of Nomads: Discord's limits, whole games by presses alone, and what each press does."""

from __future__ import annotations

from random import Random

import pytest

from bot.panels import PANELS
from bot.panels.core import Button, Draft, Menu, Panel, Row, Send
from rules.nomads import NOMADS, NomadsState
from rules.squares import Square
from tests.panels.checks import check_marks, check_panel, check_unknown_presses, play_a_game, play_a_turn, sample_chance

PANEL = PANELS["nomads"]


def after(state: NomadsState, text: str) -> NomadsState:
    """Several actions, separated by commas, chance among them."""
    for part in text.split(","):
        state = state.play(state.parse(part))
    return state


def start(text: str = "", seats: int = 2, **options: object) -> NomadsState:
    state = NOMADS.start(seats, options)
    return after(state, text) if text else state


def at_attack(text: str, first: str = "discover A8, draw treasure", **options: object) -> NomadsState:
    """A full board, the cities of ``text`` laid by the seats in turn after ``first`` by seat 0."""
    bag = {"mountain": 100, "city": 20, "treasure": 20}
    state = NOMADS.start(2, options, {"bag": bag})
    cities = text.split()
    state = after(state, first) if first else state
    for name in cities:
        state = after(state, f"discover {name}, draw city")
    for square in state.empty:
        state = after(state, f"discover {square}, draw mountain")
    return state


def build(state: NomadsState, draft: Draft | None = None) -> Panel:
    """The panel of the seat to move; it and its marks have to be in order."""
    assert state.seat is not None
    panel = PANEL.build(state, state.seat, draft or {})
    check_panel(panel)
    check_marks(panel.marks, 8, 8)
    return panel


def press(state: NomadsState, draft: Draft, control: str, *values: str) -> Draft | Send:
    assert state.seat is not None
    return PANEL.press(state, state.seat, draft, control, values)


def menu(panel: Panel, control: str) -> Menu:
    return next(row for row in panel.rows if isinstance(row, Menu) and row.id == control)


def buttons(row: Row) -> dict[str, Button]:
    assert not isinstance(row, Menu)
    return {button.id: button for button in row}


def enabled(panel: Panel, beginning: str = "") -> set[str]:
    """The ids of the buttons that can be pressed and begin so."""
    found = [button for row in panel.rows if not isinstance(row, Menu) for button in row]
    return {button.id for button in found if not button.disabled and button.id.startswith(beginning)}


@pytest.mark.parametrize("seats", [2, 6])
def test_whole_games_by_presses_alone(seats: int) -> None:
    state = play_a_game(PANEL, start(seats=seats, tribute=10, entry="random"), Random(seats))
    assert state.is_over


def test_whole_games_with_a_closed_frontier_by_presses_alone() -> None:
    assert play_a_game(PANEL, start(seats=3, frontier="closed", entry="H8", tiles="gentle"), Random(9)).is_over


def test_presses_of_what_is_not_there_change_nothing() -> None:
    random, state = Random(2), start(tribute=5)
    while not state.is_over:
        assert state.seat is not None
        check_unknown_presses(PANEL, state, state.seat, {})
        check_unknown_presses(PANEL, state, state.seat, {"do": "activate", "column": "D", "row": "4", "to": "D5"})
        after_turn, _ = play_a_turn(PANEL, state, random)
        state = sample_chance(after_turn, random)


def test_any_draft_is_treated_as_far_as_it_fits() -> None:
    for draft in ({"do": "fly"}, {"do": "road"}, {"column": "Z", "row": "99"}, {"to": "A1"}, {"do": "city", "to": "Q9"}):
        build(start(), draft)
        build(start("discover C4, draw desert"), draft)


def test_what_is_impossible_is_disabled() -> None:
    assert enabled(build(start()), "do-") == {"do-discover", "do-city"}
    state = start("discover C4, draw desert")
    assert enabled(build(state), "do-") == {"do-discover", "do-city", "do-activate", "do-road"}
    state = start("city C4, discover D4, draw mountain")
    assert enabled(build(state), "do-") == {"do-discover", "do-activate"}


def test_discovering_by_column_and_row() -> None:
    state = start()
    draft = press(state, {}, "do-discover")
    assert draft == {"do": "discover"}
    panel = build(state, draft)
    assert len(menu(panel, "column").choices) == 8
    assert panel.marks is not None
    assert len(panel.marks.legal) == 64
    draft = press(state, draft, "column", "C")
    draft = press(state, draft, "row", "4")
    assert draft == {"do": "discover", "column": "C", "row": "4"}
    panel = build(state, draft)
    assert panel.marks is not None
    assert panel.marks.chosen == {Square(2, 3)}
    assert press(state, draft, "send") == Send("discover C4")
    # Another action keeps the space where it can.
    assert press(state, press(state, draft, "do-city"), "send") == Send("city C4")
    assert press(state, draft, "clear") == {}


def test_a_discovery_takes_three_presses_and_two_where_a_column_has_one_space() -> None:
    state = start()
    panel = build(state)
    assert panel.marks is not None
    assert len(panel.marks.legal) == 64, "to discover is what is proposed"
    assert all(f"**{action}" in panel.text for action in ("Discover", "Found city", "Activate", "Road"))
    draft = press(state, press(state, {}, "column", "C"), "row", "4")
    assert press(state, draft, "send") == Send("discover C4")
    assert "**Activate" not in build(state, draft).text
    one = after_filling_a_column()
    assert press(one, press(one, {}, "column", "A"), "send") == Send("discover A8")


def after_filling_a_column() -> NomadsState:
    """A game in which all of column A but A8 is filled."""
    return start(", ".join(f"discover A{row}, draw mountain" for row in range(1, 8)))


def test_N13_how_many_cities_are_left_is_said_in_full() -> None:
    assert "you have 2 more cities." in build(at_attack("B2 G7 C2 G6 D2")).text


def test_activating_asks_for_the_tile_and_then_the_space() -> None:
    state = start("discover C4, draw oasis, discover F6, draw grass")
    draft = press(state, {}, "do-activate")
    panel = build(state, draft)
    choices = {choice.value: choice.description for choice in menu(panel, "square").choices}
    assert choices == {
        "C4": "oasis: draw 3; take treasure or barbarian if drawn",
        "F6": "grass: draw 2; take city or grass if drawn; mine and treasure go back",
    }
    draft = press(state, draft, "square", "C4")
    panel = build(state, draft)
    assert {"to-C3", "to-B4", "to-D4", "to-C5"} <= enabled(panel)
    assert "send" not in enabled(panel)
    assert panel.marks is not None
    assert panel.marks.legal == {Square.read(name) for name in ("C3", "B4", "D4", "C5")}
    draft = press(state, draft, "to-D4")
    assert draft == {"do": "activate", "column": "C", "row": "4", "to": "D4"}
    assert press(state, draft, "send") == Send("activate C4 D4")
    # Another tile forgets the space.
    assert press(state, draft, "square", "F6") == {"do": "activate", "column": "F", "row": "6"}


def test_the_space_that_fills_itself_is_not_offered() -> None:
    state = start("discover A2, draw oasis")
    panel = build(state, {"do": "activate", "column": "A", "row": "2"})
    assert enabled(panel, "to-") == {"to-B2", "to-A3"}
    assert "A1" in panel.text


def test_a_road_says_what_it_scores() -> None:
    state = start("discover C4, draw desert, discover D4, draw city, discover H8, draw grass, discover H1, draw mine")
    choices = {choice.value: choice.description for choice in menu(build(state, {"do": "road"}), "square").choices}
    assert choices == {"C4": "your desert: you get 3, others 0", "H8": "your grass: scores nothing now"}
    assert press(state, {"do": "road", "column": "C", "row": "4"}, "send") == Send("road C4")


def test_N7_the_tiles_drawn_are_taken_by_buttons() -> None:
    state = start("discover C4, draw oasis, activate C4 D4, draw grass, draw mine, draw city, draw desert")
    panel = build(state)
    assert list(buttons(panel.rows[0])) == ["take-city", "take-mine", "take-desert"]
    assert "🕌 city" in panel.text
    assert panel.marks is not None
    assert panel.marks.chosen == {Square(3, 3)}
    assert press(state, {}, "take-mine") == Send("take mine")
    assert press(state, {}, "take-oasis") == {}


def test_N7_what_goes_back_is_said() -> None:
    state = start("discover C4, draw oasis, activate C4 D4, draw grass, draw mine, draw treasure, draw barbarian")
    panel = build(state)
    assert list(buttons(panel.rows[0])) == ["take-treasure", "take-barbarian"]
    assert "send back: mine" in panel.text
    assert "20 points" in panel.text
    assert "15 points" in panel.text


def test_N13_a_founder_is_asked_with_what_either_means() -> None:
    state = at_attack("B2 G7 C2")
    panel = build(state)
    assert list(buttons(panel.rows[0])) == ["placate", "refuse"]
    assert "B2" in panel.text
    assert "one more comes" in panel.text
    assert "you have 1 more city." in panel.text
    assert press(state, {}, "placate") == Send("placate")
    assert press(state, {}, "refuse") == Send("refuse")
    assert press(state, {}, "pay") == {}


def test_N13_tribute_is_offered_where_it_can_be_paid() -> None:
    state = at_attack("B2 G7", first="", tribute=5)
    panel = build(state)
    assert list(buttons(panel.rows[0])) == ["pay", "refuse"]
    assert "your last" in panel.text
    assert press(state, {}, "pay") == Send("pay")


def test_N15_the_last_city_of_all_is_pointed_out() -> None:
    panel = build(at_attack("B2"))
    assert "nobody wins" in panel.text


def test_N4_the_panel_tells_nothing_that_is_hidden() -> None:
    random, state, compared = Random(5), start(seats=3, tribute=12), 0
    while not state.is_over:
        assert state.seat is not None
        other = state.redealt(random)
        for draft in ({}, {"do": "road"}, {"do": "activate"}, {"do": "discover", "column": "D"}):
            assert PANEL.build(state, state.seat, draft) == PANEL.build(other, state.seat, draft)
            compared += other != state
        after_turn, _ = play_a_turn(PANEL, state, random)
        state = sample_chance(after_turn, random)
    assert compared > 20

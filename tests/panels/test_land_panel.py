"""The Play panel of Land: limits, whole games by presses alone, and what each press does."""

from __future__ import annotations

from random import Random

import pytest

from bot.panels import PANELS
from bot.panels.core import Button, Draft, Menu, Panel, Send
from rules.land import LAND, LandState
from rules.squares import Square
from tests.panels.checks import check_panel, check_unknown_presses, play_a_game, play_a_turn

PANEL = PANELS["land"]
GREEN = ["g" * 12] * 12
LARGE = ["g" * 24] * 24


def after(state: LandState, text: str) -> LandState:
    """Several actions, separated by commas, chance among them."""
    for part in text.split(","):
        state = state.play(state.parse(part))
    return state


def begin(first: str, second: str, rows: list[str] = GREEN, **options: object) -> LandState:
    """Two seats with their first plots, seat 0 to move."""
    state = after(LAND.start(2, options, {"map": rows}), "roll 6, roll 1")
    for name in (first, second):
        column, row = state.map.block_of(Square.read(name))
        state = after(state, f"roll {column}, roll {row}, {name}")
    return state


def grown(turns: int, rows: list[str] = GREEN, **options: object) -> LandState:
    """A game after some turns in which everybody took all that could be taken; seat 0 is to move."""
    state = begin("F6", "A1", rows, **options)
    for _ in range(turns * 2):
        seat = state.seat
        while state.seat == seat:
            state = state.play(state.moves()[0])
    assert state.seat == 0
    return state


def press(state: LandState, draft: Draft, control: str, *values: str) -> Draft:
    """The draft after a press that does not play; the panel it leads to is checked as well."""
    assert PANEL.build(state, 0, draft).offers(control, values)
    result = PANEL.press(state, 0, draft, control, values)
    assert not isinstance(result, Send)
    check_panel(PANEL.build(state, 0, result))
    return result


def sent(state: LandState, draft: Draft) -> str:
    """What **Send** plays."""
    assert PANEL.build(state, 0, draft).offers("send", ())
    result = PANEL.press(state, 0, draft, "send", ())
    assert isinstance(result, Send)
    return result.text


def menu(panel: Panel, name: str) -> Menu:
    return next(row for row in panel.rows if isinstance(row, Menu) and row.id == name)


def values(panel: Panel, name: str) -> list[str]:
    return [choice.value for choice in menu(panel, name).choices]


def button(panel: Panel, name: str) -> Button:
    return next(item for row in panel.rows if not isinstance(row, Menu) for item in row if item.id == name)


@pytest.mark.parametrize(
    ("seats", "options", "rows"),
    [
        (2, {"map": "island"}, None),
        (6, {"map": "twins", "herd": "equal", "order": "poorest"}, None),
        (3, {"map": "range", "reach": "chain", "resident": "none"}, None),
        (4, {"map": "lake", "reach": "chain", "mountain": 1, "order": "rotate"}, None),
        (2, {}, [*["g^c~gg" * 4, "gggggg" * 4] * 12]),
        (2, {"reach": "chain"}, LARGE),
    ],
)
def test_whole_games_are_played_by_presses(seats: int, options: dict[str, object], rows: list[str] | None) -> None:
    random = Random(seats)
    state = LAND.start(seats, options, {"map": rows} if rows else None)
    if rows is None:
        play_a_game(PANEL, state, random)
        return
    for _ in range(60):  # a large map: some turns to the left and right of the menus' limits, the panel filling the rest
        while state.is_chance:
            state = state.play(random.choice(state.outcomes())[0])
        if state.is_over:
            break
        state = play_a_turn(PANEL, state, random)[0] if random.random() < 0.3 else state.play_text(everything(state))
    assert max(state.scores) > 100


def everything(state: LandState) -> str:
    """The whole turn, taken from the front of the list of moves."""
    seat, turn, texts = state.seat, state, []
    while turn.seat == seat and (not texts or turn.taken):
        texts.append(str(turn.moves()[0]))
        turn = turn.play(turn.moves()[0])
    return " ".join(texts)


@pytest.mark.parametrize("reach", ["turn", "chain"])
@pytest.mark.parametrize("turns", [0, 3, 5])
def test_unknown_presses_change_nothing(reach: str, turns: int) -> None:
    state = grown(turns, reach=reach)
    plots = " ".join(map(str, list(state.moves())[:2]))
    for draft in ({}, {"plots": plots}, {"plots": plots, "column": "F"}, {"column": "Z", "plots": "Z9 huh A1 c4", "note": "x"}):
        check_panel(PANEL.build(state, 0, draft))
        check_unknown_presses(PANEL, state, 0, draft)


def test_L5_the_first_plot_is_chosen_from_the_block() -> None:
    state = after(LAND.start(2, {}, {"map": GREEN}), "roll 6, roll 1, roll 3, roll 2")
    panel = PANEL.build(state, 0, {})
    assert "block E3–F4" in panel.text
    assert values(panel, "plots") == ["E3", "F3", "E4", "F4"]
    assert button(panel, "send").disabled
    draft = press(state, {}, "plots", "F4")
    assert PANEL.build(state, 0, draft).marks.chosen == {Square.read("F4")}
    assert sent(state, draft) == "F4"


def test_L5_the_only_plot_of_a_block_needs_one_press() -> None:
    rows = ["~g" + "g" * 10, "~~" + "g" * 10, *GREEN[2:]]
    state = after(LAND.start(2, {}, {"map": rows}), "roll 6, roll 1, roll 1, roll 1")
    check_panel(PANEL.build(state, 0, {}))
    assert sent(state, {}) == "B1"


def test_one_menu_where_it_can_hold_all_plots_and_the_choice_replaces_the_one_before() -> None:
    state = grown(1)
    panel = PANEL.build(state, 0, {})
    assert values(panel, "plots") == [str(plot) for plot in state.map.listed(state.open)]
    assert menu(panel, "plots").most == state.cows == 2
    draft = press(state, {}, "plots", *values(panel, "plots")[:2])
    panel = PANEL.build(state, 0, draft)
    assert sum(choice.chosen for choice in menu(panel, "plots").choices) == 2
    assert values(panel, "plots") == values(PANEL.build(state, 0, {}), "plots"), "the others stay in sight"
    draft = press(state, draft, "plots", values(panel, "plots")[3])
    assert sent(state, draft) == f"{values(panel, 'plots')[3]} done"
    assert press(state, draft, "plots") == {}


def test_two_menus_where_one_cannot_hold_all_plots() -> None:
    state, random = begin("L12", "A1", LARGE, herd="equal"), Random(1)
    while state.seat == 1 or state.open.bit_count() <= 25:
        state = state.play(random.choice(state.moves()))
    plots = set(state.map.listed(state.open))
    panel = PANEL.build(state, 0, {})
    assert [row.id for row in panel.rows if isinstance(row, Menu)] == ["column"]
    column = values(panel, "column")[0]
    draft = press(state, {}, "column", column)
    here = values(PANEL.build(state, 0, draft), "plots")
    assert here == [str(plot) for plot in sorted(plots) if str(plot)[0] == column]
    assert menu(PANEL.build(state, 0, draft), "plots").most == min(3, len(here))
    draft = press(state, draft, "plots", here[0])
    other = values(PANEL.build(state, 0, draft), "column")[1]
    draft = press(state, draft, "column", other)
    there = values(PANEL.build(state, 0, draft), "plots")
    draft = press(state, draft, "plots", there[0])
    assert draft["plots"] == f"{here[0]} {there[0]}", "what is chosen in another column stays"
    draft = press(state, draft, "plots")
    assert draft["plots"] == here[0], "no plot of this column any more"
    elsewhere = [str(plot) for plot in sorted(plots) if str(plot)[0] != other][:3]
    full = press(state, {"plots": " ".join(elsewhere)}, "column", other)
    assert menu(PANEL.build(state, 0, full), "plots").disabled, "all cows have a place in other columns"


def test_marks_show_what_is_chosen_and_what_may_be() -> None:
    state = grown(1)
    one = str(next(state.map.listed(state.open)))
    marks = PANEL.build(state, 0, press(state, {}, "plots", one)).marks
    assert marks.chosen == {Square.read(one)}
    assert marks.legal == frozenset(state.map.listed(state.open)) - marks.chosen


def test_the_picture_previews_the_choice_also_where_it_ends_the_turn() -> None:
    state = grown(1)
    one, two = (str(plot) for plot in list(state.map.listed(state.open))[:2])
    assert PANEL.build(state, 0, {}).preview is None
    for plots, ends in (((one,), False), ((one, two), True)):
        shown = PANEL.build(state, 0, press(state, {}, "plots", *plots)).preview
        assert isinstance(shown, LandState)
        assert shown.plots(0) == state.plots(0) | {Square.read(plot) for plot in plots}
        assert (shown.turn != state.turn) == ends
    first = after(LAND.start(2, {}, {"map": GREEN}), "roll 6, roll 1, roll 3, roll 2")
    shown = PANEL.build(first, 0, press(first, {}, "plots", "F4")).preview
    assert isinstance(shown, LandState)
    assert shown.plots(0) == {Square.read("F4")}


def test_what_is_chosen_is_named_in_runs() -> None:
    state = begin("F6", "A1", herd="equal")
    state = after(state, "F5, F7, E6, A2, B1")
    draft = press(state, {}, "plots", "E5", "G5", "E7")
    assert "Chosen: **E5, E7 and G5** · 0 cows left." in PANEL.build(state, 0, draft).text
    chain = begin("F6", "A1", herd="equal", reach="chain")
    draft = press(chain, {"plots": "G6 H6"}, "plots", "G6", "H6", "I6")
    assert "Chosen: **G6–I6** · 0 cows left." in PANEL.build(chain, 0, draft).text


def test_plots_are_taken_back_before_they_are_sent() -> None:
    state = grown(2)
    names = [str(plot) for plot in state.map.listed(state.open)][:3]
    draft = press(state, {}, "plots", *names)
    draft = press(state, draft, "back")
    assert draft["plots"].split() == names[:2]
    assert button(PANEL.build(state, 0, draft), "back").label == f"Take back {names[1]}"
    assert press(state, draft, "clear") == {}
    assert button(PANEL.build(state, 0, {}), "back").disabled
    assert button(PANEL.build(state, 0, {}), "clear").disabled


def test_everything_within_reach_only_when_the_herd_suffices_for_all() -> None:
    few = begin("A1", "L12")
    assert button(PANEL.build(few, 0, {}), "all").disabled, "two plots, one cow"
    enough = begin("A1", "L12", herd="equal")
    draft = press(enough, {}, "all")
    assert draft["plots"].split() == ["B1", "A2"]
    assert sent(enough, draft) == "B1 A2"
    assert button(PANEL.build(enough, 0, draft), "all").disabled
    mountains = begin("A1", "L12", rows_of_mountains())
    assert button(PANEL.build(mountains, 0, {}), "all").disabled, "a mountain that the herd cannot pay is within reach too"


def rows_of_mountains() -> list[str]:
    """A1 with grass below and a mountain at its right."""
    return ["g^" + "g" * 10, *GREEN[1:]]


def test_everything_adds_to_what_is_chosen() -> None:
    state = begin("A1", "L12", herd="equal")
    assert press(state, {"plots": "A2"}, "all")["plots"].split() == ["A2", "B1"]


def test_L9_the_price_of_mountains_is_counted_and_what_is_too_much_left_out() -> None:
    state = after(begin("A1", "L12", rows_of_mountains()), "a2, l11")
    panel = PANEL.build(state, 0, {})
    assert state.cows == 2
    assert "mountain takes two cows" in panel.text
    draft = press(state, {}, "plots", "B1", "A3")
    assert draft["plots"] == "B1"
    assert "A3" in draft["note"]
    assert "A3" in PANEL.build(state, 0, draft).text
    assert "note" not in press(state, draft, "plots", "A3")


def test_L10_with_a_chain_new_plots_open_others_and_taking_one_back_takes_what_hangs_on_it() -> None:
    state = begin("A1", "L12", herd="equal", reach="chain")
    draft = press(state, {}, "plots", "B1")
    assert values(PANEL.build(state, 0, draft), "plots") == ["B1", "C1", "A2", "B2"]
    draft = press(state, draft, "plots", "B1", "C1")
    draft = press(state, draft, "plots", "C1", "B1", "A2")
    assert sent(state, draft) == "B1 C1 A2"
    draft = press(state, draft, "plots", "C1", "A2")
    assert draft["plots"] == "A2"
    assert "C1" in draft["note"]


def test_L11_sending_fewer_than_the_herd_is_good_for_stops() -> None:
    state = grown(1)
    name = str(next(state.map.listed(state.open)))
    draft = press(state, {}, "plots", name)
    assert button(PANEL.build(state, 0, draft), "send").label == "Send 1 plot and stop"
    assert sent(state, draft) == f"{name} done"
    assert state.play_text(f"{name} done").seat == 1


def test_L11_nothing_can_be_sent_before_a_plot_is_chosen() -> None:
    assert button(PANEL.build(grown(1), 0, {}), "send").disabled


def test_a_turn_begun_by_typing_can_be_stopped() -> None:
    state = grown(1)
    state = state.play(state.moves()[0])
    assert state.seat == 0
    assert button(PANEL.build(state, 0, {}), "send").label == "Stop here"
    assert sent(state, {}) == "done"


def test_the_end_of_the_turn_is_seen_where_the_same_seat_goes_on() -> None:
    state = after(begin("B1", "A1", ["g" * 12, "~" + "g" * 11, *GREEN[2:]]), "c1")
    assert (state.seat, state.cows) == (0, 2)
    draft = press(state, {}, "plots", "D1", "B2")
    assert sent(state, draft) == "D1 B2"
    assert state.play_text("D1 B2").round == state.round + 1

"""The Play panel of Land: what each press does, what is offered, and what is said."""

from __future__ import annotations

from random import Random

import pytest

from bot.panels.core import Draft, Send
from bot.presentation.texts import read_guide
from rules import GAMES
from rules.land import LandState
from rules.squares import Square
from tests.panels.checks import build, buttons, enabled, fewest_presses, menus, play_a_turn, press, press_all
from tests.positions import GREEN, begin_land, play

LARGE = ["g" * 24] * 24


def grown(turns: int, rows: list[str] = GREEN, **options: object) -> LandState:
    """A game after some turns in which everybody took all that could be taken; seat 0 is to move."""
    state = begin_land("F6 A1", rows, **options)
    for _ in range(turns * 2):
        seat = state.seat
        while state.seat == seat:
            state = state.play(state.moves()[0])
    return state


def plots(state: LandState) -> list[str]:
    return [str(move) for move in state.moves() if str(move) != "done"]


def test_L5_the_first_plot_is_one_press() -> None:
    state = play(GAMES["land"].start(2, {}, {"map": GREEN}), "roll 6", "roll 1", "roll 3", "roll 2")
    panel = build(state)
    assert "block E3–F4" in panel.text
    assert enabled(panel, "square.") == ["square.E3", "square.F3", "square.E4", "square.F4"]
    assert press(state, {}, "square.F4") == Send("F4")
    assert "One die picks columns, the other rows." in panel.more
    assert "Cows that you do not use" not in panel.more, "there are no cows yet"
    small = play(GAMES["land"].start(2, {}, {"map": ["g" * 6] * 6}), "roll 6", "roll 1", "roll 3", "roll 2")
    assert "take C2." in build(small).text, "a block of one plot"


def test_L7_the_plot_for_the_last_cow_sends_the_turn() -> None:
    state = grown(1)
    assert state.cows == 2
    first, second = plots(state)[:2]
    draft = press(state, {}, f"square.{first}")
    assert draft == {"choice": {"decided": [first], "chosen": {}}}
    panel = build(state, draft)
    assert buttons(panel)[f"square.{first}"].style == "primary"
    assert buttons(panel)[f"square.{second}"].style == "success"
    assert press(state, draft, f"square.{second}") == Send(f"{first} {second}")


def test_a_draft_that_ends_the_turn_offers_no_plot_of_the_next_player() -> None:
    state = begin_land("F6 A1")
    (plot, *_) = plots(state)
    panel = build(state, {"choice": {"decided": [plot], "chosen": {}}})
    assert not panel.marks.legal
    assert [name for name in buttons(panel) if name.startswith("square.")] == [f"square.{plot}"]


def test_L11_a_turn_can_be_stopped_after_a_plot() -> None:
    state = grown(1)
    first = plots(state)[0]
    assert "done" not in buttons(build(state))
    assert press_all(state, f"square.{first}", "done") == Send(f"{first} done")
    begun = play(state, first)
    assert press(begun, {}, "done") == Send("done")


def test_a_pressed_plot_is_given_back_by_a_second_press() -> None:
    state = grown(1)
    first = plots(state)[0]
    assert press_all(state, f"square.{first}", f"square.{first}") == {}
    assert press_all(state, f"square.{first}", "clear") == {}


def test_one_press_takes_the_whole_turn() -> None:
    state = grown(2)
    sent = press(state, {}, "fill")
    assert isinstance(sent, Send)
    assert state.play_text(sent.text).seat == 1
    assert fewest_presses(state, sent.text) == 2
    first = plots(state)[-1]
    rest = press_all(state, f"square.{first}", "fill")
    assert isinstance(rest, Send)
    assert rest.text.startswith(f"{first} ")


def test_the_guide_names_the_buttons_as_the_panel_does() -> None:
    state = grown(1)
    told = read_guide("land")
    draft = press(state, {}, f"square.{plots(state)[0]}")
    assert not isinstance(draft, Send)
    stop = buttons(build(state, draft))["done"].label
    assert stop.startswith("Take ")
    assert stop.endswith(" and stop")
    assert "**Take … and stop**" in told
    assert "**Take all**" in told
    assert "**Send**" not in told


def test_a_press_that_takes_everything_says_so() -> None:
    rows = ["~" * 12, "~gggg" + "~" * 7, *["~" * 12] * 9, "~" * 8 + "gg~~"]
    state = begin_land("B2 I12", GREEN, herd="equal")
    assert "Take" in buttons(build(state))["fill"].label
    assert len(rows) == 12


def test_L10_with_chain_new_plots_extend_the_reach_and_go_with_their_bridge() -> None:
    state = grown(1, reach="chain", herd="equal")
    far = next((one, two) for one in plots(state) for two in plots(state.play(state.parse(one))) if two not in plots(state))
    draft = press(state, {}, f"square.{far[0]}")
    assert not isinstance(draft, Send)
    assert f"square.{far[1]}" in buttons(build(state, draft))
    both = press(state, draft, f"square.{far[1]}")
    assert not isinstance(both, Send)
    assert press(state, both, f"square.{far[0]}") == {}, "without the bridge the far plot is out of reach"


def test_L9_a_mountain_that_the_cows_are_not_enough_for_is_disabled() -> None:
    rows = ["g" * 12] * 5 + ["ggggg^gggggg"] + ["g" * 12] * 6
    state = begin_land("F5 A1", rows)
    assert "square.F6" not in buttons(build(state)) or buttons(build(state))["square.F6"].disabled


@pytest.mark.parametrize("reach", ["turn", "chain"])
def test_many_plots_are_chosen_by_column(reach: str) -> None:
    state, random = begin_land("L12 A1", LARGE, herd="equal", reach=reach), Random(1)
    while state.seat == 1 or state.open.bit_count() <= 25:
        state = state.play(random.choice(list(state.moves())))
    panel = build(state)
    columns = [entry.value for menu in menus(panel) for entry in menu.choices] or enabled(panel, "set.column.")
    assert columns
    play_a_turn(state, random)
    draft: Draft | Send = {}
    if menus(panel):
        draft = press(state, {}, menus(panel)[0].id, columns[0])
        assert not isinstance(draft, Send)
        here = enabled(build(state, draft), "square.")
        assert {name[7] for name in here} == {columns[0]}
        again = press(state, draft, here[0])
        assert not isinstance(again, Send)
        assert enabled(build(state, again), "square."), "the column stays open"


def test_marks_and_preview_show_what_is_chosen() -> None:
    state = grown(1)
    first = plots(state)[0]
    draft = press(state, {}, f"square.{first}")
    assert not isinstance(draft, Send)
    panel = build(state, draft)
    assert panel.marks.chosen == {Square.read(first)}
    assert Square.read(first) not in panel.marks.legal
    assert panel.preview is not None
    assert panel.preview.owner_at(Square.read(first)) == 0  # type: ignore[attr-defined]
    assert build(state).preview is None


def test_the_explanation_follows_the_house_rules() -> None:
    assert "two cows" in build(grown(1)).more
    assert "two cows" not in build(grown(1, mountain=1)).more
    assert "three cows" in build(grown(1, herd="equal")).more
    assert "at once" in build(grown(1, reach="chain")).more
    assert "Taking a plot with a spotted cow" in build(grown(1)).more
    assert "resident" not in build(grown(1, resident="none")).more

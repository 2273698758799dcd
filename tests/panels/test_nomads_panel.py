"""The Play panel of Nomads: what each press does, what is offered, and what is said."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.panels.core import Send
from rules import GAMES
from rules.nomads import NomadsState
from rules.squares import Square
from tests.panels.checks import build, buttons, chosen, enabled, play_a_turn, press, press_all, sample_chance
from tests.positions import play
from tests.sampling import Sample

A_LINE = 36
"""About as many letters fit into a line on a phone."""


def start(*texts: str, seats: int = 2, **options: object) -> Any:
    return play(GAMES["nomads"].start(seats, options), *texts)


def at_attack(text: str, first: tuple[str, ...] = ("discover A8", "draw treasure"), **options: object) -> Any:
    """A full board, the cities of ``text`` laid by the seats in turn after ``first`` by seat 0."""
    state: Any = GAMES["nomads"].start(2, options, {"bag": {"mountain": 100, "city": 20, "treasure": 20}})
    state = play(state, *first)
    for name in text.split():
        state = play(state, f"discover {name}", "draw city")
    for square in state.empty:
        state = play(state, f"discover {square}", "draw mountain")
    assert isinstance(state, NomadsState)
    return state


def labels(state: Any) -> list[str]:
    return [button.label for button in buttons(build(state)).values()]


def test_what_is_impossible_is_disabled() -> None:
    assert enabled(build(start()), "set.action.") == ["set.action.discover", "set.action.city"]
    state = start("discover C4", "draw desert")
    assert len(enabled(build(state), "set.action.")) == 4
    assert press(state, {}, "set.action.road") == Send("road C4"), "there is only one"
    assert buttons(build(state))["set.action.road"].style == "success"
    state = start("city C4", "discover D4", "draw mountain")
    assert enabled(build(state), "set.action.") == ["set.action.discover", "set.action.activate"]
    assert "set.action.city" not in buttons(build(state)), "nobody builds a second city"


def test_a_space_and_an_action_play_in_either_order() -> None:
    state = start()
    assert press_all(state, "set.column.C", "square.C4", "play.discover.C4") == Send("discover C4")
    assert press_all(state, "set.action.city", "set.column.C", "square.C4") == Send("city C4")
    assert press_all(state, "set.action.city", "set.action.city") == {}


def test_N7_a_tile_offers_its_directions() -> None:
    state = start("discover C4", "draw oasis", "discover F6", "draw grass")
    draft = press_all(state, "set.column.C", "square.C4")
    assert not isinstance(draft, Send)
    panel = build(state, draft)
    assert enabled(panel, "play.") == [f"play.activate.C4.{to}" for to in ("C3", "B4", "D4", "C5")]
    assert panel.marks.legal == {Square.read(name) for name in ("C3", "B4", "D4", "C5")}
    assert panel.marks.chosen == {Square.read("C4")}
    assert "draw 3, take 1: must be treasure or barbarian if drawn." in panel.text
    assert press(state, draft, "play.activate.C4.D4") == Send("activate C4 D4")
    only = build(start("discover C4", "draw oasis"), chosen(action="activate")).text
    assert only.startswith("**Activate:** choose a tile, draw, lay one beside it; barbarians fill "), (
        "also where one tile alone can be activated"
    )


def test_N7_the_panel_names_the_drawn_kinds_that_may_not_be_taken() -> None:
    state = start(
        "discover C4", "draw city", "activate C4 D4", *("draw city", "draw oasis", "draw city", "draw mine", "draw oasis")
    )
    assert build(state).text.startswith("**Take a tile, but no city.**")


def test_N7_on_the_last_space_the_panel_says_that_the_tile_only_scores() -> None:
    state = GAMES["nomads"].start(2, {}, {"bag": {"mountain": 100}})
    for square in state.empty[:-1]:
        state = play(state, f"discover {square}, draw mountain")
    text = build(state, chosen(action="activate")).text
    assert text.startswith("**Activate:** choose a tile. Your draw only scores: barbarians fill H8.")


def test_N7_the_space_that_fills_itself_is_not_offered() -> None:
    state = start("discover A2", "draw oasis")
    assert enabled(build(state, chosen(column="A", row="2")), "play.") == ["play.activate.A2.B2", "play.activate.A2.A3"]
    assert "A1" in build(state).more
    assert "Build city" in build(state).more
    assert "Build city" not in build(play(state, "city H8", "discover C3", "draw grass")).more, "it is built"


def test_roads_that_score_now_are_on_top_and_say_what_they_give() -> None:
    tiles = ("discover C4", "draw desert", "discover D4", "draw city", "discover H8", "draw grass", "discover H1", "draw mine")
    state = start(*tiles)
    first = next(iter(buttons(build(state)).values()))
    assert (first.id, first.label, first.style) == ("play.road.C4", "Road C4 +3", "success")
    assert press(state, {}, "play.road.C4") == Send("road C4")
    assert "you get 3 (2 for linking 1 city, 1 for a road)." in build(state, chosen(column="C", row="4")).text


def test_spaces_near_the_last_move_are_offered_directly() -> None:
    state = start("discover C4", "draw desert")
    near = [Square.read("C4")]
    offered = enabled(build(state, near=near), "play.discover.")
    assert set(offered) == {"play.discover.C3", "play.discover.B4", "play.discover.D4", "play.discover.C5"}
    assert press(state, {}, "play.discover.D4", near=near) == Send("discover D4")


def test_N7_the_tiles_drawn_are_taken_by_buttons() -> None:
    state = start("discover C4", "draw oasis", "activate C4 D4", "draw grass", "draw mine", "draw city", "draw desert")
    assert labels(state) == ["City", "Mine", "Desert"]
    assert "**mine** 3 points; draws 8 when activated" in build(state).text
    assert build(state).marks.chosen == {Square.read("D4")}
    assert press(state, {}, "play.take.mine") == Send("take mine")


def test_N7_what_goes_back_is_said() -> None:
    state = start("discover C4", "draw oasis", "activate C4 D4", "draw grass", "draw mine", "draw treasure", "draw barbarian")
    panel = build(state)
    assert list(buttons(panel)) == ["play.take.treasure", "play.take.barbarian"]
    assert "Take a tile: from an oasis it must be treasure or barbarian." in panel.text
    assert "20 points" in panel.text
    assert "15 points" in panel.text


def test_N13_a_founder_is_asked_with_what_either_means() -> None:
    state = at_attack("B2 G7 C2")
    panel = build(state)
    assert list(buttons(panel)) == ["play.placate", "play.refuse", "help"]
    assert buttons(panel)["play.refuse"].style == "danger"
    assert panel.more.startswith("**When the board is full**"), "the rules of the attack are at hand"
    assert "B2" in panel.text
    assert "You also have C2; 1 barbarian follows." in panel.text
    last = play(at_attack("B2 G7 C2", first=("discover A8", "draw treasure", "discover A7", "draw treasure")), "placate")
    assert build(last).text.startswith("**Save your city on C2?** You also have B2."), "no other one comes"
    assert len(panel.text.replace("*", "")) < 4 * A_LINE, (
        "at most four lines on a phone, below the picture that shows the attack"
    )
    assert press(state, {}, "play.refuse") == Send("refuse")
    assert "You also have 2 cities; 1 barbarian follows." in build(at_attack("B2 G7 C2 G6 D2")).text


def test_N13_tribute_is_offered_where_it_can_be_paid() -> None:
    state = at_attack("B2 G7", first=(), tribute=5)
    assert labels(state) == ["Pay 5 points", "Lose the city", "How?"]
    assert "you score 0" in build(state).text
    assert press(state, {}, "play.pay") == Send("pay")


def test_N15_the_last_city_of_all_is_pointed_out() -> None:
    assert "nobody wins" in build(at_attack("B2")).text


@pytest.mark.slow
def test_N4_the_panel_tells_nothing_that_is_hidden(sample: Sample) -> None:
    random, compared = Random(5), 0
    state: Any = start(seats=3, tribute=12)
    states = []
    while not state.is_over:
        states.append(state)
        state = sample_chance(play_a_turn(state, random)[0], random)
    for shown in states if sample.is_full else states[::3]:
        other = shown.redealt(random)
        for draft in ({}, chosen(action="road"), chosen(action="activate"), chosen(column="D")):
            assert build(shown, draft) == build(other, draft)
            compared += other != shown
    assert compared > 20

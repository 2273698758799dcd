"""The Play panel of Pastures New: what each press does, what is offered, and what is said."""

from __future__ import annotations

import re
from random import Random

from bot.panels.core import Button, Draft, Send
from bot.panels.maker import add_buttons
from rules import GAMES
from rules.pastures import PasturesState
from rules.squares import Square
from tests.panels.checks import build, buttons, chosen, enabled, play_a_turn, press, press_all
from tests.positions import play


def start(**options: object) -> PasturesState:
    state = GAMES["pastures"].start(2, options)
    assert isinstance(state, PasturesState)
    return state


def full_of_plains(**options: object) -> PasturesState:
    """A board filled at random from what is legal, plains and wasteland preferred, at its claim phase."""
    state, random = start(**options), Random(5)
    while state.phase == "fill":
        moves = list(state.moves())
        state = state.play(random.choice([move for move in moves if str(move)[-1] in "PW"] or moves))
    return state


def terrains(names: list[str]) -> set[str]:
    return {name[-1] for name in names}


def test_the_second_choice_plays_in_either_order() -> None:
    assert press_all(start(), "set.column.C", "square.C4", "set.terrain.F") == Send("C4 F")
    assert press_all(start(), "set.terrain.F", "set.column.C", "square.C4") == Send("C4 F")
    assert press_all(start(width=4, height=4), "square.C4", "set.terrain.F") == Send("C4 F")


def test_P13_the_text_says_what_terrains_score_while_one_is_chosen() -> None:
    scores = "In a castle’s area plains score 3, forest 1, river and mountain 1."
    state = start(width=4, height=4, forest=1)
    for panel in (build(state), build(state, chosen(column="D", row="3"))):
        assert scores in panel.text.splitlines()
        assert scores in panel.more


def test_P9_while_the_board_is_filled_the_task_says_who_builds_first() -> None:
    task = "**Fill a square.** Once all are full, {}."
    tasks = [build(start(**options)).text.splitlines()[0] for options in ({}, {"width": 5, "height": 5}, {"claim": "offer"})]
    assert tasks == [task.format(who) for who in ("you build first", "your opponent builds first", "castles follow")]


def test_a_terrain_chosen_first_leaves_room_for_the_buttons_of_the_message() -> None:
    for height in (4, 5):
        build(start(width=4, height=height), chosen(terrain="F"))  # checks that they are there


def test_a_second_press_takes_a_terrain_back() -> None:
    assert press_all(start(), "set.terrain.F", "set.terrain.F") == {}
    assert press_all(start(), "set.terrain.F", "set.column.C", "clear") == {}


def test_only_a_press_that_plays_is_green() -> None:
    state = start()
    assert all(button.style != "success" for button in buttons(build(state)).values())
    chosen = press_all(state, "set.column.C", "square.C4")
    assert not isinstance(chosen, Send)
    panel = build(state, chosen)
    assert {name for name, button in buttons(panel).items() if button.style == "success"} == set(enabled(panel, "set.terrain."))


def test_the_only_move_is_named_in_words() -> None:
    labels, state, random = set[str](), start(width=4, height=4), Random(3)
    while not state.is_over:
        moves = list(state.moves())
        if len(moves) == 1:
            (play_it, *_) = buttons(build(state)).values()
            labels.add(play_it.label)
            assert press(state, {}, play_it.id) == Send(str(moves[0]))
        state = state.play(random.choice(moves))
    assert any(re.fullmatch(r"(Forest|River|Desert|Plains|Mountain|Wasteland) on [A-D][1-4]", each) for each in labels), labels
    assert any(re.fullmatch(r"Castle on [A-D][1-4] · \d+ points?", each) for each in labels), labels


def test_squares_near_the_last_move_are_offered_directly() -> None:
    state = play(start(), "D4 F")
    near = [Square.read("D4")]
    offered = enabled(build(state, near=near), "square.")
    assert len(offered) == 5
    assert {"square.D3", "square.C4", "square.E4", "square.D5"} <= set(offered)
    assert press(state, {}, "square.D3", near=near) == chosen(column="D", row="3")
    assert not enabled(build(start(width=4, height=4), near=near), "set.column"), "all squares are shown where there are few"


def test_squares_that_were_chosen_and_let_go_are_offered_again() -> None:
    state = start()
    draft: Draft = {}
    for square in ("A1", "G6", "B8"):
        for control in (f"set.column.{square[0]}", f"square.{square}", "clear"):
            pressed = press(state, draft, control)
            assert not isinstance(pressed, Send)
            draft = pressed
    assert enabled(build(state, draft), "square.") == ["square.G6", "square.B8"], "the last two"
    assert "choice" not in draft


def test_typing_makes_room_for_the_page_below_the_last_choices() -> None:
    own = Button("page", "Open the board")
    *_, last, foot = add_buttons(build(start()).rows, [own])
    assert [button.id for button in last][-1] == "type"
    assert [button.id for button in foot] == ["help", "page"]
    assert [button.id for button in build(start()).rows[-1]] == ["type", "help"], "without a page they share a row"


def test_columns_lead_to_the_squares_of_one() -> None:
    state = play(start(), "C3 F", "C4 W")
    assert enabled(build(state), "set.column.") == [f"set.column.{letter}" for letter in "ABCDEFGH"]
    chosen = press_all(state, "set.column.C")
    assert not isinstance(chosen, Send)
    assert enabled(build(state, chosen), "square.") == [f"square.C{row}" for row in (1, 2, 5, 6, 7, 8)]


def test_terrains_are_disabled_where_P4_to_P7_forbid_them() -> None:
    state = play(start(), "C4 river", "E4 mountain", "H8 forest", "A1 wasteland")
    assert terrains(enabled(build(state), "set.terrain.")) == set("MPRD")
    for square, letters in (("D4", "MR"), ("C3", "MPR"), ("D3", "MPRD")):
        chosen = press_all(state, f"set.column.{square[0]}", f"square.{square}")
        assert not isinstance(chosen, Send)
        assert terrains(enabled(build(state, chosen), "set.terrain.")) == set(letters)


def test_the_panel_says_why_terrains_are_missing() -> None:
    state = play(start(), "C4 river", "E4 mountain", "H8 forest", "A1 wasteland")
    why = build(state).more
    assert "forest** (you played it last)" in why
    assert "wasteland** (your opponent has just played it)" in why
    assert "C4 is river" in build(state, chosen(column="D", row="4")).text


# B3 alone is empty, between a mountain, a plains, a river and a desert, and forest and wasteland were played last.
TO_P8 = ("D4F", "A3R", "B2M", "D3D", "C4F", "A1W", "C1P", "A4F", "C2R", "C3P", "B4D", "B1F", "D1P", "D2W", "A2F")


def test_P8_the_panel_says_when_the_bans_are_lifted() -> None:
    state = play(start(width=4, height=4), *TO_P8)
    assert "repeat a terrain" not in build(start(width=4, height=4)).more
    assert "repeat a terrain" in build(state).more
    assert terrains(enabled(build(state), "set.terrain.")) == {"F", "W"}


def test_P9_a_castle_is_one_press_and_says_what_it_scores() -> None:
    state = full_of_plains(width=4, height=4)
    move = state.moves()[0]
    button = buttons(build(state))[f"square.{move.square}"]
    assert button.label == f"{move.square}·{state.points(move.square)}"
    assert (button.style, button.emoji) == ("success", None), "four short buttons fit next to each other on a phone"
    assert press(state, {}, f"square.{move.square}") == Send(str(move))


def test_squares_for_castles_stand_four_in_a_row_as_on_a_phone() -> None:
    *rows, _ = build(full_of_plains(width=5, height=4)).rows
    assert max(len(row) for row in rows if isinstance(row, tuple)) == 4


def test_the_castles_that_score_most_are_offered_directly_where_not_all_are_shown() -> None:
    state = full_of_plains(width=16, height=16)
    points = sorted((state.points(move.square) for move in state.moves()), reverse=True)
    offered = [button for name, button in buttons(build(state)).items() if name.startswith("square.")]
    assert [int(button.label.split("·")[1]) for button in offered[:5]] == points[:5]
    assert all(button.style == "success" for button in offered[:5]), "they play at once"


def test_the_largest_board_keeps_to_the_limits_in_both_phases() -> None:
    for state in (start(width=16, height=16), full_of_plains(width=16, height=16)):
        assert len(state.moves()) > 25
        for seed in range(3):
            play_a_turn(state, Random(seed), [Square(7, 7)])

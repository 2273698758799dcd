"""Territories: a case for each rule."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from rules import AgreeDraw, Drop, IllegalMove, Record
from rules.squares import Square
from rules.territories import TERRITORIES, House, Node, PlacedTrunk, TerritoriesState, Trunk
from tests.positions import expect_refusal
from tests.sampling import Sample

STRIPES = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D4"]}
"""The farms in the first and the last row; two empty rows between them."""
ROWS = "A1 A4 B4 B1 C1 C4 D4 D1"
"""The first row to seat 0, the last row to seat 1."""
ISLE = {"width": 5, "height": 5, "spots": ["A1", "C1", "E1", "A3", "C3", "A5", "C5", "E5"]}
"""One farm in the middle, seven around."""
ISLE_FARMS = "C3 C1 E1 A1 A3 A5 C5 E5"
CLASSIC = "B2 D1 G2 E3 D4 B5 E6 G5"


def play(texts: str, setup: dict[str, Any] | None = None, **options: str) -> TerritoriesState:
    """The state after the moves, separated by spaces."""
    state = TERRITORIES.start(2, options, setup)
    for text in texts.split():
        state = state.play(state.parse(text))
    return state


def legal(state: TerritoriesState) -> set[str]:
    return {str(move) for move in state.moves()}


# ---------------------------------------------------------------------- board and farms


def test_T1_classic_is_the_default_board() -> None:
    state = TERRITORIES.start(2)
    assert state.setup == {"width": 8, "height": 6, "spots": ["B2", "D1", "G2", "E3", "D4", "B5", "E6", "G5"]}
    assert (state.width, state.height, len(state.spots)) == (8, 6, 8)
    assert state.options.board == "classic"


def test_T1_a_set_up_wins_over_the_option() -> None:
    state = TERRITORIES.start(2, {"board": "valley"}, STRIPES)
    assert state.setup == STRIPES
    assert {str(square) for square in state.spots} == set(STRIPES["spots"])  # type: ignore[call-overload]


def test_T3_seats_place_one_two_two_two_and_one_house() -> None:
    state = TERRITORIES.start(2)
    placers = []
    for text in CLASSIC.split():
        assert state.phase == "farms"
        placers.append(state.seat)
        state = state.play(state.parse(text))
    assert placers == [0, 1, 1, 0, 0, 1, 1, 0]
    assert list(state.farms.items()) == [(Square.read(text), seat) for text, seat in zip(CLASSIC.split(), placers, strict=True)]
    assert (state.phase, state.seat) == ("fence", 0)


def test_T3_a_house_goes_on_a_free_spot() -> None:
    state = play("B2 D1")
    assert legal(state) == {"G2", "E3", "D4", "B5", "E6", "G5"}
    assert expect_refusal(state, "B2").rule == "T3"
    assert "already" in str(expect_refusal(state, "B2"))
    assert "not a farm spot" in str(expect_refusal(state, "C4"))
    assert "G2" in str(expect_refusal(state, "C4"))


def test_T3_fences_come_after_the_last_house_and_no_house_after_it() -> None:
    assert expect_refusal(play("B2"), "C4-D4").rule == "T3"
    assert expect_refusal(play(CLASSIC), "C4").rule == "T3"


def test_T3_two_houses_may_be_placed_in_one_text() -> None:
    state = play("B2").play_text("d1, g2")
    assert state == play("B2 D1 G2")
    with pytest.raises(IllegalMove):
        play("B2").play_text("D1 B2")
    with pytest.raises(IllegalMove, match="turn was over"):
        play("B2").play_text("D1 G2 E3")


def test_T3_the_last_house_and_the_first_trunk_may_be_one_text() -> None:
    state = play("B2 D1 G2 E3 D4 B5 E6").play_text("g5 e1-f1")
    assert state.farms[Square.read("G5")] == 0
    assert expect_refusal(play("B2 D1 G2 E3 D4 B5 E6"), "E1-F1").rule == "T3"
    assert state.trunks == (PlacedTrunk(Trunk(Square.read("E1"), Square.read("F1")), 0),)


# ---------------------------------------------------------------------- fences


def test_T4_a_trunk_stands_between_two_squares_of_the_board_that_share_a_side() -> None:
    state = play(f"{ROWS} A2-A3", STRIPES)
    assert expect_refusal(state, "A2-B3").rule == "T4"
    assert expect_refusal(state, "A2-A2").rule == "T4"
    assert expect_refusal(state, "A2-C2").rule == "T4"
    assert expect_refusal(state, "D4-E4").rule == "T4"
    assert "A1 to D4" in str(expect_refusal(state, "D4-E4"))
    assert "fence already" in str(expect_refusal(state, "A3-A2"))


def test_T4_areas_are_what_no_trunk_parts() -> None:
    state = play(f"{ROWS} A2-A3 B2-B3 C2-C3", STRIPES)
    assert [(len(area.squares), area.owner) for area in state.areas] == [(16, None)]
    state = state.play_text("D2-D3")
    assert [(len(area.squares), area.owner) for area in state.areas] == [(8, 0), (8, 1)]
    assert Square.read("D2") in state.areas[0].squares


def test_T5_seat_0_starts_and_the_fence_has_one_open_end() -> None:
    state = play(ROWS, STRIPES)
    assert (state.seat, state.open_end) == (0, None)
    state = state.play_text("A2-A3")
    assert (state.seat, state.open_end) == (1, Node(1, 2))
    state = state.play_text("B2-B3")
    assert (state.seat, state.open_end) == (0, Node(2, 2))
    assert [laid.seat for laid in state.trunks] == [0, 1]


def test_T6_a_trunk_continues_from_the_open_end() -> None:
    state = play(f"{ROWS} A2-A3", STRIPES)
    assert legal(state) == {"A2-B2", "B2-B3", "A3-B3"}
    assert expect_refusal(state, "C2-C3").rule == "T6"
    said = str(expect_refusal(state, "C2-C3"))
    assert "Possible: A2\u2011B2, B2\u2011B3, A3\u2011B3." in said, "a line does not end within a move"
    assert str(state.play_text("A2\u2011B2").trunks[-1].trunk) == "A2-B2", "which may be copied"
    assert "between squares, like A2\u2011B2." in str(expect_refusal(state, "C4"))
    for text in ("C2-C3", "C4", "A1-A2"):
        assert len(str(expect_refusal(state, text))) <= 60, "with its rule in two lines on a phone"


def test_T7_the_outer_edge_completes_a_surrounding_and_the_same_seat_goes_on() -> None:
    state = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3", STRIPES)
    assert state.seat == 1
    state = state.play_text("D2-D3")
    assert (state.seat, state.open_end, state.phase) == (1, None, "fence")


def test_T7_an_older_trunk_completes_a_surrounding() -> None:
    state = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3 D2-D3", STRIPES)
    assert state.seat == 1
    state = state.play_text("B2-C2")  # up from the middle of the first fence
    assert (state.seat, state.open_end) == (0, Node(2, 1))
    state = state.play_text("B1-C1")
    assert (state.seat, state.open_end) == (0, None)
    assert sorted(len(area.squares) for area in state.areas) == [4, 4, 8]


def test_T7_the_fence_itself_completes_a_surrounding() -> None:
    state = play(f"{ISLE_FARMS} A1-B1 B1-B2 B2-C2 C2-C3 C3-D3 C3-C4", ISLE)
    assert (state.seat, state.open_end) == (0, Node(2, 3))
    state = state.play_text("B3-C3")
    assert (state.seat, state.open_end) == (0, None)
    assert [area for area in state.areas if area.owner == 0] == [area for area in state.areas if len(area.squares) == 1]


def test_T7_a_first_trunk_with_both_ends_fenced_completes_at_once() -> None:
    state = play("C4 B1 C1 A4 A1 B4 D4 D1 A3-A4 A4-B4", STRIPES)
    assert state.seat == 1
    assert legal(state) == {"A3-B3", "B3-B4"}
    pocket = play("A1 C4 B1 A4 B4 C1 D1 D4 A2-A3 A3-B3 B3-B4 C3-C4 D3-D4 A2-B2 A1-B1", STRIPES)
    after = pocket.play_text("A4-B4")
    assert (after.seat, after.open_end) == (pocket.seat, None)
    assert len(after.areas) == len(pocket.areas) + 1


def test_T8_the_first_fence_starts_from_the_outer_edge() -> None:
    state = play(ROWS, STRIPES)
    assert all(Node(*start).x in (0, 4) or start.y in (0, 4) for start in state.starts)
    refusal = expect_refusal(state, "B2-C2")
    assert refusal.rule == "T8"
    assert "outer edge" in str(refusal)


def test_T8_later_fences_start_where_a_trunk_ends() -> None:
    state = play("C4 B1 C1 A4 A1 B4 D4 D1 A3-A4 A4-B4", STRIPES)
    assert state.starts == {
        Node(1, 3): (Trunk(Square.read("A3"), Square.read("B3")), Trunk(Square.read("B3"), Square.read("B4")))
    }
    refusal = expect_refusal(state, "A1-B1")
    assert refusal.rule == "T8"
    assert "A new fence starts at an old one." in str(refusal)


def test_T8_a_first_trunk_keeps_off_the_opponents_farms() -> None:
    state = play(ROWS, STRIPES)
    assert legal(state) == {"A1-B1", "B1-C1", "C1-D1", "A1-A2", "D1-D2", "A2-A3", "D2-D3"}
    refusal = expect_refusal(state, "A4-B4")
    assert refusal.rule == "T8"
    assert "opponent" in str(refusal)


def test_T8_a_first_trunk_may_stand_beside_an_opponents_farm_where_no_other_is_legal() -> None:
    state = play("A1 C4 B1 A4 B4 C1 D1 D4 A2-A3 A3-B3 B3-B4 C3-C4 D3-D4 A2-B2 A1-B1", STRIPES)
    theirs = {square for square, seat in state.farms.items() if seat != state.seat}
    assert legal(state) == {"A4-B4", "B4-C4", "C4-D4"}
    assert all(theirs & {*trunk} for trunk in state.moves() if isinstance(trunk, Trunk))


def test_T8_a_continuing_trunk_may_stand_beside_an_opponents_farm() -> None:
    state = play(f"{ROWS} A2-A3 A3-B3", STRIPES)
    assert state.seat == 0
    assert "A3-A4" not in legal(state)  # T10
    assert "B3-B4" in legal(state)
    assert state.farms[Square.read("B4")] == 1


def test_T9_no_trunk_goes_into_an_area_of_one_colour() -> None:
    state = play("A4 D4 C4 C1 D1 B4 A1 B1 A2-A3 A3-B3 A4-B4", STRIPES)
    refusal = expect_refusal(state, "A3-A4")
    assert refusal.rule == "T9"
    assert "one colour" in str(refusal)


def test_T10_no_surrounding_without_a_farm_on_both_sides() -> None:
    state = play(f"{ROWS} A2-A3 A2-B2", STRIPES)
    assert state.open_end == Node(1, 1)
    refusal = expect_refusal(state, "A1-A2")  # would close A2 alone
    assert refusal.rule == "T10"
    assert "would close off land without a farm" in str(refusal)
    assert legal(state) == {"A1-B1", "B1-B2"}


def test_T11_an_open_end_must_leave_a_way_to_complete_the_fence() -> None:
    state = play("D4 A1 B4 D1 A4 B1 C4 C1 D1-D2 C1-C2 B2-C2 B3-C3 C3-C4", STRIPES)
    refusal = expect_refusal(state, "C3-D3")  # C3, C2, D2, D3 would be a dead end without a farm
    assert refusal.rule == "T11"
    assert "could only close off land without a farm" in str(refusal)
    assert legal(state) == {"C4-D4"}


# ---------------------------------------------------------------------- the end

FENCED_ROWS = f"{ROWS} A2-A3 B2-B3 C2-C3 D2-D3"


def test_T12_the_game_ends_when_no_area_holds_both_colours() -> None:
    state = play(FENCED_ROWS, STRIPES)
    assert (state.is_over, state.phase, state.seat, state.turn) == (True, "over", None, None)
    assert state.moves() == ()
    assert state.starts == {}
    with pytest.raises(IllegalMove) as refusal:
        state.play(state.parse("A1-A2"))
    assert refusal.value.rule == "T12"


def test_T13_land_counts_without_farms_and_equal_scores_share_the_win() -> None:
    state = play(FENCED_ROWS, STRIPES)
    assert state.scores == (4, 4)
    assert state.winners == (0, 1)


def test_T13_farms_count_as_land_where_the_option_says_so() -> None:
    assert play(FENCED_ROWS, STRIPES, farms="land").scores == (8, 8)


def test_T13_mixed_areas_count_for_nobody_while_the_game_runs() -> None:
    state = play("A1 A4 B4 B1 D1 C1 D4 C4 A2-A3 B2-B3 C2-C3 D2-D3", STRIPES)
    assert state.scores == (0, 0)
    state = state.play_text("B2-C2").play_text("B1-C1")
    assert state.scores == (2, 0)
    assert state.winners is None


def test_T13_nothing_counts_before_the_last_house_stands() -> None:
    for farms in ("none", "land"):
        state = play("B2 D1 G2 E3 D4 B5 E6", farms=farms)
        assert state.scores == (0, 0)
        assert [area.owner for area in state.areas] == [None]


def test_T13_the_higher_score_wins() -> None:
    state = play(f"{ROWS} A1-A2 B1-B2 C1-C2 D1-D2", STRIPES)
    assert (state.scores, state.winners) == ((0, 8), (1,))


def test_G1_giving_up_ends_the_game_for_the_other() -> None:
    state = play(f"{ROWS} A1-A2", STRIPES).play(Drop(1))
    assert (state.is_over, state.winners, state.moves()) == (True, (0,), ())
    with pytest.raises(IllegalMove) as refusal:
        state.play(Drop(0))
    assert refusal.value.rule == "G1"


def test_G2_an_agreed_draw_shares_the_win() -> None:
    assert play("B2").play(AgreeDraw()).winners == (0, 1)


# ---------------------------------------------------------------------- what states promise


def test_an_action_that_is_no_move_is_refused() -> None:
    for state in (play("B2"), play(CLASSIC)):
        with pytest.raises(IllegalMove, match="no move of this game"):
            state.play("C4")


def test_the_same_actions_lead_to_equal_states_and_others_do_not() -> None:
    state = play(f"{ROWS} A2-A3", STRIPES)
    assert state == play(f"{ROWS} A2-A3", STRIPES)
    assert hash(state) == hash(play(f"{ROWS} A2-A3", STRIPES))
    assert state != play(f"{ROWS} D2-D3", STRIPES)
    assert state != play(f"{ROWS} A2-A3", STRIPES, farms="land")
    assert state != state.play(AgreeDraw())


def test_a_copied_state_plays_on_and_shares_the_grid() -> None:
    state = play(f"{ROWS} A2-A3", STRIPES)
    for other in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):  # noqa: S301
        assert other == state
        assert other.grid is state.grid
        assert other.play_text("B2-B3") == state.play_text("B2-B3")


def test_a_record_replays_to_the_same_state() -> None:
    record = Record(game="territories", seats=2, setup=STRIPES, actions=FENCED_ROWS.split())
    assert record.options == {"board": "classic", "farms": "none"}
    again = Record.model_validate_json(record.model_dump_json())
    assert again.replay() == play(FENCED_ROWS, STRIPES)
    assert again.setup == STRIPES


def test_states_keep_no_house_apart_from_its_square() -> None:
    assert play("B2").farms == {Square.read("B2"): 0}
    assert hash(House(Square.read("B2"))) == hash(House(Square(1, 1)))


# ---------------------------------------------------------------------- equality


def test_the_order_of_farms_and_trunks_makes_no_difference() -> None:
    forwards = play(f"{ROWS} A2-A3 B2-B3 C2-C3 D2-D3", STRIPES)
    other_farms = "A1 B4 A4 C1 B1 D4 C4 D1"
    backwards = play(f"{other_farms} D2-D3 C2-C3 B2-B3 A2-A3", STRIPES)
    assert forwards == backwards
    assert hash(forwards) == hash(backwards)
    assert forwards.trunks != backwards.trunks, "who laid which trunk, and when, is still told"


def test_states_are_different_where_the_rules_make_a_difference() -> None:
    begun = play(f"{ROWS} A2-A3 B2-B3", STRIPES)
    assert begun != play(f"{ROWS} D2-D3 C2-C3", STRIPES), "other trunks"
    assert begun != play(f"{ROWS} A2-A3 A3-B3", STRIPES), "another way and another open end"
    assert begun != play("A1 A4 B4 B1 C4 C1 D4 D1 A2-A3 B2-B3", STRIPES), "other owners of two farms"
    assert begun != play(f"{ROWS} A2-A3 B2-B3", STRIPES, farms="land")


def test_equal_states_play_on_alike(sample: Sample) -> None:
    """Random games on a small board come to equal states by different orders of the same trunks."""
    known: dict[TerritoriesState, TerritoriesState] = {}
    other_ways = 0
    random = Random(7)
    for _ in range(1000 if sample.is_full else 150):
        state = play(ROWS, STRIPES)
        while not state.is_over:
            state = state.play(random.choice(state.moves()))
            twin = known.setdefault(state, state)
            other_ways += twin.trunks != state.trunks
            assert (twin.seat, twin.moves(), twin.areas) == (state.seat, state.moves(), state.areas)
            assert (twin.open_end, twin.starts, twin.scores) == (state.open_end, state.starts, state.scores)
            assert twin.winners == state.winners
    assert other_ways > (100 if sample.is_full else 20)

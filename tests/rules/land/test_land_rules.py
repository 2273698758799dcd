"""Land, a case for each numbered rule (L3 to L14, G1, G2); the maps of L1 and L2 have tests of their own."""

from __future__ import annotations

import pytest

from rules import GAMES, AgreeDraw, Drop, IllegalMove
from rules.land import DONE, LAND, LandState, Roll
from rules.squares import Square
from tests.positions import GREEN, begin_land, expect_refusal, play


def start(rows: list[str] | None = None, seats: int = 2, **options: object) -> LandState:
    """A game on the given map, no die rolled yet."""
    return LAND.start(seats, options, {"map": rows or GREEN})


def names(state: LandState) -> set[str]:
    """The legal moves, as texts."""
    return {str(move) for move in state.moves()}


# ------------------------------------------------------------------ L3


def test_L3_the_setup_wins_over_the_option() -> None:
    state = LAND.start(2, {"map": "lake"}, {"map": GREEN})
    assert state.map.rows == tuple(GREEN)
    assert state.setup == {"map": GREEN}


def test_L3_the_setup_is_the_map_that_the_option_names() -> None:
    shipped = LAND.start(2, {"map": "lake"})
    assert shipped.setup == {"map": list(shipped.map.rows)}
    assert LAND.start(2, setup=shipped.setup).map == shipped.map


def test_L3_a_setup_is_a_map_and_nothing_else() -> None:
    cases: list[dict[str, object]] = [
        {"map": "g" * 12},
        {"map": GREEN, "more": 1},
        {"maps": GREEN},
        {"map": [1] * 12},
        {"map": None},
    ]
    for setup in cases:
        with pytest.raises(ValueError, match=r"L[23]"):
            LAND.start(2, setup=setup)


@pytest.mark.parametrize("seed", [-1, 4294967296])
def test_L3_a_map_seed_is_bounded(seed: int) -> None:
    with pytest.raises(ValueError, match="map_seed"):
        LAND.start(2, {"map_seed": seed})


# ------------------------------------------------------------------ L4


def test_L4_the_worked_example() -> None:
    state = play(start(seats=3), "roll 4, roll 5, roll 4")
    assert (state.phase, state.order, state.groups) == ("order", (), ((1,), (0, 2)))
    assert state.turn == 0
    state = play(state, "roll 6")
    assert state.turn == 2
    state = play(state, "roll 2")
    assert (state.order, state.phase, state.turn) == ((1, 0, 2), "first", 1)


def test_L4_the_highest_tied_group_is_settled_first_and_in_joining_order() -> None:
    state = start(seats=5)
    assert [state.turn, play(state, "roll 2").turn] == [0, 1]
    state = play(state, "roll 2, roll 6, roll 2, roll 6, roll 4")
    assert (state.groups, state.turn) == (((1, 3), (4,), (0, 2)), 1)
    state = play(state, "roll 3, roll 3")
    assert (state.groups, state.turn) == (((1, 3), (4,), (0, 2)), 1), "a tie that stays is rolled for again"
    state = play(state, "roll 1, roll 5")
    assert (state.groups, state.turn) == (((3,), (1,), (4,), (0, 2)), 0)
    assert play(state, "roll 6, roll 5").order == (3, 1, 4, 0, 2)


def test_L4_new_rolls_settle_nobody_elses_order() -> None:
    state = play(start(seats=4), "roll 3, roll 3, roll 3, roll 4, roll 6, roll 1, roll 6")
    assert state.groups == ((3,), (0, 2), (1,))


def test_L4_each_face_is_as_likely() -> None:
    state = start()
    assert state.is_chance
    assert state.seat is None
    assert [(str(roll), chance) for roll, chance in state.outcomes()] == [(f"roll {n}", 1 / 6) for n in range(1, 7)]
    assert sum(chance for _, chance in state.outcomes()) == pytest.approx(1)
    assert state.moves() == []


@pytest.mark.parametrize("text", ["roll 0", "roll 7"])
def test_L4_a_die_has_six_sides(text: str) -> None:
    assert expect_refusal(start(), text).rule == "L4"


def test_L4_nothing_is_taken_before_the_order_is_settled() -> None:
    assert expect_refusal(start(), "c4").rule == "L4"


# ------------------------------------------------------------------ L5, L6


def test_L5_the_first_roll_is_the_column_and_the_second_the_row() -> None:
    state = play(start(), "roll 6, roll 1, roll 3")
    assert (state.seat, state.turn, state.rolls, state.block) == (None, 0, (3,), None)
    state = play(state, "roll 1")
    assert (state.seat, state.block) == (0, (3, 1))
    assert names(state) == {"E1", "F1", "E2", "F2"}


def test_L5_a_single_free_plot_is_still_a_move() -> None:
    rows = ["~g" + "g" * 10, "~~" + "g" * 10, *GREEN[2:]]
    state = play(start(rows), "roll 6, roll 1, roll 1, roll 1")
    assert state.seat == 0
    assert names(state) == {"B1"}


def test_L5_a_mountain_is_no_starting_plot() -> None:
    rows = ["g^" + "g" * 10, *GREEN[1:]]
    state = play(start(rows), "roll 6, roll 1, roll 1, roll 1")
    assert names(state) == {"A1", "A2", "B2"}
    refusal = expect_refusal(state, "b1")
    assert refusal.rule == "L5"
    assert "mountain" in str(refusal)


def test_L5_a_plot_outside_the_block_is_refused() -> None:
    state = play(start(), "roll 6, roll 1, roll 1, roll 1")
    refusal = expect_refusal(state, "c1")
    assert refusal.rule == "L5"
    assert "Take A1, B1, A2 or B2." in str(refusal), "one of them, not all"


def test_L5_the_first_plot_must_be_taken_and_ends_the_turn() -> None:
    state = play(start(), "roll 6, roll 1, roll 1, roll 1")
    assert expect_refusal(state, "done").rule == "L5"
    state = play(state, "a1")
    assert (state.turn, state.is_chance, state.phase, state.scores) == (1, True, "first", (1, 0))


def test_L5_dice_are_not_rolled_while_a_plot_is_to_be_taken() -> None:
    assert expect_refusal(play(start(), "roll 6, roll 1, roll 1, roll 1"), "roll 3").rule == "L5"
    assert expect_refusal(begin_land("A1 L12"), "roll 3").rule == "L7"


def test_L5_while_the_dice_are_out_nothing_else_is_played() -> None:
    for text, rule in [("c4", "L5"), ("done", "L11"), ("roll 9", "L5")]:
        assert expect_refusal(play(start(), "roll 6, roll 1"), text).rule == rule, text


def test_L6_a_full_block_ends_the_turn_and_the_seat_rolls_again_next_round() -> None:
    rows = ["~~" + "g" * 10, "~^" + "g" * 10, *GREEN[2:]]
    state = play(start(rows), "roll 6, roll 1, roll 1, roll 1")
    assert (state.turn, state.is_chance, state.round) == (1, True, 1), "only a mountain there"
    state = play(state, "roll 6, roll 6, l12")
    assert (state.turn, state.is_chance, state.phase, state.round) == (0, True, "first", 2)
    state = play(state, "roll 6, roll 5, l10")
    assert state.scores == (1, 1)


def test_L6_a_seat_without_plots_is_skipped_when_no_starting_plot_is_free() -> None:
    rows = ["gg" + "^" * 10, "gg" + "^" * 10, *["^" * 12] * 10]
    state = begin_land("A1", rows)
    state = play(state, "roll 6, roll 6")
    assert state.seat == 0
    state = play(state, "b1")
    state = play(state, "roll 6, roll 6")
    assert state.seat == 0
    state = play(state, "a2, b2")
    assert state.seat == 0, "seat 1 is skipped without a roll"
    assert state.scores == (4, 0)


# ------------------------------------------------------------------ L7 to L11


def test_L7_a_seat_has_as_many_cows_as_plots() -> None:
    state = begin_land("A1 L12")
    assert (state.seat, state.cows, state.allowance(0)) == (0, 1, 1)
    state = play(state, "a2, l11")
    assert (state.seat, state.cows, state.allowance(0), state.allowance(1)) == (0, 2, 2, 2)


def test_L7_cows_not_used_are_not_kept() -> None:
    state = play(begin_land("A1 L12"), "a2, l11, b1, done")
    assert state.seat == 1
    assert state.allowance(0) == 3


def test_L7_a_resident_cow_helps_once_on_the_next_turn() -> None:
    rows = ["gcgg" + "g" * 8, *GREEN[1:]]
    state = play(begin_land("A1 L12", rows), "b1, l11")
    assert (state.cows, state.bonus) == (3, (1, 0))
    state = play(state, "c1, done, l10, done")
    assert state.cows == 3, "three plots, and the bonus is used up"


def test_L7_the_resident_cow_of_the_first_plot_counts() -> None:
    rows = ["c" + "g" * 11, *GREEN[1:]]
    assert begin_land("A1 L12", rows).cows == 2


@pytest.mark.parametrize(
    "rows", [["ggg~" + "g" * 8, *GREEN[1:]], ["ggg:" + "g" * 8, *GREEN[1:]], ["gggi" + "g" * 8, *GREEN[1:]]]
)
def test_L8_what_is_not_usable_cannot_be_taken(rows: list[str]) -> None:
    state = begin_land("C1 L12", rows)
    assert "D1" not in names(state)
    assert expect_refusal(state, "d1").rule == "L8"


def test_L8_what_somebody_owns_cannot_be_taken() -> None:
    state = begin_land("A1 B1")
    assert names(state) == {"A2"}
    assert expect_refusal(state, "b1").rule == "L8"
    assert expect_refusal(state, "a1").rule == "L8"


def test_L9_a_mountain_takes_two_cows() -> None:
    rows = ["g^gg" + "g" * 8, *GREEN[1:]]
    state = begin_land("A1 L12", rows)
    assert names(state) == {"A2"}
    refusal = expect_refusal(state, "b1")
    assert refusal.rule == "L9"
    assert "two cows" in str(refusal)
    state = play(state, "a2, l11, b1")
    assert state.seat == 1, "both cows are used"
    assert state.scores == (3, 2)


def test_L9_a_resident_cow_takes_one_cow() -> None:
    rows = ["gc" + "g" * 10, *GREEN[1:]]
    assert "B1" in names(begin_land("A1 L12", rows))


def test_L10_beside_and_never_diagonal() -> None:
    state = begin_land("C3 L12")
    assert names(state) == {"C2", "B3", "D3", "C4"}
    assert expect_refusal(state, "d4").rule == "L10"


def test_L10_reach_counts_from_the_start_of_the_turn() -> None:
    state = play(begin_land("A1 L12"), "a2, l11, a3")
    assert names(state) == {"B1", "B2", "done"}
    refusal = expect_refusal(state, "a4")
    assert refusal.rule == "L10"
    assert "before this turn" in str(refusal)


def test_L10_a_chain_goes_on_from_new_plots() -> None:
    state = play(begin_land("A1 L12", reach="chain"), "a2, l11, a3")
    assert names(state) == {"B1", "B2", "A4", "B3", "done"}
    assert play(state, "a4").scores == (4, 2)


def test_L11_at_least_one_plot_must_be_taken() -> None:
    state = begin_land("A1 L12")
    assert DONE not in state.moves()
    assert expect_refusal(state, "done").rule == "L11"


def test_L11_the_turn_ends_by_itself_when_nothing_more_can_be_taken() -> None:
    state = play(begin_land("A1 L12", herd="equal"), "a2")
    assert (state.seat, state.cows) == (0, 2)
    state = play(state, "b1")
    assert (state.seat, state.cows) == (1, 3), "a cow was left, but nothing more beside A1"


def test_L11_a_turn_ends_with_a_cow_left_that_is_too_few_for_the_mountain() -> None:
    rows = ["g^" + "g" * 10, "g^" + "g" * 10, *GREEN[2:]]
    state = play(begin_land("A1 L12", rows), "a2, l11")
    assert names(state) == {"B1", "B2", "A3"}
    assert play(state, "a3").seat == 1, "one cow is left, and only mountains are in reach"


def test_L11_a_seat_that_can_take_nothing_is_skipped_without_a_move() -> None:
    state = begin_land("B1 A1", ["g" * 12, "~" + "g" * 11, *GREEN[2:]])
    state = play(state, "c1")
    assert (state.seat, state.cows, state.scores) == (0, 2, (2, 1)), "A1 reaches B1 only, which is taken"
    state = play(state, "d1, done")
    assert (state.seat, state.round) == (0, 4)


def test_L11_a_seat_that_goes_on_alone_has_turns_of_its_own() -> None:
    first = play(begin_land("B1 A1", ["g" * 12, "~" + "g" * 11, *GREEN[2:]]), "c1")
    inside = play(first, "d1")
    next_turn = play(first, "d1, done")
    assert (first.seat, inside.seat, next_turn.seat) == (0, 0, 0)
    assert inside.continues(first)
    assert not next_turn.continues(first)
    assert not next_turn.continues(inside)


# ------------------------------------------------------------------ L12, L13


def test_L12_the_game_ends_when_nobody_could_take_anything() -> None:
    rows = ["gggggg~~~~~~", "gggggg~~~~~~", "gggggg~~~~~~", "gggggg~~~~~~", *["~" * 12] * 8]
    state = play(start(rows), "roll 6, roll 1, roll 1, roll 1, a1, roll 3, roll 2, f4")
    while not state.is_over:
        state = state.play(state.moves()[0])
    assert state.free == 0
    assert (state.phase, state.turn, state.seat, state.moves(), state.outcomes()) == ("over", None, None, [], ())
    assert sum(state.scores) == 24
    with pytest.raises(IllegalMove) as caught:
        state.play(DONE)
    assert caught.value.rule == "L12"


def test_L12_mountains_that_nobody_can_pay_end_the_game() -> None:
    rows = ["gg" + "^" * 10, *["^" * 12] * 10, "^" * 10 + "gg"]
    state = begin_land("A1 B1", rows)
    assert state.is_over, "each has one cow and only mountains in reach; nobody is without plots, so L12 does not count"
    assert (state.free & state.starts).bit_count() == 2
    assert (state.scores, state.winners) == ((1, 1), (0, 1))


def test_L12_with_the_allowance_of_the_next_turn() -> None:
    rows = ["cg" + "^" * 10, *["^" * 12] * 10, "^" * 10 + "gg"]
    state = begin_land("A1 B1", rows)
    assert (state.seat, names(state)) == (0, {"A2"}), "the resident cow makes it two cows"
    assert begin_land("A1 B1", rows, resident="none").is_over


def test_L13_the_most_plots_win_and_a_mountain_counts_one() -> None:
    state = begin_land("A1 B1", ["gg^" + "g" * 9, "^~^" + "g" * 9, *GREEN[2:]], mountain=1)
    state = play(state, "a2, c1")
    assert state.scores == (2, 2)
    while not state.is_over:
        state = state.play(state.moves()[0])
    assert sum(state.scores) == 143
    assert state.winners == (0 if state.scores[0] > state.scores[1] else 1,)


def test_L13_equal_scores_share_the_win() -> None:
    state = begin_land("A1 B1", ["gg" + "^" * 10, *["^" * 12] * 10, "^" * 10 + "gg"])
    assert state.winners == (0, 1)


# ------------------------------------------------------------------ L14


def test_L14_equal_herds_of_three() -> None:
    rows = ["gc" + "g" * 10, *GREEN[1:]]
    state = begin_land("A1 L12", rows, herd="equal")
    assert state.cows == 3
    state = play(state, "b1, a2, l11, k12")
    assert (state.seat, state.cows) == (0, 4), "the resident cow adds one"


def test_L14_rotate_starts_each_round_one_place_further_on() -> None:
    state = play(start(seats=3, order="rotate"), "roll 6, roll 5, roll 4")
    lines = []
    for blocks in ("1 1", "3 3", "6 6"):
        lines.append(state.line)
        column, row = blocks.split()
        state = play(state, f"roll {column}, roll {row}")
        state = state.play(state.moves()[0])
    for _ in range(3):
        lines.append(state.line)
        while state.line == lines[-1]:
            state = state.play(state.moves()[0])
    assert lines == [(0, 1, 2)] * 3 + [(1, 2, 0), (2, 0, 1), (0, 1, 2)]


def test_L14_poorest_first_and_ties_in_the_order_of_L4() -> None:
    state = play(start(seats=3, order="poorest"), "roll 1, roll 5, roll 6")
    assert state.line == (2, 1, 0)
    state = play(state, "roll 1, roll 1, a1, roll 6, roll 6, l12, roll 6, roll 1, l1")
    assert state.line == (2, 1, 0)
    state = play(state, "a2, l11, l2, b1, done, l10, k12, l3, k1")
    assert state.scores == (4, 4, 3)
    assert state.line == (2, 1, 0)
    assert state.seat == 2


def test_L14_poorest_is_settled_at_the_start_of_the_round() -> None:
    state = play(begin_land("A1 L12", order="poorest"), "a2, l11, b1, done, l10, k12")
    assert state.scores == (3, 4)
    assert state.line == (0, 1)
    state = play(state, "a3, b2, c1, l9, done")
    assert state.scores == (6, 5)
    assert (state.line, state.seat) == ((1, 0), 1)


def test_L14_a_mountain_for_one_cow_is_a_starting_plot_too() -> None:
    rows = ["g^" + "g" * 10, *GREEN[1:]]
    state = play(start(rows, mountain=1), "roll 6, roll 1, roll 1, roll 1")
    assert names(state) == {"A1", "B1", "A2", "B2"}
    assert play(state, "b1").scores == (1, 0)
    assert "B1" in names(begin_land("A1 L12", rows, mountain=1))


def test_L14_without_help_from_resident_cows() -> None:
    rows = ["cc" + "g" * 10, *GREEN[1:]]
    state = begin_land("A1 L12", rows, resident="none")
    assert state.cows == 1
    assert play(state, "b1, l11").cows == 2


# ------------------------------------------------------------------ G1, G2


def test_G1_of_two_the_other_wins() -> None:
    state = begin_land("A1 L12").play(Drop(0))
    assert (state.is_over, state.winners, state.phase, state.turn) == (True, (1,), "over", None)


def three() -> LandState:
    """Seats 0, 1, 2 in this order with A1, L12 and L1; seat 0 is to move."""
    return play(start(seats=3), "roll 6, roll 5, roll 4, roll 1, roll 1, a1, roll 6, roll 6, l12, roll 6, roll 1, l1")


def test_G1_a_dropped_seat_keeps_its_plots_and_has_no_more_turns() -> None:
    state = three().play(Drop(1))
    assert (state.seat, state.scores, state.left) == (0, (1, 1, 1), (0, 2))
    assert "L11" in {str(plot) for plot in state.map.squares_of(state.free)}
    state = play(state, "a2")
    assert state.seat == 2
    assert play(state, "l2").seat == 0


def test_G1_dropped_in_its_own_turn_the_turn_is_over_at_once() -> None:
    state = play(three(), "a2, l11, l2, b1")
    assert (state.seat, state.taken.bit_count()) == (0, 1)
    state = state.play(Drop(0))
    assert (state.seat, state.taken, state.scores) == (1, 0, (3, 2, 2))


def test_G1_dropped_between_its_two_rolls() -> None:
    state = play(start(seats=3), "roll 6, roll 5, roll 4, roll 1").play(Drop(0))
    assert (state.turn, state.rolls, state.is_chance) == (1, (), True)


def test_G1_the_order_is_rolled_for_a_dropped_seat_too_and_its_place_is_passed_over() -> None:
    state = play(start(seats=3), "roll 6").play(Drop(1))
    assert state.turn == 1
    state = play(state, "roll 5, roll 4")
    assert (state.order, state.turn) == ((0, 1, 2), 0)
    assert play(state, "roll 1, roll 1, a1").turn == 2


def test_G1_a_dropped_seat_cannot_win() -> None:
    state = three()
    for _ in range(40):
        state = play(state, "done") if state.taken and state.seat else state.play(state.moves()[0])
    assert state.scores[0] == max(state.scores)
    assert state.scores.count(state.scores[0]) == 1
    state = state.play(Drop(0))
    mine = state.scores[0]
    while not state.is_over:
        state = play(state, "done") if state.taken and state.seat == 1 else state.play(state.moves()[0])
    assert state.scores[0] == mine
    assert state.winners == (2,)


def test_G1_the_game_ends_where_only_the_dropped_seat_could_go_on() -> None:
    rows = ["g" * 12, "~~" + "g" * 10, *GREEN[2:]]
    state = play(start(rows, seats=3), "roll 6, roll 5, roll 4, roll 2, roll 1, c1, roll 1, roll 1, b1, roll 1, roll 1, a1")
    assert state.seat == 0
    assert state.play(Drop(1)).seat == 0
    over = state.play(Drop(0))
    assert (over.is_over, over.winners) == (True, (1, 2))


@pytest.mark.parametrize("seat", [-1, 2])
def test_G1_there_is_no_such_seat(seat: int) -> None:
    with pytest.raises(IllegalMove) as caught:
        begin_land("A1 L12").play(Drop(seat))
    assert caught.value.rule == "G1"


def test_G2_all_that_are_left_share_the_win() -> None:
    state = three().play(Drop(2)).play(AgreeDraw())
    assert (state.is_over, state.winners) == (True, (0, 1))
    with pytest.raises(IllegalMove) as caught:
        state.play(AgreeDraw())
    assert caught.value.rule == "G2"


# ------------------------------------------------------------------ what is typed


def test_a_list_is_split_into_decisions() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("c4 c5 d5", ["C4", "C5", "D5"]),
        ("C4,c5;d5", ["C4", "C5", "D5"]),
        ("c 4 and d 12, done", ["C4", "D12", "done"]),
        ("take c4 then c5 stop.", ["C4", "C5", "stop"]),
        ("c3-c7", ["C3", "C4", "C5", "C6", "C7"]),
        ("e2–c2 done", ["E2", "D2", "C2", "done"]),
        ("c3 to c4, d3..d4", ["C3", "C4", "D3", "D4"]),
        ("c3 - c3", ["C3"]),
        ("c4d5", ["C4", "D5"]),
        ("Done!", ["Done!"]),
        ("roll 4", ["roll 4"]),
    ]
    for text, parts in cases:
        assert start().split(text) == parts, text


@pytest.mark.parametrize("text", ["c3-d5", "a1 to b2 done"])
def test_a_run_must_be_straight(text: str) -> None:
    with pytest.raises(ValueError, match="straight"):
        begin_land("A1 L12").play_text(text)


def test_what_means_nothing_is_refused_with_a_short_sentence() -> None:
    for text in ["", "  ", "cow", "banana c4", "44", "c", "c123", "and then", "x" * 5000]:
        with pytest.raises(ValueError, match=r"\w") as caught:
            begin_land("C3 L12").play_text(text)
        assert not isinstance(caught.value, IllegalMove), text
        assert len(str(caught.value)) < 200, text


def test_one_action_is_read_leniently_and_written_canonically() -> None:
    cases: list[tuple[str, object]] = [
        ("c4", Square(2, 3)),
        (" C 04 ", Square(2, 3)),
        ("Take C4.", Square(2, 3)),
        ("DONE", DONE),
        ("stop", DONE),
        ("roll 4", Roll(4)),
        ("rolled a 4", Roll(4)),
        ("drop 1", Drop(1)),
        ("draw", AgreeDraw()),
    ]
    for text, action in cases:
        state = start()
        assert state.parse(text) == action, text
        assert state.parse(str(action)) == action, text


def test_a_list_is_played_whole() -> None:
    state = play(begin_land("A1 L12"), "a2, l11")
    assert state.play_text("b1 b2") == play(state, "b1, b2")
    assert state.play_text("b1-b2") == play(state, "b1, b2")
    assert state.play_text("b1 done") == play(state, "b1, done")


def test_a_last_done_that_the_rules_made_superfluous_is_accepted() -> None:
    state = play(begin_land("A1 L12"), "a2, l11")
    after, actions = state.play_all("b1 b2 done")
    assert after == play(state, "b1, b2")
    assert list(map(str, actions)) == ["B1", "B2"]
    first = play(start(), "roll 6, roll 1, roll 1, roll 1")
    assert first.play_text("a1 done") == play(first, "a1")


def test_a_last_done_is_superfluous_too_where_the_same_seat_goes_on() -> None:
    rows = ["gg" + "^" * 10, "gg" + "^" * 10, *["^" * 12] * 10]
    state = play(begin_land("A1", rows), "roll 6, roll 6, b1, roll 6, roll 6")
    after = state.play_text("a2 b2 done")
    assert (after.seat, after.scores, after.taken) == (0, (4, 0), 0)


def test_of_a_list_with_a_bad_part_nothing_is_played() -> None:
    cases: list[tuple[str, str]] = [
        ("b1 a1", "L8"),
        ("b1 d9", "L10"),
        ("b1 done b2", "L7"),
        ("b1 b2 a3", "L7"),
        ("drop 1", "G1"),
        ("draw", "G2"),
    ]
    for text, rule in cases:
        state = play(begin_land("A1 L12"), "a2, l11")
        before = hash(state)
        with pytest.raises(IllegalMove) as caught:
            state.play_text(text)
        assert hash(state) == before, text
        assert caught.value.rule == rule, text


def test_a_list_after_the_first_plot_is_refused() -> None:
    state = play(start(), "roll 6, roll 1, roll 1, roll 1")
    with pytest.raises(IllegalMove) as caught:
        state.play_text("a1 a2")
    assert caught.value.rule == "L5"


def test_L1_a_plot_that_the_map_does_not_have() -> None:
    for name in ["l1", "a99", "z1"]:
        state = begin_land("A1 B1", [row[:6] for row in GREEN])
        assert expect_refusal(state, name).rule == "L1", name


def test_the_registry_has_the_game() -> None:
    assert GAMES["land"] is LAND
    assert list(LAND.seats) == [2, 3, 4, 5, 6]

"""Pastures New, a case for each numbered rule."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules import GAMES, AgreeDraw, Drop, IllegalMove
from rules.pastures import TERRAINS, Castle, Fill, PasturesState
from rules.squares import Square, squares

GAME = GAMES["pastures"]


def start(**options: object) -> PasturesState:
    return GAME.start(2, options)


def after(state: PasturesState, texts: str) -> PasturesState:
    """The state after moves, written without a space inside: ``C4F D4W``."""
    for text in texts.split():
        state = state.play_text(text)
    return state


def moves(state: PasturesState) -> set[str]:
    return {str(move) for move in state.moves()}


def refused(state: PasturesState, text: str) -> tuple[str, str]:
    """The rule and the sentence by which a move is refused."""
    assert str(state.parse(text)) not in moves(state)
    with pytest.raises(IllegalMove) as refusal:
        state.play_text(text)
    return refusal.value.rule, str(refusal.value)


def filled(rows: str, **options: object) -> PasturesState:
    """A board of the given rows of letters, filled in some order that the rules allow."""
    lines = rows.split()
    wanted = {str(Square(x, y)): letter for y, line in enumerate(lines) for x, letter in enumerate(line)}
    state = start(width=len(lines[0]), height=len(lines), **options)
    order = _order(list(wanted.values()))
    for letter in order:
        square = next(name for name, there in wanted.items() if there == letter)
        del wanted[square]
        state = state.play_text(f"{square} {letter}")
    return state


def _order(letters: list[str]) -> list[str]:
    """Order letters so that each differs from the two before it (P4, P5). Take the most frequent remaining letter first."""
    order: list[str] = []
    left = {letter: letters.count(letter) for letter in TERRAINS}
    while any(left.values()):
        letter = max((letter for letter in left if left[letter] and letter not in order[-2:]), key=left.__getitem__)
        left[letter] -= 1
        order.append(letter)
    return order


SMALL = "PWFF WPFF RRRR MMWW"
EVEN = "PWFFFW WPFRWP RRRWFF MMWWFP"
ODD = "PWFFF WPFRW RRRWF MMWWP FFDDW"
SCORED = "PPFFRW PWFMRF FFRFWW WDFDFW RMFMFR WMFMWR"
MIRRORED = "FRMMRF RWFFWR MFRRFM FMWWMF"
NO_SITE = "MRRM FMRF MFMF DDMF"


# ---------------------------------------------------------------------- board and options


def test_P1_the_board_is_8_by_8_unless_asked_otherwise() -> None:
    state = start()
    assert (state.width, state.height, len(state.moves())) == (8, 8, 8 * 8 * 6)
    state = start(width=5, height=16)
    assert (state.width, state.height, len(state.moves())) == (5, 16, 5 * 16 * 6)
    assert all(state.terrain_at(square) is None for square in squares(5, 16))


def test_P1_other_sizes_and_options_are_refused() -> None:
    cases: list[dict[str, object]] = [
        {"width": 3},
        {"width": 17},
        {"height": 3},
        {"height": 17},
        {"adjacency": "all"},
        {"forest": 3},
    ]
    for options in cases:
        with pytest.raises(ValidationError):
            start(**options)


def test_P1_a_square_off_the_board_is_refused() -> None:
    for text in ("F1 forest", "A9 forest", "Z99 forest"):
        rule, sentence = refused(start(width=5, height=8), text)
        assert rule == "P1"
        assert "E8" in sentence
    full = filled(SMALL)
    assert refused(full, "E1 castle")[0] == "P1"


def test_P2_there_are_six_terrains() -> None:
    assert "".join(TERRAINS) == "MPFRDW"
    assert {str(move)[-1] for move in start().moves()} == set("MPFRDW")
    with pytest.raises(IllegalMove) as refusal:
        start().play(Fill(Square(0, 0), "X"))
    assert refusal.value.rule == "P2"


# ---------------------------------------------------------------------- filling


def test_P3_the_seats_alternate_and_fill_one_square_each() -> None:
    state = start()
    assert state.seat == 0
    state = state.play(Fill(Square(2, 3), "F"))
    assert state.seat == 1
    assert state.terrain_at(Square(2, 3)) == "F"
    assert state.play_text("a1 desert").seat == 0


def test_P3_a_filled_square_is_refused_by_what_is_on_it() -> None:
    rule, sentence = refused(after(start(), "C4F"), "C4 mountain")
    assert (rule, "C4" in sentence, "forest" in sentence) == ("P3", True, True)


def test_P4_not_the_terrain_of_ones_own_previous_turn() -> None:
    state = after(start(), "A1F H8R")
    rule, sentence = refused(state, "C3 forest")
    assert (rule, "forest" in sentence) == ("P4", True)
    assert state.bans == {"F": "P4", "R": "P5"}
    assert "C5 F" in moves(after(state, "C3M D7W")), "two turns ago is long ago"


def test_P5_not_the_terrain_that_the_opponent_has_just_played() -> None:
    state = after(start(), "A1F")
    rule, sentence = refused(state, "C3 forest")
    assert (rule, "forest" in sentence) == ("P5", True)
    assert state.bans == {"F": "P5"}
    assert len(state.moves()) == 63 * 5


def test_P4_is_named_where_P5_forbids_the_same() -> None:
    state = after(start(width=4, height=4), TWO_LEFT + " B2W")
    assert state.bans == {"W": "P4"}
    assert refused(state, "C3 W")[0] == "P4"


@pytest.mark.parametrize(("first", "second"), [("desert", "river"), ("river", "desert")])
def test_P6_desert_not_beside_river(first: str, second: str) -> None:
    state = after(start(), f"C4{first} H8F A1W")
    for square in ("C3", "B4", "D4", "C5"):
        rule, sentence = refused(state, f"{square} {second}")
        assert rule == "P6"
        assert f"C4 is {first}" in sentence
    assert {f"{corner} {second[0].upper()}" for corner in ("B3", "D3", "B5", "D5")} <= moves(state)


@pytest.mark.parametrize(("first", "second"), [("plains", "mountain"), ("mountain", "plains")])
def test_P7_plains_not_beside_mountain(first: str, second: str) -> None:
    state = after(start(), f"A1{first} H8F H1W")
    for square in ("A2", "B1"):
        rule, sentence = refused(state, f"{square} {second}")
        assert rule == "P7"
        assert f"A1 is {first}" in sentence
    assert f"B2 {second[0].upper()}" in moves(state)


def test_P6_and_P7_count_corners_if_adjacency_says_so() -> None:
    for first, second, rule in [("R", "D", "P6"), ("D", "R", "P6"), ("M", "P", "P7"), ("P", "M", "P7")]:
        state = after(start(adjacency="corners"), f"C4{first} H8F A1W")
        for square in ("B3", "C3", "D3", "B4", "D4", "B5", "C5", "D5"):
            assert refused(state, f"{square} {second}")[0] == rule, first
        assert f"E6 {second}" in moves(state), first


def test_P6_and_P7_do_not_reach_over_the_edge() -> None:
    for width in (8, 16, 5):
        state = after(start(width=width, adjacency="corners"), f"A2R {Square(width - 1, 5)}F A1W")
        assert {f"{Square(width - 1, y)} D" for y in range(4)} <= moves(state)


def test_P6_and_P7_forbid_nothing_else() -> None:
    pairs = {(one, other) for one in TERRAINS for other in TERRAINS}
    forbidden = {
        (one, other) for one, other in pairs if f"C3 {other}" not in moves(after(start(), f"C4{one} {_others(one, other)}"))
    }
    assert forbidden == {("R", "D"), ("D", "R"), ("M", "P"), ("P", "M")}


def _others(one: str, other: str) -> str:
    """Two fills far away that ban neither of two terrains afterwards."""
    letters = [letter for letter in "FWMPRD" if letter not in (one, other)]
    return f"H8{letters[0]} A1{letters[1]}"


# B2 and C3 are empty, each between a mountain, a plains, a river and a desert; seat 0 played F before, seat 1 W just now.
TWO_LEFT = "C2M A1F C1W B1P D1M A2D D2F D3P A3W A4M C4D B3R B4F D4W"


def test_P8_lifts_the_bans_where_nothing_else_is_left() -> None:
    state = after(start(width=4, height=4), TWO_LEFT)
    assert moves(state) == {"B2 F", "B2 W", "C3 F", "C3 W"}
    assert state.bans_lifted
    assert state.bans == {}


def test_P8_what_is_so_played_counts_for_the_bans_afterwards() -> None:
    state = after(start(width=4, height=4), TWO_LEFT)
    wasteland = after(state, "B2W")
    assert (moves(wasteland), wasteland.bans_lifted) == ({"C3 F"}, False)
    assert refused(wasteland, "C3 W")[0] == "P4"
    forest = after(state, "B2F")
    assert (moves(forest), forest.bans_lifted) == ({"C3 F", "C3 W"}, True), (
        "both are banned again, so the bans are lifted again"
    )


def test_P8_does_not_lift_P6_and_P7() -> None:
    state = after(start(width=4, height=4), TWO_LEFT)
    assert {letter: refused(state, f"B2 {letter}")[0] for letter in "MPRD"} == {"M": "P7", "P": "P7", "R": "P6", "D": "P6"}


def test_P8_lifts_nothing_while_one_square_admits_another_terrain() -> None:
    state = after(start(width=4, height=4), TWO_LEFT.replace("A2D", "A2R"))
    assert (moves(state), state.bans_lifted) == ({"B2 R"}, False)
    assert state.bans == {"F": "P4", "W": "P5"}
    assert (refused(state, "B2 F")[0], refused(state, "B2 W")[0]) == ("P4", "P5")


def test_P8_nothing_is_lifted_at_the_start() -> None:
    assert not start().bans_lifted
    assert start().bans == {}


# ---------------------------------------------------------------------- claiming


def test_P9_castles_wait_for_the_full_grid() -> None:
    rule, sentence = refused(after(start(), "C4P"), "C4 castle")
    assert (rule, "full" in sentence) == ("P9", True)
    rule, sentence = refused(filled(SMALL), "A1 forest")
    assert (rule, "full" in sentence) == ("P9", True)


def test_P9_the_seat_after_the_last_fill_places_first() -> None:
    even = filled(EVEN)
    assert (even.phase, even.seat) == ("claim", 0)
    odd = filled(ODD)
    assert (odd.phase, odd.seat) == ("claim", 1)
    assert even.play(even.moves()[0]).seat == 1


def test_P9_what_was_filled_last_has_no_meaning_any_more() -> None:
    one = after(start(width=4, height=4), TWO_LEFT + " B2F C3W")
    other = after(start(width=4, height=4), TWO_LEFT + " C3W B2F")
    assert (one.bans, other.bans) == ({}, {})
    assert one == other, "the same board with the same seat to move, whatever came last"


def test_P10_castles_stand_on_wasteland_and_plains() -> None:
    state = filled(ODD)
    assert moves(state) == {f"{square} C" for square in squares(5, 5) if state.terrain_at(square) in {"P", "W"}}
    for text, word in (("C1 castle", "forest"), ("A3 castle", "river"), ("A4 castle", "mountain"), ("C5 castle", "desert")):
        rule, sentence = refused(state, text)
        assert (rule, word in sentence) == ("P10", True)


def test_P10_not_two_castles_on_a_square() -> None:
    state = filled(EVEN).play_text("A1 castle")
    rule, sentence = refused(state, "A1 castle")
    assert (rule, "already" in sentence) == ("P10", True)


def test_P11_castles_are_three_columns_or_three_rows_apart() -> None:
    state = filled("WWWWWW FFFFFF RRRRRR WWWWWW DDDDDD MMMMMM").play_text("C1 castle")
    assert moves(state) == {"F1 C", "A4 C", "B4 C", "C4 C", "D4 C", "E4 C", "F4 C"}
    for text in ("A1 castle", "B1 castle", "D1 castle", "E1 castle"):
        rule, sentence = refused(state, text)
        assert (rule, "C1" in sentence) == ("P11", True)
    assert moves(state.play_text("D4 castle")) == {"F1 C", "A4 C"}, "either seat's castles count"


def test_P12_the_game_is_over_when_no_castle_can_be_placed() -> None:
    state = filled(SMALL)
    assert moves(state.play_text("A1 castle")) == {"C4 C", "D4 C"}
    end = state.play_text("B2 castle")
    assert (end.is_over, end.phase, end.seat, end.moves()) == (True, "over", None, [])
    with pytest.raises(IllegalMove) as refusal:
        end.play(Castle(Square(0, 0)))
    assert refusal.value.rule == "P12"


def test_P12_the_game_can_be_over_with_the_last_fill() -> None:
    state = filled(NO_SITE)
    assert (state.phase, state.scores, state.winners) == ("over", (0, 0), (0, 1))


def test_P12_nobody_may_pass() -> None:
    for text in ["pass", "Done", "skip"]:
        with pytest.raises(ValueError, match="pass"):
            filled(SMALL).play_text(text)


# ---------------------------------------------------------------------- scoring


def test_P13_plains_3_forest_2_river_and_mountain_1_desert_and_wasteland_0() -> None:
    state = filled(SCORED)
    assert state.seat == 0
    assert state.play_text("A1 C").scores == (9, 0), "P under the castle, P, P, W, at the corner"
    assert state.play_text("B2 C").scores == (3 * 3 + 2 * 4 + 1, 0), "PPF PWF FFR"
    assert state.play_text("E6 C").scores == (2 + 4, 0), "MFR MWR at the edge"


def test_P13_each_castle_scores_for_its_seat() -> None:
    state = filled(SCORED).play_text("B2 C").play_text("E6 C")
    assert state.scores == (18, 6)
    assert state.castles == {Square(1, 1): 0, Square(4, 5): 1}


def test_P13_forest_1_plays_the_other_way() -> None:
    assert filled(SCORED, forest=1).play_text("B2 C").scores == (3 * 3 + 1 * 4 + 1, 0)


def test_P13_points_tells_what_a_castle_would_score() -> None:
    state = filled(SCORED)
    for move in state.moves():
        assert state.play(move).scores[0] == state.points(move.square)
    assert start().points(Square(3, 3)) == 0
    assert len(state.area(Square(0, 0))) == 4
    assert len(state.area(Square(0, 3))) == 6
    assert len(state.area(Square(2, 2))) == 9


def test_P14_the_higher_score_wins() -> None:
    end = filled(ODD).play_text("D3 C").play_text("A1 C")  # seat 1 places first on an odd board
    assert (end.scores, end.winners) == ((6, 9), (1,))
    end = filled(MIRRORED).play_text("C4 C")
    assert (end.scores, end.winners) == ((5, 0), (0,))


def test_P14_equal_scores_share_the_win() -> None:
    state = filled(MIRRORED).play_text("B2 C")
    assert (state.scores, state.winners) == ((11, 0), None)
    end = state.play_text("E2 C")
    assert (end.scores, end.winners) == ((11, 11), (0, 1))


# ---------------------------------------------------------------------- leaving and agreeing


def test_G1_who_gives_up_leaves_the_win_to_the_other() -> None:
    state = after(start(), "A1F")
    for seat in (0, 1):
        end = state.play(Drop(seat))
        assert (end.is_over, end.phase, end.winners) == (True, "over", (1 - seat,))
        assert end.terrain_at(Square(0, 0)) == "F"
    ahead = filled(SCORED).play_text("B2 C").play(Drop(0))
    assert (ahead.scores, ahead.winners) == ((18, 0), (1,)), "also with the higher score"


def test_G2_a_draw_shares_the_win_whatever_the_score() -> None:
    end = filled(SCORED).play_text("B2 C").play(AgreeDraw())
    assert (end.scores, end.winners) == ((18, 0), (0, 1))


# ---------------------------------------------------------------------- texts


def test_fills_are_read_leniently() -> None:
    cases: list[str] = [
        *("C4 F", "c4 forest", "C4F", "f c4", "C4, F", "forest on c4", "c4 = f", "fc4", "C 4 F", "c04 for", "c4 -> f", "c4/f"),
        *("Woods, C4!", "c4: trees", "plant some forest on square c4", "FOREST-C4", "(c4) woodland"),
    ]
    for text in cases:
        assert start().parse(text) == Fill(Square(2, 3), "F"), text


def test_castles_are_read_leniently() -> None:
    cases: list[str] = ["C4 C", "castle c4", "c c4", "cc4", "C4 castle", "c4c", "place a castle at c4", "fort on C4"]
    for text in cases:
        assert start().parse(text) == Castle(Square(2, 3)), text


def test_each_terrain_has_its_words() -> None:
    cases: list[tuple[str, str]] = [
        ("M", "m mountain mountains hill hills mount"),
        ("P", "p plain plains grass meadow pasture"),
        ("F", "f forest forests wood woods trees"),
        ("R", "r river rivers stream water"),
        ("D", "d desert deserts sand dunes"),
        ("W", "w waste wasteland wastelands barren"),
    ]
    for letter, words in cases:
        for word in words.split():
            assert start().parse(f"{word} B2") == start().parse(f"b2 {word.upper()}") == Fill(Square(1, 1), letter), letter
        assert start().parse("B2 waste land") == Fill(Square(1, 1), "W"), letter


def test_texts_that_mean_nothing_are_answered_with_what_is_missing() -> None:
    cases: list[tuple[str, str]] = [
        ("", "could not read"),
        ("hello", "could not read"),
        ("C4", "What do you want on C4"),
        ("forest", "On which square do you want forest"),
        ("castle 4", "could not read"),
        ("C4 swamp", "mountain, plains, forest, river, desert, wasteland\\.$"),
        ("C4 F D4 W", "more than one square"),
        ("C0 forest", "not a square"),
        ("C4 forest river", "nothing that goes on C4"),
        ("C" + "9" * 3000 + " forest", "not a square"),
    ]
    for text, hint in cases:
        with pytest.raises(ValueError, match=hint) as error:
            start().parse(text)
        assert not isinstance(error.value, IllegalMove), text
        assert len(str(error.value)) < 250, text


START = start()


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.text(max_size=30))
def test_any_text_is_a_move_or_a_ValueError(text: str) -> None:
    try:
        action = START.parse(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017  # either outcome is right
    else:
        assert START.parse(str(action)) == action


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    x=st.integers(0, 15),
    y=st.integers(0, 15),
    letter=st.sampled_from(list("MPFRDWC")),
    parts=st.permutations(["square", "what"]),
)
def test_every_square_and_terrain_in_either_order(x: int, y: int, letter: str, parts: list[str]) -> None:
    text = {"square": str(Square(x, y)), "what": letter}
    move = Castle(Square(x, y)) if letter == "C" else Fill(Square(x, y), letter)
    for separator, spelling in zip(("", " ", ", ", " = "), cycle((str.lower, str.upper)), strict=False):
        assert START.parse(spelling(separator.join(text[part] for part in parts))) == move


def test_states_with_other_options_are_not_equal() -> None:
    assert start() != start(forest=1)
    assert start() != start(width=9)
    assert start() == start(width=8)
    assert start() != "a state"


@pytest.mark.parametrize(("adjacency", "named"), [("sides", "A3"), ("corners", "B1")])
def test_P6_the_neighbour_that_a_refusal_names_is_one_by_the_option(adjacency: str, named: str) -> None:
    """B1 touches A2 at a corner only, and would be found first."""
    state = after(start(width=4, height=4, adjacency=adjacency), "B1R D4P C4W A3R D1F D3W")
    assert refused(state, "A2 D") == ("P6", f"Desert may not be next to river, and {named} is river.")


def test_what_cannot_be_read_is_explained_by_the_phase() -> None:
    empty, full = start(width=4, height=4), filled("PFWR FWPF WPFR PFWM")
    with pytest.raises(ValueError, match="Type a square and a terrain"):
        empty.parse("hello")
    with pytest.raises(ValueError, match="Type a square for a castle"):
        full.parse("hello")

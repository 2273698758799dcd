"""Nomads, a case for each numbered rule (N1 to N10, G1, G2); the attack (N11 to N16) has a module of its own."""

from __future__ import annotations

import pytest

from rules import GAMES, AgreeDraw, Drop, IllegalMove, Record
from rules.nomads import NOMADS, NomadsState
from rules.nomads.actions import HOW_TO
from rules.nomads.grid import SPIRALS, SQUARES, number
from rules.partial_move import PartialMove
from rules.squares import Square
from tests.positions import expect_refusal, play


def start(seats: int = 2, bag: dict[str, int] | None = None, **options: object) -> NomadsState:
    """A game, with a bag of its own where one is given."""
    return NOMADS.start(seats, options, {"bag": bag} if bag else None)


def lay(state: NomadsState, text: str) -> NomadsState:
    """Discoveries of the given tiles by the seats in order: ``C4 desert, D4 city``."""
    for part in text.split(","):
        square, kind = part.split()
        state = play(state, f"discover {square}, draw {kind}")
    return state


def moves(state: NomadsState, kind: str = "") -> set[str]:
    """The legal moves that begin so, as texts."""
    return {str(move) for move in state.moves() if str(move).startswith(kind)}


def outcomes(state: NomadsState) -> dict[str, float]:
    return {str(outcome): odds for outcome, odds in state.outcomes()}


def kind_at(state: NomadsState, name: str) -> str | None:
    tile = state.tile(Square.read(name))
    return None if tile is None else tile.kind or "face down"


# ------------------------------------------------------------------ N1


def test_N1_the_board_is_8_by_8_and_empty() -> None:
    state = start()
    assert len(state.empty) == 64
    assert state.tiles == {}
    assert expect_refusal(state, "discover I4").rule == "N1"
    assert expect_refusal(state, "city A9").rule == "N1"
    assert expect_refusal(play(state, "discover H8, draw oasis"), "activate H8 H9").rule == "N1"
    assert expect_refusal(state, "road J2").rule == "N1"


def test_N1_the_spiral_starts_at_the_entry_and_runs_clockwise() -> None:
    cases: list[tuple[str, str]] = [
        ("A1", "A1 B1 C1 D1 E1 F1 G1 H1 H2"),
        ("H1", "H1 H2 H3 H4 H5 H6 H7 H8 G8"),
        ("H8", "H8 G8 F8 E8 D8 C8 B8 A8 A7"),
        ("A8", "A8 A7 A6 A5 A4 A3 A2 A1 B1"),
    ]
    for entry, first in cases:
        state = lay(start(entry=entry), "D4 desert, E5 desert")
        filled = []
        for square in ("D4", "E5"):
            filled.append(state.next_space)
            state = play(state, f"road {square}, draw grass")
        assert [str(square) for square in filled] == first.split()[:2], entry
        assert [str(SQUARES[space]) for space in SPIRALS[number(Square.read(entry))]][:9] == first.split(), entry


def test_N1_a_random_entry_is_drawn_at_the_start() -> None:
    state = start(entry="random")
    assert (state.phase, state.seat, state.turn, state.entry, state.next_space) == ("entry", None, 0, None, None)
    assert outcomes(state) == {"entry A1": 0.25, "entry H1": 0.25, "entry H8": 0.25, "entry A8": 0.25}
    assert expect_refusal(state, "entry B1").rule == "N1"
    assert expect_refusal(state, "discover C4").rule == "N2"
    assert expect_refusal(state, "draw desert").rule == "N2"
    state = play(state, "entry H8")
    assert (state.phase, state.seat, str(state.entry), str(state.next_space)) == ("turn", 0, "H8", "H8")


# ------------------------------------------------------------------ N2


def test_N2_the_classic_bag() -> None:
    state = start()
    assert tuple(state.unseen.values()) == (6, 8, 8, 20, 26, 12, 10, 6)
    assert state.in_bag == 96
    assert state.setup == {"bag": dict(state.unseen)}


def test_N2_points_when_laid() -> None:
    for kind, points in [("oasis", 8), ("city", 5), ("mine", 3), ("grass", 2), ("desert", 1), ("mountain", 0)]:
        assert lay(start(), f"C4 {kind}").scores == (points, 0), kind


def test_N2_tiles_drawn_when_activated() -> None:
    for kind, draws in [("oasis", 3), ("city", 4), ("mine", 8), ("grass", 2), ("desert", 2), ("mountain", 4)]:
        state = play(lay(start(), f"C4 {kind}"), "activate C4 D4, draw desert")
        count = 0
        while state.is_chance:
            assert not state.draws_face_down, kind
            assert len(state.drawn) == count, kind
            state, count = play(state, "draw desert"), count + 1
        assert count == draws, kind


def test_N2_the_setup_wins_over_the_option_and_stands_in_the_record() -> None:
    state = start(bag={"desert": 72, "oasis": 1}, tiles="gentle")
    assert state.unseen["desert"] == 72
    assert state.unseen["city"] == 0
    record = Record(game="nomads", seats=2, setup={"bag": {"desert": 72, "oasis": 1}}, actions=["discover C4", "draw oasis"])
    assert record.setup["bag"]["city"] == 0
    assert Record.model_validate_json(record.model_dump_json()).replay() == record.replay()


def test_N2_a_bag_that_could_run_out_or_is_none_is_refused() -> None:
    cases: list[object] = [
        {"desert": 71, "treasure": 40},
        {"desert": 72, "sand": 1},
        {"desert": 72, "oasis": -1},
        {"desert": 72, "oasis": 1.5},
        {"desert": 72, "oasis": True},
        {"desert": 1000},
        ["desert"] * 96,
        None,
    ]
    for bag in cases:
        with pytest.raises(ValueError, match=r"bag|tiles"):
            NOMADS.start(2, {}, {"bag": bag})


def test_N2_a_setup_with_anything_else_is_refused() -> None:
    with pytest.raises(ValueError, match="bag"):
        NOMADS.start(2, {}, {"bag": {"desert": 72}, "map": "x"})
    with pytest.raises(ValueError, match="bag"):
        NOMADS.start(2, {}, {"map": "x"})


def test_N2_draws_are_not_for_players() -> None:
    assert expect_refusal(start(), "draw oasis").rule == "N2"
    state = play(start(), "discover C4")
    assert expect_refusal(state, "discover D4").rule == "N2"
    with pytest.raises(IllegalMove):
        state.play_text("draw oasis")


# ------------------------------------------------------------------ N3


def test_N3_every_seat_begins_with_a_barbarian_and_a_city_from_outside_the_bag() -> None:
    state = start(6)
    assert state.barbarians == (1,) * 6
    assert state.cities_in_hand == (True,) * 6
    assert state.scores == (0,) * 6
    assert (state.in_bag, len(state.empty), state.all_bands) == (96, 64, 6)


# ------------------------------------------------------------------ N4


def test_N4_a_face_down_tile_fills_a_space_and_nothing_more() -> None:
    state = play(lay(start(), "B2 desert"), "road B2, draw oasis")
    assert kind_at(state, "A1") == "face down"
    tile = state.tile(Square.read("A1"))
    assert tile is not None
    assert (tile.owner, tile.road, tile.face_down) == (None, False, True)
    assert state.scores == (1, 0)
    refusals = [expect_refusal(state, move) for move in ("discover A1", "road A1", "activate A1 A2")]
    unsaid = PartialMove.begin(state, NOMADS.parts).refusal({"column": "A", "row": "1"})
    assert unsaid is not None
    assert {(each.rule, str(each)) for each in (*refusals, unsaid)} == {("N4", str(refusals[0]))}, "one reason for every action"
    assert not moves(state, "activate A1")


def test_N4_a_face_down_oasis_links_nothing() -> None:
    state = play(lay(start(), "B2 desert, C1 desert"), "road B2, draw city, road C1, draw mine")
    assert [str(square) for square in state.face_down] == ["A1", "B1"]
    assert state.scores == (1, 1)


def test_N4_the_spiral_passes_over_filled_spaces() -> None:
    state = play(lay(start(), "A1 desert, B1 desert, D1 grass, E5 mine"), "road A1, draw grass, road B1, draw grass")
    assert [str(square) for square in state.face_down] == ["C1", "E1"]
    assert str(state.next_space) == "F1"


def test_N4_what_lies_face_down_is_hidden_but_counted_as_unseen() -> None:
    before = lay(start(), "B2 desert")
    states = [play(before, f"road B2, draw {kind}") for kind in ("oasis", "desert", "barbarian")]
    for state in states:
        assert state.unseen == before.unseen
        assert state.in_bag == before.in_bag - 1
        assert state.tiles == states[0].tiles
        assert state.moves() == states[0].moves()
    assert len(set(states)) == 3


# ------------------------------------------------------------------ N5


def test_N5_a_discovered_terrain_is_laid_and_scores_for_the_seat() -> None:
    state = play(start(), "discover C4")
    assert (state.phase, state.seat, state.turn) == ("draw", None, 0)
    state = play(state, "draw oasis")
    assert (state.seat, state.scores) == (1, (8, 0))
    tile = state.tile(Square.read("C4"))
    assert tile is not None
    assert (tile.kind, tile.owner, tile.road, tile.face_down) == ("oasis", 0, False, False)
    assert state.unseen["oasis"] == 5


def test_N5_the_space_has_to_be_empty() -> None:
    refusal = expect_refusal(lay(start(), "C4 desert"), "discover C4")
    assert refusal.rule == "N5"
    assert "desert" in str(refusal)


def test_N5_a_treasure_is_kept_and_gives_another_turn() -> None:
    state = play(start(), "discover C4, draw treasure")
    assert (state.seat, state.phase, state.treasures, state.scores) == (0, "turn", (1, 0), (0, 0))
    assert kind_at(state, "C4") is None
    assert lay(state, "C4 grass").seat == 1


def test_N5_a_barbarian_gives_another_turn_after_its_face_down_tile() -> None:
    state = play(start(), "discover C4, draw barbarian")
    assert (state.seat, state.turn, state.phase, state.draws_face_down) == (None, 0, "draw", True)
    assert (state.scores, state.barbarians) == ((15, 0), (2, 1))
    state = play(state, "draw treasure")
    assert (state.seat, state.phase, state.treasures) == (0, "turn", (0, 0))
    assert kind_at(state, "A1") == "face down"


def test_N5_the_barbarians_tile_may_fill_the_space_discovered() -> None:
    state = play(start(), "discover A1, draw barbarian, draw grass")
    assert (state.seat, kind_at(state, "A1")) == (0, "face down")


def test_N5_a_closed_frontier_keeps_discoveries_away_from_face_up_tiles() -> None:
    state = lay(start(frontier="closed"), "C4 desert")
    assert {"discover C3", "discover C5", "discover B4", "discover D4"}.isdisjoint(moves(state))
    assert "discover D5" in moves(state)
    assert expect_refusal(state, "discover C3").rule == "N5"
    state = play(lay(state, "E5 desert"), "road C4, draw grass")
    assert kind_at(state, "A1") == "face down"
    assert "discover B1" in moves(state)  # a face-down tile does not count


def test_N5_a_closed_frontier_opens_when_every_empty_space_is_beside_a_tile() -> None:
    # Along every other diagonal: after that no empty space is without a face-up neighbour.
    chosen = [Square(x, y) for y in range(8) for x in range(8) if (x + 2 * y) % 5 == 0]
    border = [Square(x, y) for x, y in ((7, 0), (0, 7), (7, 7), (0, 2), (7, 3), (1, 0), (6, 7))]
    bag = {"desert": 72}
    state = start(bag=bag, frontier="closed")
    for square in (*chosen, *border):
        if f"discover {square}" in moves(state):
            state = play(state, f"discover {square}, draw desert")
    while True:
        offered = moves(state, "discover")
        alone = {
            f"discover {square}"
            for square in state.empty
            if all((t := state.tile(other)) is None or t.face_down for other in square.beside(8, 8))
        }
        if not alone:
            assert offered == {f"discover {square}" for square in state.empty}
            break
        assert offered == alone
        state = play(state, f"{min(alone)}, draw desert")


# ------------------------------------------------------------------ N6


def test_N6_the_seats_own_city_once_a_game() -> None:
    state = play(start(), "city C4")
    assert (state.scores, state.seat, state.cities_in_hand) == ((5, 0), 1, (False, True))
    assert kind_at(state, "C4") == "city"
    assert state.unseen["city"] == 8
    state = lay(state, "H8 desert")
    assert not moves(state, "city")
    assert expect_refusal(state, "city D5").rule == "N6"


def test_N6_on_an_empty_space_by_the_same_frontier() -> None:
    state = lay(start(frontier="closed"), "C4 desert")
    assert expect_refusal(state, "city C4").rule == "N6"
    assert expect_refusal(state, "city C5").rule == "N6"
    assert {move.split()[1] for move in moves(state, "city")} == {move.split()[1] for move in moves(state, "discover")}


# ------------------------------------------------------------------ N7


def test_N7_any_face_up_tile_and_an_empty_space_beside_it() -> None:
    state = lay(start(), "C4 desert")
    assert moves(state, "activate") == {f"activate C4 {to}" for to in ("C3", "B4", "D4", "C5")}
    assert expect_refusal(state, "activate C4 E4").rule == "N7"
    assert expect_refusal(state, "activate C4 D5").rule == "N7"
    assert expect_refusal(state, "activate C4 C4").rule == "N7"
    assert expect_refusal(state, "activate B2 B3").rule == "N7"
    assert expect_refusal(lay(state, "D4 desert"), "activate C4 D4").rule == "N7"


def test_N7_first_a_face_down_tile_then_the_draws_then_the_choice() -> None:
    state = play(lay(start(), "C4 desert"), "activate C4 D4")
    assert (state.phase, state.draws_face_down, str(state.doing)) == ("draw", True, "activate C4 D4")
    state = play(state, "draw mountain")
    assert (kind_at(state, "A1"), state.draws_face_down, state.drawn) == ("face down", False, ())
    state = play(state, "draw oasis, draw grass")
    assert (state.phase, state.seat, state.turn) == ("choice", 1, 1)
    assert (state.drawn, state.choices) == (("oasis", "grass"), ("oasis", "grass"))
    assert moves(state) == {"take oasis", "take grass"}
    before = state.unseen
    state = play(state, "take grass")
    assert (kind_at(state, "D4"), state.scores, state.seat) == ("grass", (1, 2), 0)
    assert state.unseen["oasis"] == before["oasis"] + 1
    assert state.unseen["grass"] == before["grass"]


def test_N7_forbidden_kinds_go_back_and_without_any_left_the_turn_is_over() -> None:
    state = play(lay(start(), "C4 desert"), "activate C4 D4, draw grass, draw mine, draw treasure")
    assert (state.seat, state.phase, state.scores, kind_at(state, "D4")) == (0, "turn", (1, 0), None)
    assert (state.unseen["mine"], state.unseen["treasure"]) == (8, 10)


def test_N7_forced_kinds_push_out_all_others() -> None:
    state = play(lay(start(), "C4 oasis"), "activate C4 D4, draw grass, draw desert, draw treasure, draw barbarian")
    assert moves(state) == {"take treasure", "take barbarian"}
    refusal = expect_refusal(state, "take desert")
    assert refusal.rule == "N7"
    assert "treasure or barbarian" in str(refusal)


def test_N7_forbidden_is_looked_at_before_forced() -> None:
    state = play(lay(start(), "C4 mountain"), "activate C4 D4, draw grass, draw mine, draw city, draw grass, draw desert")
    assert kind_at(state, "D4") == "mine"  # the only forced kind, taken without being asked


def test_N7_no_move_is_asked_where_one_kind_is_left() -> None:
    state = play(lay(start(), "C4 desert"), "activate C4 D4, draw grass, draw desert, draw desert")
    assert (kind_at(state, "D4"), state.seat, state.scores) == ("desert", 0, (1, 1))
    assert state.unseen["desert"] == 24


def test_N7_what_may_be_taken() -> None:
    cases: list[tuple[str, str, str]] = [
        ("oasis", "oasis city mine", "oasis city mine"),
        ("city", "city grass mine desert", "grass"),
        ("city", "city city mine desert", "mine desert"),
        ("mine", "oasis city grass desert mine desert mine desert", "mine desert"),
        ("mine", "oasis treasure grass desert mine desert mountain desert", "mountain treasure"),
        ("grass", "city grass", "city grass"),
        ("grass", "desert barbarian", "desert barbarian"),
        ("desert", "barbarian oasis", "oasis barbarian"),
        ("mountain", "oasis desert grass mountain", "grass desert mountain"),
    ]
    for tile, drawn, choices in cases:
        draws = ", ".join(f"draw {kind}" for kind in drawn.split())
        state = play(lay(start(), f"C4 {tile}"), f"activate C4 D4, draw grass, {draws}")
        if len(choices.split()) == 1:
            assert kind_at(state, "D4") == choices, tile
        else:
            assert set(state.choices) == set(choices.split()), tile
            assert moves(state) == {f"take {kind}" for kind in choices.split()}, tile


def test_N7_what_may_not_be_taken_is_refused_in_words() -> None:
    state = play(lay(start(), "C4 grass"), "activate C4 D4, draw desert, draw oasis, draw desert")
    assert expect_refusal(state, "take mine").rule == "N7"
    assert expect_refusal(state, "discover D5").rule == "N7"
    state = play(lay(start(), "C4 mine"), "activate C4 D4, draw grass" + ", draw grass, draw desert, draw mine, draw mine" * 2)
    assert "goes back" in str(expect_refusal(state, "take grass"))
    assert expect_refusal(start(), "take grass").rule == "N7"


def test_N7_a_special_tile_is_kept_without_another_turn() -> None:
    state = play(lay(start(), "C4 oasis"), "activate C4 D4, draw grass, draw treasure, draw desert, draw desert")
    assert (state.treasures, state.seat, kind_at(state, "D4")) == ((0, 1), 0, None)
    state = play(lay(start(), "C4 oasis"), "activate C4 D4, draw grass, draw barbarian, draw desert, draw desert")
    assert (state.phase, state.draws_face_down, state.turn, state.scores) == ("draw", True, 1, (8, 15))
    assert state.unseen["desert"] == 26  # the others are back in the bag before that tile is drawn
    state = play(state, "draw desert")
    assert (state.seat, state.barbarians, len(state.face_down)) == (0, (1, 2), 2)


def test_N7_the_space_that_the_activation_fills_itself_cannot_be_explored() -> None:
    state = lay(start(), "A2 grass")
    assert "activate A2 A1" not in moves(state)
    refusal = expect_refusal(state, "activate A2 A1")
    assert refusal.rule == "N7"
    assert "so no tile fits there" in str(refusal)


def all_but_e4(bag: dict[str, int], kind: str, seats: int = 2) -> NomadsState:
    """A board with that kind everywhere but on E4, laid by the seats in turn."""
    state = start(seats, bag)
    for square in state.empty:
        if str(square) != "E4":
            state = play(state, f"discover {square}, draw {kind}")
    return state


def test_N7_the_last_empty_space_may_be_explored_and_the_tile_scores_but_goes_nowhere() -> None:
    state = all_but_e4({"desert": 80, "oasis": 2}, "desert")
    assert moves(state, "activate") == {f"activate {square} E4" for square in ("E3", "D4", "F4", "E5")}
    state = play(state, "activate E3 E4, draw desert")
    assert (kind_at(state, "E4"), state.phase) == ("face down", "draw")
    before = state.points
    state = play(state, "draw oasis, draw desert, take oasis")
    assert state.points == (before[0], before[1] + 8)
    assert (state.spent["oasis"], kind_at(state, "E4")) == (1, "face down")
    assert state.is_over


def test_N7_a_city_that_has_nowhere_to_go_does_not_stand() -> None:
    state = all_but_e4({"grass": 80, "city": 9}, "grass")
    assert state.seat == 1
    before = state.points
    state = play(state, "activate E3 E4, draw grass, draw city, draw city")
    assert state.points == (before[0], before[1] + 5)
    assert (state.is_over, state.winners, state.scores) == (True, (), (0, 0))


def test_N7_a_barbarian_on_a_full_board_scores_and_nothing_is_laid() -> None:
    state = all_but_e4({"oasis": 80, "barbarian": 9}, "oasis", seats=3)
    assert state.seat == 0
    before = state.points
    state = play(state, "activate E3 E4, draw oasis, draw oasis, draw oasis, draw barbarian")
    assert state.is_over
    assert state.points[0] == before[0] + 15
    assert state.all_bands == 4
    assert len(state.face_down) == 1


def test_N7_as_many_as_the_bag_holds() -> None:
    # 72 tiles: 63 on the board, one face down, and 8 for the mine: the bag is empty, and that is enough.
    state = all_but_e4({"mine": 72}, "mine")
    state = play(state, "activate E3 E4" + ", draw mine" * 9)
    assert state.is_over
    assert state.in_bag == 7


# ------------------------------------------------------------------ N8


def test_N8_a_road_on_face_up_grass_or_desert_of_anybody() -> None:
    state = lay(start(), "B2 desert, C3 grass, D4 mountain, E5 oasis, F6 mine, G7 city")
    assert moves(state, "road") == {"road B2", "road C3"}
    for square in ("D4", "E5", "F6", "G7", "A8"):
        assert expect_refusal(state, f"road {square}").rule == "N8"
    state = play(state, "road C3, draw grass")
    tile = state.tile(Square.read("C3"))
    assert tile is not None
    assert (tile.road, tile.owner) == (True, 1)
    assert kind_at(state, "A1") == "face down"
    assert expect_refusal(state, "road C3").rule == "N8"
    assert moves(state, "road") == {"road B2"}


def test_N8_the_face_down_tile_comes_first_then_the_road() -> None:
    state = play(lay(start(), "B2 desert"), "road B2")
    assert (state.phase, state.draws_face_down, state.turn) == ("draw", True, 1)
    assert state.tile(Square.read("B2")) == lay(start(), "B2 desert").tile(Square.read("B2"))
    state = play(state, "draw grass")
    assert (state.phase, state.seat) == ("turn", 0)


# ------------------------------------------------------------------ N9


def test_N9_a_barbarian_scores_15_at_once_and_a_treasure_nothing_yet() -> None:
    state = play(start(), "discover C4, draw treasure, discover C4, draw barbarian, draw grass")
    assert (state.points, state.treasures, state.barbarians, state.seat) == ((15, 0), (1, 0), (2, 1), 0)


# ------------------------------------------------------------------ N10


def test_N10_a_road_to_nowhere_scores_nothing() -> None:
    state = play(lay(start(), "B2 desert, D4 grass"), "road B2, draw grass")
    assert state.scores == (1, 2)


def test_N10_linking_a_new_city_scores_it_for_the_builder() -> None:
    state = play(lay(start(), "C4 desert, D4 city, H8 mountain"), "road C4, draw grass")
    # Seat 1 builds on seat 0's desert beside its own city: 1 for the owner of the desert, 2 for the builder.
    assert state.scores == (1 + 1, 5 + 2)


def test_N10_cities_count_for_the_builder_and_terrain_for_its_owners() -> None:
    state = lay(start(3), "C4 desert, D4 city, C5 oasis, C3 mine, B4 grass")
    # Seats: 0 desert, 1 city, 2 oasis, 0 mine, 1 grass. Seat 2 builds.
    state = play(state, "road C4, draw grass")
    assert state.scores == (1 + 3 + 1 + 3, 5 + 2, 8 + 2 + 8)


def test_N10_oases_and_mines_alone_are_no_network() -> None:
    state = play(lay(start(), "C4 desert, D4 oasis, C5 mine, H8 mountain"), "road C4, draw grass")
    assert state.scores == (1 + 3, 8 + 0)


def test_N10_a_network_with_a_road_already_is_not_new() -> None:
    state = lay(start(), "C4 desert, D4 city, B4 grass, H8 mountain")
    state = play(state, "road C4, draw grass")
    scored = state.scores
    state = play(state, "road B4, draw grass")  # one network, and it has a road already
    assert state.scores == scored


def test_N10_joining_two_networks_scores_the_whole_group() -> None:
    state = lay(start(), "C4 desert, F4 city, D4 grass, E4 desert")
    state = play(state, "road C4, draw grass")  # a network of a road alone
    state = play(state, "road E4, draw grass")  # links the city: 2 for seat 1 and 1 for seat 1's desert
    assert state.scores == (1 + 2, 5 + 1 + 2 + 1)
    state = play(state, "road D4, draw grass")  # joins both: city to seat 0, desert C4 0, grass D4 0, desert E4 1
    assert state.scores == (3 + 2 + 1 + 2, 9 + 1)


def test_N10_scored_once_however_many_cities_were_joined() -> None:
    state = lay(start(), "C4 desert, D4 city, B4 city, C3 city, C5 city, H8 mountain")
    state = play(state, "road C4, draw grass")
    assert state.scores == (1 + 5 + 5 + 4 * 2 + 1, 5 + 5 + 0)


def test_N10_two_cities_side_by_side_are_one_network_without_a_road() -> None:
    state = play(lay(start(), "C4 desert, D4 city, E4 city, H8 mountain"), "road C4, draw grass")
    assert state.scores == (1 + 5 + 4 + 1, 5)


def test_N10_an_oasis_beside_joins_and_scores_with_the_group() -> None:
    state = lay(start(), "C4 desert, D4 city, C5 oasis, C6 mine")
    state = play(state, "road C4, draw grass")  # seat 0: city 2 + own desert 1 + own oasis 8; seat 1: own mine 3
    assert state.scores == (1 + 8 + 2 + 1 + 8, 5 + 3 + 3)


def test_N10_laying_a_city_beside_a_network_scores_nothing() -> None:
    state = play(lay(start(), "C4 desert, D4 city"), "road C4, draw grass")
    scored = state.scores
    assert lay(state, "B4 city").scores == (scored[0], scored[1] + 5)


def test_N10_a_network_without_its_road_is_looked_at_before_the_road() -> None:
    # A road between a city with a road and a lone oasis: one network that has a road, so nothing.
    state = lay(start(), "D4 city, C4 desert, E4 grass, F4 oasis")
    state = play(state, "road C4, draw grass")
    scored = state.scores
    assert play(state, "road E4, draw grass").scores == scored


# ------------------------------------------------------------------ leaving and agreeing


def test_G1_a_seat_that_drops_takes_no_more_turns() -> None:
    state = lay(start(3), "C4 desert").play(Drop(2))
    assert state.seat == 1
    state = lay(state, "D4 desert")
    assert state.seat == 0
    assert state.dropped == frozenset({2})


def test_G1_dropping_on_the_own_turn_ends_it() -> None:
    assert start(3).play(Drop(0)).seat == 1
    state = play(start(3), "discover C4").play(Drop(0))
    assert (state.seat, state.phase, state.in_bag, kind_at(state, "C4")) == (1, "turn", 96, None)


def test_G1_tiles_drawn_but_not_placed_go_back_into_the_bag() -> None:
    state = play(lay(start(3), "C4 desert"), "activate C4 D4, draw grass, draw oasis")
    assert state.drawn == ("oasis",)
    dropped = state.play(Drop(1))
    assert (dropped.seat, dropped.phase, dropped.drawn) == (2, "turn", ())
    assert (dropped.unseen["oasis"], dropped.in_bag) == (6, 94)
    choice = play(state, "draw grass")
    assert choice.phase == "choice"
    assert choice.play(Drop(1)) != dropped  # more of the bag was shown
    assert choice.play(Drop(1)).unseen == dropped.unseen
    assert choice.play(Drop(2)).phase == "choice"


def test_G1_dropping_before_the_face_down_tile_lays_none() -> None:
    state = play(lay(start(3), "C4 desert"), "road C4").play(Drop(1))
    assert (state.seat, state.in_bag, state.face_down) == (2, 95, ())
    tile = state.tile(Square.read("C4"))
    assert tile is not None
    assert not tile.road


def test_G1_a_dropped_seats_tiles_go_on_scoring() -> None:
    state = lay(start(3), "C4 desert, D4 city, H8 mountain").play(Drop(0))
    state = play(state, "road C4, draw grass")
    assert state.scores == (2, 7, 0)


def test_G1_the_last_seat_left_wins() -> None:
    state = lay(start(2), "C4 desert").play(Drop(1))
    assert (state.is_over, state.phase, state.winners, state.scores) == (True, "over", (0,), (1, 0))
    state = start(4).play(Drop(1)).play(Drop(0)).play(Drop(3))
    assert state.winners == (2,)


def test_G1_before_the_entry_is_drawn() -> None:
    state = start(3, entry="random").play(Drop(0))
    assert (state.phase, state.turn) == ("entry", 1)
    assert play(state, "entry H1").seat == 1


def test_G1_who_has_dropped_cannot_drop_again() -> None:
    state = start(3).play(Drop(1))
    assert expect_refusal(state, "drop 1").rule == "G1"
    assert expect_refusal(state, "drop 7").rule == "G1"


def test_G2_all_that_are_left_share_the_win() -> None:
    state = play(lay(start(4).play(Drop(2)), "C4 oasis"), "activate C4 D4, draw grass, draw desert").play(AgreeDraw())
    assert (state.winners, state.phase, state.scores) == ((0, 1, 3), "over", (8, 0, 0, 0))
    assert state.unseen["desert"] == 26
    assert expect_refusal(state, "draw").rule == "G2"
    assert expect_refusal(state, "discover D4").rule == "N11"


# ------------------------------------------------------------------ reading


def test_moves_are_read_leniently() -> None:
    cases: list[tuple[str, str]] = [
        ("Discover c4", "discover C4"),
        ("d c4", "discover C4"),
        ("explore C 04", "discover C4"),
        ("found a city on c4", "city C4"),
        ("settle c4", "city C4"),
        ("activate c4 to d4", "activate C4 D4"),
        ("activate c4-d4", "activate C4 D4"),
        ("c4-d4", "activate C4 D4"),
        ("c4 → d4", "activate C4 D4"),
        ("C4, D4", "activate C4 D4"),
        ("act c4 right", "activate C4 D4"),
        ("a c4 north", "activate C4 C3"),
        ("road on d5", "road D5"),
        ("build a road on D5.", "road D5"),
        ("d5 road", "road D5"),
        ("take grass", "take grass"),
        ("take a mine", "take mine"),
        ("keep the Treasure", "take treasure"),
        ("grass", "take grass"),
        ("city", "take city"),
        ("PLACATE", "placate"),
        ("placate them", "placate"),
        ("pay tribute", "pay"),
        ("refuse!", "refuse"),
        ("draw grass", "draw grass"),
        ("entry h8", "entry H8"),
        ("drop 1", "drop 1"),
        ("draw", "draw"),
    ]
    for typed, meant in cases:
        state = start()
        assert str(state.parse(typed)) == meant, typed
        assert state.parse(meant) == state.parse(typed), typed


def test_what_means_nothing_gets_a_short_sentence() -> None:
    cases: list[str] = [
        "",
        "c4",
        "hello",
        "activate c4",
        "activate a1 up",
        "activate c4 d4 e4",
        "road",
        "take",
        "take sand",
        "take grass mine",
        "city zz",
        "placate c4",
        "discover c4 d4",
        "x" * 3000,
        "discover " + "7" * 3000,
        "a",
        "entry",
        "entry random",
    ]
    for text in cases:
        with pytest.raises(ValueError, match=r"[.?]") as caught:
            start().parse(text)
        assert not isinstance(caught.value, IllegalMove), text
        assert len(str(caught.value)) < 250, text
        assert HOW_TO.endswith("."), text


def test_a_move_of_another_game_is_refused() -> None:
    with pytest.raises(IllegalMove):
        start().play(GAMES["pastures"].start(2).moves()[0])


def test_options_are_bounded() -> None:
    for bad in ({"tribute": 51}, {"tribute": -1}, {"entry": "B2"}, {"frontier": "x"}, {"tiles": "../x"}, {"colour": 1}):
        with pytest.raises(ValueError, match=r"."):
            start(**bad)
    for seats in (1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            start(seats)

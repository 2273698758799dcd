"""The attack of the barbarians, a case for each rule (N11 to N16), and what happens to it when a founder gives up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules import Drop, IllegalMove
from rules.nomads import NOMADS, NomadsState
from rules.nomads.attack import final_scores, next_city, winners
from rules.nomads.grid import cell, number
from rules.nomads.tiles import CITY, GRASS
from rules.squares import Square
from tests.positions import play

BAG = {"desert": 100, "mountain": 100, "grass": 20, "city": 30, "treasure": 20, "barbarian": 20}


def full(
    cities: str,
    *,
    seats: int = 2,
    treasures: tuple[int, ...] = (),
    barbarians: int = 0,
    before_last: Callable[[NomadsState], NomadsState] = lambda state: state,
    **options: object,
) -> NomadsState:
    """The state when the board is full: ``cities`` are spaces with their founders, such as ``C4:0 D5:1``.

    Seat 0 finds ``barbarians`` tiles, whose face-down tiles fill the spiral from the entry. The rest is mountain. Every
    founder finds its treasures first. ``before_last`` changes the state just before the last tile.
    """
    state = NOMADS.start(seats, options, {"bag": BAG})
    places = dict(pair.split(":") for pair in cities.split())
    for seat, count in enumerate(treasures):
        while state.seat != seat:
            state = _mountain(state, places)
        for _ in range(count):
            state = play(state, f"discover {_free(state, places)}, draw treasure")
        state = _mountain(state, places)
    while state.seat != 0:
        state = _mountain(state, places)
    for _ in range(barbarians):
        state = play(state, f"discover {_free(state, places)}, draw barbarian, draw desert")
    for name, founder in places.items():
        while str(state.seat) != founder:
            state = _mountain(state, places)
        state = play(state, f"discover {name}, draw city")
    while len(state.empty) > 1:
        state = _mountain(state, places)
    return _mountain(before_last(state), {})


def _free(state: NomadsState, places: dict[str, str]) -> str:
    """The last empty space that is not reserved for a city."""
    return [str(square) for square in state.empty if str(square) not in places][-1]


def _mountain(state: NomadsState, places: dict[str, str]) -> NomadsState:
    return play(state, f"discover {_free(state, places)}, draw mountain")


def story(state: NomadsState) -> list[str]:
    """The raids, such as ``razed C4``."""
    return [f"{raid.fate} {raid.city}" if raid.city else raid.fate for raid in state.raids]


# ------------------------------------------------------------------ N11, N12


def test_N11_the_attack_comes_when_the_board_is_full_with_a_band_for_each_barbarian_tile() -> None:
    state = full("C4:0 F6:1 G2:1 B7:0", barbarians=1)
    assert state.all_bands == 3
    assert len(story(state)) == 3
    assert state.is_over


def test_N11_a_city_laid_in_the_last_turn_counts() -> None:
    state = NOMADS.start(2, {}, {"bag": BAG})
    for square in state.empty[:-1]:
        state = play(state, f"discover {square}, draw mountain")
    state = play(state, "discover H8, draw city")
    assert story(state) == ["razed H8"]


def test_N11_no_other_turn_when_the_barbarians_tile_filled_the_board() -> None:
    state = NOMADS.start(2, {}, {"bag": BAG})
    for square in state.empty[:-1]:
        state = play(state, f"discover {square}, draw mountain")
    state = play(state, "discover H8, draw barbarian, draw mountain")
    assert (state.is_over, state.points, state.winners) == (True, (0, 15), ())


def test_N11_a_road_that_fills_the_board_still_scores() -> None:
    state = NOMADS.start(2, {}, {"bag": BAG})
    names = [str(square) for square in state.empty if str(square) != "A1"]
    for name in names:
        state = play(state, f"discover {name}, draw { {'D4': 'city', 'E4': 'desert'}.get(name, 'mountain') }")
    before, builder = state.points, state.seat
    state = play(state, "road E4, draw mountain")
    gained = tuple(now - then for now, then in zip(state.points, before, strict=True))
    assert gained == tuple(2 * (seat == builder) + (seat == names.index("E4") % 2) for seat in (0, 1))
    assert story(state) == ["razed D4"]


def test_N12_they_start_where_the_last_face_down_tile_was_laid() -> None:
    state = full("H1:0 A1:1", barbarians=2, entry="A8")
    # The tiles went to A8 and A7, so A1 is nearer than H1; the band goes on from there.
    assert str(state.start) == "A7"
    assert story(state)[0] == "razed A1"


def test_N12_at_the_entry_where_there_was_no_face_down_tile() -> None:
    state = full("B8:0 G1:1 H2:0", entry="H1", seats=2)
    assert str(state.start) == "H1"
    assert story(state) == ["razed G1", "razed H2"]


# ------------------------------------------------------------------ N13


def test_N13_the_nearest_city_from_where_they_stand() -> None:
    state = full("B2:0 C4:1 H8:0 C5:0", barbarians=1)
    # From A1: B2 is 2 away; from B2 it is 3 to C4; from there one to C5. H8 stands.
    assert story(state) == ["razed B2", "razed C4", "razed C5"]
    assert [str(square) for square, tile in state.tiles.items() if tile.kind == "city"] == ["H8"]


def test_N13_ties_first_by_the_distance_from_the_start() -> None:
    # From A1 to C1; from there both A3 and G1 are 4 away, and A3 is nearer to A1.
    assert story(full("C1:0 G1:1 A3:1")) == ["razed C1", "razed A3"]


def test_N13_ties_then_by_the_distance_from_the_entry() -> None:
    # The last face-down tile lies on B1: A2 and C2 are both 2 away from it; A2 is nearer to the entry A1.
    state = full("C2:0 A2:1", barbarians=2)
    assert str(state.start) == "B1"
    assert story(state)[0] == "razed A2"


def test_N13_ties_then_topmost() -> None:
    # All of these are 4 away from A1, which is where they start and enter.
    assert story(full("C3:0 D2:1 A5:0 E1:0 B4:1"))[0] == "razed E1"


def at(name: str) -> int:
    return number(Square.read(name))


def test_N13_the_start_breaks_a_tie_before_the_entry() -> None:
    # Both are 2 away from D4; F4 is nearer to the start G4, D2 to the entry A1.
    assert next_city([at("D2"), at("F4")], (), at("D4"), at("G4"), at("A1")) == at("F4")
    assert next_city([at("D2"), at("F4")], (), at("D4"), at("D4"), at("A1")) == at("D2")


def test_N13_ties_then_leftmost() -> None:
    assert next_city([at("E4"), at("C4")], (), at("D4"), at("D1"), at("D8")) == at("C4")
    assert next_city([at("C5"), at("E3")], (), at("D4"), at("D4"), at("D4")) == at("E3")
    assert next_city([at("C5")], {at("C5")}, at("D4"), at("D4"), at("D4")) == -1


def test_N13_a_founder_with_a_treasure_decides() -> None:
    state = full("B2:0 G7:1", treasures=(1, 0))
    assert (state.phase, state.seat, state.turn) == ("attack", 0, 0)
    assert (str(state.target), state.bands, state.all_bands) == ("B2", 2, 2)
    assert [str(move) for move in state.moves()] == ["placate", "refuse"]
    assert not state.is_chance


def test_N13_placating_costs_a_treasure_and_the_city_stands() -> None:
    state = play(full("B2:0 G7:1", treasures=(1, 0)), "placate")
    assert story(state) == ["placated B2", "razed G7"]
    assert state.treasures == (0, 0)
    assert state.spent["treasure"] == 1
    assert state.winners == (0,)


def test_N13_refusing_loses_the_city_and_keeps_the_treasure() -> None:
    state = play(full("B2:0 D2:0 G7:1", treasures=(1, 0)), "refuse")
    assert story(state) == ["razed B2"]
    assert (state.seat, str(state.target), state.bands) == (0, "D2", 1)
    state = play(state, "refuse")
    assert story(state) == ["razed B2", "razed D2"]
    assert state.spent["city"] == 2
    assert (state.treasures, state.winners) == ((1, 0), (1,))


def test_N13_without_a_choice_the_city_is_razed() -> None:
    assert story(full("B2:0 G7:1 H8:1")) == ["razed B2", "razed G7"]


def test_N13_tribute_is_off_by_default() -> None:
    state = full("B2:0 G7:1", treasures=(1, 0))
    with pytest.raises(IllegalMove) as caught:
        play(state, "pay")
    assert caught.value.rule == "N13"


def test_N13_tribute_is_paid_in_points() -> None:
    state = full("B2:0 G7:1", tribute=5)
    assert state.points == (5, 5)
    assert [str(move) for move in state.moves()] == ["pay", "refuse"]
    with pytest.raises(IllegalMove, match="no treasure"):
        play(state, "placate")
    state = play(state, "pay")
    assert (state.points, state.seat, str(state.target)) == ((0, 5), 1, "G7")
    state = play(state, "pay")
    assert story(state) == ["paid B2", "paid G7"]
    assert state.points == (0, 0)
    assert state.occupied == {Square.read("B2"), Square.read("G7")}
    assert state.winners == (0, 1)


def test_N13_who_has_fewer_points_than_the_tribute_cannot_pay() -> None:
    assert story(full("B2:0 G7:1", tribute=6)) == ["razed B2", "razed G7"]
    state = full("B2:0 G7:1", tribute=6, treasures=(1, 0))
    with pytest.raises(IllegalMove, match="6 points"):
        play(state, "pay")


def test_N13_treasure_or_tribute_where_both_can_be_given() -> None:
    state = full("B2:0 G7:1", tribute=5, treasures=(1, 0))
    assert [str(move) for move in state.moves()] == ["placate", "pay", "refuse"]


def test_N13_other_moves_are_refused_during_the_attack() -> None:
    state = full("B2:0 G7:1", treasures=(1, 0))
    for text, rule in (("discover C4", "N11"), ("take grass", "N7"), ("draw grass", "N2")):
        with pytest.raises(IllegalMove) as caught:
            play(state, text)
        assert caught.value.rule == rule
    with pytest.raises(IllegalMove) as caught:
        play(NOMADS.start(2), "refuse")
    assert caught.value.rule == "N13"


def test_N13_several_answers_of_one_founder_in_one_text() -> None:
    state = full("B2:0 D2:0 G7:1", treasures=(2, 0))
    assert story(state.play_text("placate, refuse")) == ["placated B2", "razed D2"]
    assert story(state.play_text("Refuse refuse")) == ["razed B2", "razed D2"]
    assert story(state.play_text("give a treasure, give a treasure")) == ["placated B2", "placated D2"]
    with pytest.raises(IllegalMove):
        state.play_text("placate placate placate")


# ------------------------------------------------------------------ N14


def test_N14_when_all_cities_are_occupied_the_occupiers_leave() -> None:
    state = full("B2:0 G7:1", treasures=(2, 1), barbarians=1)
    state = play(state, "placate, placate")
    # Both stand occupied and a third band is left: the occupiers leave, and the nearest is G7, where they stand.
    assert story(state) == ["placated B2", "placated G7", "left", "razed G7"]
    assert state.winners == (0,)


def test_N14_an_occupied_city_is_passed_over() -> None:
    state = play(full("B2:0 C2:0 H8:1", treasures=(1, 0)), "placate")
    assert story(state) == ["placated B2", "razed C2"]


def test_N14_the_same_city_again_and_again() -> None:
    state = full("B2:0", treasures=(2, 0), barbarians=1)
    state = play(state, "placate")
    assert (str(state.target), state.bands, story(state)) == ("B2", 2, ["placated B2", "left"])
    state = play(state, "placate")
    assert story(state) == ["placated B2", "left", "placated B2", "left", "razed B2"]
    assert (state.winners, state.scores) == ((), (0, 0))


# ------------------------------------------------------------------ N15, N16


def test_N15_nobody_wins_where_no_city_stands_at_once() -> None:
    state = full("")
    assert (state.is_over, state.winners, state.scores, state.raids) == (True, (), (0, 0), ())
    assert state.phase == "over"


def test_N15_nobody_wins_when_the_last_city_falls() -> None:
    state = full("B2:0 G7:1", treasures=(0, 0))
    assert (state.winners, state.scores) == ((), (0, 0))


def test_N16_treasures_count_20_each_and_need_a_city_standing() -> None:
    state = play(full("B2:0 G7:1 H8:1 A1:0", treasures=(2, 1)), "refuse, refuse")
    # A1 and B2 fell, both seat 0's: its treasures do not save it.
    assert story(state) == ["razed A1", "razed B2"]
    assert state.scores == (0, 5 + 5 + 20)
    assert state.winners == (1,)


def test_N16_the_highest_wins() -> None:
    state = full("H7:0 H8:1 A1:0 A2:0 G8:1")
    assert story(state) == ["razed A1", "razed A2"]
    assert state.scores == (15, 10)
    assert state.winners == (0,)


def test_N16_ties_are_broken_by_cities_then_by_roads_on_own_terrain() -> None:
    def board(*cells: int) -> bytes:
        return bytes(cells) + bytes(64 - len(cells))

    city0, city1, road0, road1 = cell(CITY, 0), cell(CITY, 1), cell(GRASS, 0, road=True), cell(GRASS, 1, road=True)
    assert winners(board(city0, city1), (9, 10), (0, 1)) == (1,)
    assert winners(board(city0, city1, city1, road0, road0), (10, 10), (0, 1)) == (1,)
    assert winners(board(city0, city1, road0, road0, road1), (10, 10), (0, 1)) == (0,)
    assert winners(board(city0, city1, road0, road1), (10, 10), (0, 1)) == (0, 1)
    assert winners(board(city0, city1), (10, 30, 9), (0, 2)) == (0,)
    assert winners(board(road0), (0, 0), (0, 1)) == ()
    assert final_scores(board(city0, road1), (7, 9, 4), (2, 3, 0)) == (47, 0, 0)


# ------------------------------------------------------------------ leaving


def test_G1_a_dropped_founder_always_refuses() -> None:
    state = full("B2:2 G7:1 H8:0", seats=3, treasures=(0, 0, 2), before_last=lambda state: state.play(Drop(2)))
    assert story(state)[0] == "razed B2"
    assert state.treasures[2] == 2


def test_G1_a_founder_that_drops_while_it_decides_has_refused() -> None:
    state = full("B2:2 G7:1 H8:0 D2:2", seats=3, treasures=(0, 1, 2))
    assert (state.seat, str(state.target)) == (2, "B2")
    state = state.play(Drop(2))
    assert story(state) == ["razed B2", "razed D2"]
    assert (state.seat, str(state.target)) == (1, "G7")


def test_G1_another_seat_that_drops_during_the_attack_changes_nothing_at_once() -> None:
    state = full("B2:2 G7:1 H8:0", seats=3, treasures=(0, 0, 1))
    after = state.play(Drop(1))
    assert (after.seat, after.target, after.phase) == (2, state.target, "attack")


def test_G1_a_dropped_seat_has_a_final_score_but_cannot_win() -> None:
    state = full("A1:0 B2:1 H8:2 G7:0", seats=3, treasures=(0, 0, 3), before_last=lambda state: state.play(Drop(2)))
    assert story(state) == ["razed A1", "razed B2", "razed G7"]
    assert state.scores == (0, 0, 65)
    assert 2 not in (state.winners or ())
    assert state.winners == (0, 1)

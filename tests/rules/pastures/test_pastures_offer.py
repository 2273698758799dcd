"""P15, the offer for the first castle of Pastures New: a case for each sentence of the rule."""

from __future__ import annotations

import copy
from itertools import cycle
from random import Random

import pytest

from rules import GAMES, AgreeDraw, Drop, IllegalMove, Record
from rules.pastures import Answer, Castle, Fill, Offer, PasturesState
from rules.squares import Square, squares
from rules.typed_move import read

FILLED = "A1 P B1 F C1 W D1 P A2 F B2 W C2 P D2 F A3 W B3 P C3 F D3 W A4 P B4 F C4 W D4 P"
"""Sixteen fills of a board of 4 by 4."""
CASTLE = Castle(Square(1, 1))
"""In the middle of it."""


def filled(claim: str = "offer", **options: object) -> PasturesState:
    """The position after the last fill of 4 by 4."""
    state: PasturesState = GAMES["pastures"].start(2, {"width": 4, "height": 4, "claim": claim, **options})
    words = FILLED.split()
    for square, terrain in zip(words[::2], words[1::2], strict=True):
        state = state.play_text(f"{square} {terrain}")
    return state


def refused(state: PasturesState, text: str) -> str:
    """The sentence of a refusal by P15, which changes nothing."""
    before = copy.deepcopy(state)
    with pytest.raises(IllegalMove) as refusal:
        state.play_text(text)
    assert refusal.value.rule == "P15"
    assert state == before
    return str(refusal.value)


def test_P15_without_the_option_there_is_no_offer() -> None:
    state = filled("turn")
    assert state.phase == "claim"
    assert state.offered is None
    assert "nobody makes an offer" in refused(state, "offer 3")
    assert "nobody makes an offer" in refused(state, "first")
    assert GAMES["pastures"].Options().model_dump()["claim"] == "turn"


def test_P15_the_first_to_place_a_castle_makes_an_offer() -> None:
    state = filled()
    assert (state.phase, state.seat, state.turn) == ("offer", filled("turn").seat, filled("turn").seat)
    assert state.moves() == tuple(map(Offer, range(100)))
    assert state.scores == (0, 0)
    odd: PasturesState = GAMES["pastures"].start(2, {"width": 5, "height": 5, "claim": "offer"})
    while odd.phase == "fill":
        odd = odd.play(Random(3).choice(odd.moves()))
    assert (odd.phase, odd.seat) == ("offer", 1)


def test_P15_the_opponent_answers() -> None:
    state = filled().play_text("offer 12")
    assert (state.phase, state.seat, state.offered) == ("answer", 1, 12)
    assert [str(move) for move in state.moves()] == ["first", "second"]
    assert state.scores == (0, 0), "nobody has the points before the answer"


def test_P15_first_gives_the_points_to_the_seat_that_made_the_offer() -> None:
    state = filled().play_text("offer 12").play_text("first")
    assert (state.phase, state.seat) == ("claim", 1)
    assert (state.scores, state.bonus) == ((12, 0), (12, 0))


def test_P15_second_gives_the_points_to_the_opponent() -> None:
    state = filled().play_text("offer 12").play_text("second")
    assert (state.phase, state.seat) == ("claim", 0)
    assert (state.scores, state.bonus) == ((0, 12), (0, 12))


@pytest.mark.parametrize("answer", ["first", "second"])
def test_P15_then_the_seats_alternate_as_by_P9(answer: str) -> None:
    """On the board of 12 by 12 several castles fit."""
    state: PasturesState = GAMES["pastures"].start(2, {"width": 12, "height": 12, "claim": "offer"})
    random = Random(15)
    while state.phase == "fill":
        state = state.play(random.choice(state.moves()))
    state = state.play_text("offer 20").play_text(answer)
    places = 1 if answer == "first" else 0
    while not state.is_over:
        assert state.seat == places
        assert all(isinstance(move, Castle) for move in state.moves())
        state, places = state.play(random.choice(state.moves())), 1 - places
    assert len(state.castles) >= 3
    built = [sum(state.points(square) for square, seat in state.castles.items() if seat == player) for player in (0, 1)]
    assert state.scores == (built[0] + state.bonus[0], built[1] + state.bonus[1])
    assert sum(state.bonus) == 20


@pytest.mark.parametrize("answer", ["first", "second"])
def test_P15_an_offer_of_nothing_still_says_who_places_first(answer: str) -> None:
    state = filled().play_text("offer 0").play_text(answer)
    assert (state.scores, state.seat, state.phase) == ((0, 0), int(answer == "first"), "claim")
    assert state.offered == 0


def test_P15_the_points_decide_who_wins() -> None:
    points = filled("turn").play(CASTLE).scores[0]
    for offer, winners in ((points - 1, (0,)), (points, (0, 1)), (points + 1, (1,))):
        end = filled().play(Offer(offer)).play(Answer("second")).play(CASTLE)
        assert end.is_over, "no other castle fits beside one in the middle"
        assert end.winners == winners


def test_P15_no_offer_where_no_castle_can_be_placed() -> None:
    state: PasturesState = GAMES["pastures"].start(2, {"width": 4, "height": 4, "claim": "offer"})
    for square, terrain in zip(squares(4, 4), cycle("MFR"), strict=False):
        state = state.play(Fill(square, terrain))
    assert (state.phase, state.offered, state.scores, state.winners) == ("over", None, (0, 0), (0, 1))


def test_P15_an_offer_is_a_whole_number_of_points_from_0_to_99() -> None:
    state = filled()
    assert state.play(Offer(0)).offered == 0
    assert state.play(Offer(99)).offered == 99
    assert "0 to 99" in refused(state, "offer 100")
    with pytest.raises(IllegalMove):
        state.play(Offer(-1))
    for text in ("offer", "offer many", "offer -3", "bid 1.5"):
        with pytest.raises(ValueError, match="whole number of points from 0 to 99"):
            state.play_text(text)


def test_P15_each_thing_in_its_turn() -> None:
    fill: PasturesState = GAMES["pastures"].start(2, {"claim": "offer"})
    assert "empty squares left" in refused(fill, "offer 3")
    assert "empty squares left" in refused(fill, "second")
    offer = filled()
    assert "an offer comes before the first castle" in refused(offer, "A1 castle")
    assert "an offer comes before the first castle" in refused(offer, "A1 forest")
    assert "no offer to answer yet" in refused(offer, "first")
    answer = offer.play_text("offer 1")
    assert "offers 1 point for building second" in refused(answer, "A1 castle")
    assert "Answer it" in refused(answer, "offer 2")
    assert "offers 7 points" in refused(offer.play_text("offer 7"), "offer 2")
    claim = answer.play_text("second")
    assert "made and answered" in refused(claim, "offer 2")
    assert "made and answered" in refused(claim, "first")


def test_P15_over_is_over() -> None:
    for state in (filled(), filled().play_text("offer 9"), filled().play_text("offer 9").play_text("first")):
        end = state.play(AgreeDraw())
        assert (end.winners, end.phase, end.seat) == ((0, 1), "over", None)
        assert state.play(Drop(0)).winners == (1,)
        for text in ("offer 3", "first"):
            with pytest.raises(IllegalMove) as refusal:
                end.play_text(text)
            assert refusal.value.rule == "P12"


@pytest.mark.parametrize(
    "typed", ["offer 12", "OFFER  12", "I offer 12 points.", "bid 12", "12", "12 points", "offer 012", "offer: 12"]
)
def test_P15_an_offer_is_read_leniently(typed: str) -> None:
    assert filled().parse(typed) == Offer(12)
    assert str(Offer(12)) == "offer 12"


def test_P15_an_answer_is_read_leniently() -> None:
    for typed in ["first", "FIRST", "1st", "I go first", "place first", "first!"]:
        assert filled().parse(typed) == Answer("first"), typed
        assert filled().parse(typed.lower().replace("first", "second").replace("1st", "2nd")) == Answer("second"), typed


def test_P15_what_cannot_be_read_is_answered_with_what_is_awaited() -> None:
    with pytest.raises(ValueError, match="such as offer 12"):
        filled().play_text("sell it")
    with pytest.raises(ValueError, match="Answer first, to build the first castle, or second, to take the points"):
        filled().play_text("offer 3").play_text("yes")


def test_P15_what_is_read_as_a_square_stays_one() -> None:
    state = filled()
    assert state.parse("f c4") == Fill(Square(2, 3), "F")
    assert state.parse("d4 castle") == Castle(Square(3, 3))


def test_P15_an_offer_and_an_answer_are_suggested_by_what_is_typed() -> None:
    offer, parts = filled(), GAMES["pastures"].parts
    assert [str(choice.move) for choice in read(offer, parts, "offer 1")] == ["offer 1"]
    begun = {str(choice.move) for choice in read(offer, parts, "offer 1", begun=True)}
    assert begun == {"offer 1", *(f"offer {points}" for points in range(10, 20))}
    answer = offer.play_text("offer 12")
    assert [str(choice.move) for choice in read(answer, parts, "sec", begun=True)] == ["second"]
    assert parts.build(offer, {"points": "7"}) == Offer(7)
    assert parts.build(answer, {"answer": "first"}) == Answer("first")


def test_no_terrain_is_off_the_board() -> None:
    assert filled().terrain_at(Square(4, 0)) is None
    assert filled().terrain_at(Square(3, 0)) == "P"


def test_P15_states_tell_offers_apart() -> None:
    offered = [filled().play(Offer(points)) for points in (0, 1)]
    answered = [state.play(Answer(place)) for state in offered for place in ("first", "second")]
    assert len({filled(), filled("turn"), *offered, *answered}) == 8


def test_P15_a_record_has_the_offer_and_the_answer() -> None:
    end = filled().play_text("offer 5").play_text("second").play(CASTLE)
    words = FILLED.split()
    fills = [f"{square} {terrain}" for square, terrain in zip(words[::2], words[1::2], strict=True)]
    options = {"width": 4, "height": 4, "claim": "offer"}
    record = Record(game="pastures", seats=2, options=options, actions=[*fills, "Offer 05", "SECOND", "b2 castle"])
    assert record.actions[16:18] == ["offer 5", "second"]
    assert record.replay() == end

"""Typed moves in all games: lenient, all or nothing, and never slow. A record stores the canonical text."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES, AgreeDraw, Drop, Game, IllegalMove, Record, State
from rules.core import LONGEST_TEXT
from rules.squares import Square
from tests.rules.test_contract import play_until_decision
from tests.rules.walks import Case, walk

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)

FARMS = ["D1", "B2", "G2", "E3", "D4", "B5", "E6", "G5"]
"""Where the eight farms of these games of Territories stand, in the order in which they are placed."""


def territories(houses: int) -> State:
    """A game of Territories with this number of farms."""
    return Record(game="territories", seats=2, actions=FARMS[:houses]).replay()


def placed(state: State, text: str) -> list[str]:
    """The actions that a text plays."""
    return [str(action) for action in state.play_all(text)[1]]


def attack() -> State:
    """A game of Nomads in which a founder decides what to do about a band."""
    for number in range(40):
        for state in walk(Case("nomads", 2, (("tribute", number % 3),))).states:
            if state.phase == "attack":
                return state
    raise AssertionError("no band ever came to a city")


# ---------------------------------------------------------------------- everything or nothing


def test_T3_all_houses_of_a_text_are_placed() -> None:
    cases: list[str] = ["B2 G2", "B-2 G2", "B.2, G2", "B2 then G2", "b2, then g2!", "B&2 G:2", "farms on B2 and G-2"]
    for text in cases:
        assert placed(territories(1), text) == ["B2", "G2"], text


def test_T3_a_text_that_cannot_be_played_in_full_plays_nothing() -> None:
    cases: list[str] = ["C-1 A1 B1", "G-5 D1", "G.5, D1, E3", "C1 A1-B1", "C1-A1-B1", "B2 C", "C B2", "B2 C? G2", "B2 7 G2"]
    for text in cases:
        with pytest.raises(ValueError, match=r"."):
            territories(0).play_text(text)


def test_T3_a_single_house_is_read_the_same_by_parse_and_play_text() -> None:
    for text in ["D-1", "D1", "d&1", "D . 1", "D1!", "(d1)", "D1.", "- D1", "D1 -", "farm: D1"]:
        state = territories(0)
        assert state.play_text(text) == state.play(state.parse(text)) == state.play_text("D1"), text


def test_T4_a_single_trunk_is_read_the_same_by_parse_and_play_text() -> None:
    for text in ["A1-A2", "A-1 A-2", "a1 - a2!", "A2 to A1", "fence A1, A2", "A1 and A2"]:
        state = territories(8)
        assert str(state.parse(text)) == "A1-A2", text
        assert placed(state, text) == ["A1-A2"], text


def test_T4_three_squares_in_a_row_are_no_trunk() -> None:
    with pytest.raises(ValueError, match="names 3 squares"):
        territories(8).play_text("A1-A2-A3")


def test_P3_letters_that_no_word_has_are_not_passed_over() -> None:
    for text in ["c4 forêt", "c4 ff", "c4 f é", "c4 f １"]:
        with pytest.raises(ValueError, match=r"."):
            GAMES["pastures"].start(2).parse(text)


# ---------------------------------------------------------------------- lenient reading


@every_game
def test_G1_giving_up_is_read_leniently(game: Game[Any]) -> None:
    for text in ["drop 1", "drop-1", "drop: 1", "drop1", "DROP – 1.", "drop, 01"]:
        state = play_until_decision(game.start(game.seats[0]))
        assert state.parse(text) == Drop(1), text
        with pytest.raises(IllegalMove) as refusal:
            state.play_text(text)
        assert refusal.value.rule == "G1", text


@every_game
def test_G2_a_draw_is_read_leniently(game: Game[Any]) -> None:
    for text in ["draw", "Draw.", "draw!", " draw . "]:
        state = play_until_decision(game.start(game.seats[0]))
        assert state.parse(text) == AgreeDraw(), text
        with pytest.raises(IllegalMove) as refusal:
            state.play_text(text)
        assert refusal.value.rule == "G2", text


def test_a_text_is_read_leniently() -> None:
    cases: list[tuple[str, str, str]] = [
        ("land", "roll-4", "roll 4"),
        ("land", "rolled: a 4!", "roll 4"),
        ("land", "c-4", "C4"),
        ("land", "C - 4.", "C4"),
        ("land", "take the plot c4", "C4"),
        ("land", "end turn", "done"),
        ("land", "End my turn!", "done"),
        ("nomads", "activate c4 and d4", "activate C4 D4"),
        ("nomads", "activate c-4 = d-4", "activate C4 D4"),
        ("nomads", "–pay", "pay"),
        ("nomads", "- then pay.", "pay"),
        ("territories", "B2!", "B2"),
        ("pastures", "c-4 f", "C4 F"),
    ]
    for name, text, canonical in cases:
        assert str(GAMES[name].start(2).parse(text)) == canonical, name


def test_L7_a_list_of_plots_is_split_leniently() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("c-4 c-5", ["C4", "C5"]),
        ("c-4-c-6", ["C4", "C5", "C6"]),
        ("c4! (d4)", ["C4", "D4"]),
        ("c4, then end turn", ["C4", "end"]),
        ("c4 and end my turn.", ["C4", "end"]),
        ("c4 5", ["C4", "5"]),
    ]
    for text, parts in cases:
        assert GAMES["land"].start(2).split(text) == parts, text


def test_N13_several_answers_are_split_leniently() -> None:
    cases: list[str] = ["refuse and refuse", "refuse then refuse", "–refuse, refuse", "refuse & refuse!", "- refuse\n- refuse"]
    for text in cases:
        state = attack()
        parts = state.split(text)
        assert [str(state.parse(part)) for part in parts] == ["refuse", "refuse"], text


def test_N13_an_answer_is_played_whatever_stands_before_it() -> None:
    for text in ["–refuse", "and refuse", "then: refuse!"]:
        state = attack()
        assert state.play_text(text) == state.play_text("refuse"), text


def test_N7_a_direction_leads_to_what_a_text_can_name() -> None:
    cases: list[str] = ["activate Z4 right", "activate Z99 down", "activate C99 south", "activate A1 up", "activate A1 left"]
    for text in cases:
        with pytest.raises(ValueError, match="The board ends at"):
            GAMES["nomads"].start(2).parse(text)


def test_N7_what_a_direction_leads_to_is_read_back() -> None:
    state = GAMES["nomads"].start(2)
    for x, y in ((0, 0), (25, 0), (0, 98), (25, 98), (2, 3)):
        for word in ("up", "down", "left", "right"):
            try:
                move = state.parse(f"activate {Square(x, y)} {word}")
            except ValueError:
                continue
            assert state.parse(str(move)) == move


# ---------------------------------------------------------------------- long texts

LONG = [
    "C" + " " * 3900 + "4", "and " * 950, "c" * 3900, "c4" * 1900, "c" + "0" * 3900, "c4 " * 1300, "-" * 3900, "c4-" * 1300,
    "c4" + "-" * 1900 + " " * 1900 + "x", "roll" + " " * 3900 + "x", "drop" + " -" * 1900, "pay " * 950, "( " * 1900,
]  # fmt: skip


@every_game
def test_a_text_that_is_too_long_is_refused(game: Game[Any]) -> None:
    state = play_until_decision(game.start(game.seats[0]))
    for read in (state.parse, state.play_text):
        with pytest.raises(ValueError, match="longer than any move"):
            read("C4 F".ljust(LONGEST_TEXT + 1))


@every_game
@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_a_long_text_is_read_or_refused_in_a_sentence(game: Game[Any], text: str) -> None:
    state = play_until_decision(game.start(game.seats[0]))
    for read in (state.parse, state.play_text):
        refused = ""
        try:
            read(text)
        except ValueError as error:
            refused = str(error)
        assert len(refused) < 500


@every_game
def test_no_game_has_to_read_runs_of_spaces(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = play_until_decision(game.start(game.seats[0]))
    seen = list[str]()
    monkeypatch.setattr(type(state), "_parse", lambda _, text: seen.append(text))
    monkeypatch.setattr(type(state), "split", lambda _, text: seen.append(text))
    state.parse("\n C" + " " * 3900 + "4\t F")
    with pytest.raises(ValueError, match="no move"):
        state.play_text("\n C" + " " * 3900 + "4\t F")
    assert seen == ["C 4 F", "C 4 F"]


# ---------------------------------------------------------------------- records


def test_a_record_keeps_canonical_texts() -> None:
    record = Record(game="pastures", seats=2, actions=["c4f", "D4 river", "drop 0"])
    assert record.actions == ["C4 F", "D4 R", "drop 0"]
    assert record == Record.model_validate_json(record.model_dump_json())
    assert Record(game="territories", seats=2, actions=["d-1", "B 2"]).actions == ["D1", "B2"]
    assert Record(game="nomads", seats=2, actions=["Discover c4", "DRAW  oases"]).actions == ["discover C4", "draw oasis"]
    assert Record(game="land", seats=2, actions=["rolled a 4", "roll-3"]).actions == ["roll 4", "roll 3"]


@every_game
def test_a_record_of_texts_in_any_shape_equals_that_of_canonical_ones(game: Game[Any]) -> None:
    case = Case(game.name, game.seats[-1], ())
    texts = walk(case).texts
    shaped = [f" {text.lower()} " for text in texts]
    assert Record(game=game.name, rules=game.version, seats=case.seats, actions=shaped).actions == texts


@every_game
def test_what_cannot_be_read_stays_in_the_record_and_is_refused_by_replay(game: Game[Any]) -> None:
    record = Record(game=game.name, seats=game.seats[0], actions=["xyzzy" * 2000, "draw"])
    assert record.actions == ["xyzzy" * 2000, "draw"]
    with pytest.raises(IllegalMove) as refusal:
        record.replay()
    assert refusal.value.position == 0
    assert refusal.value.rule == record.start().turn_rule
    assert len(str(refusal.value)) < 500
    with pytest.raises(IllegalMove) as refusal:
        Record(game=game.name, seats=game.seats[0], actions=["Draw", "xyzzy"]).replay()
    assert (refusal.value.position, refusal.value.rule) == (1, record.start().over_rule)

"""Partial moves: each offers exactly the legal moves, in any order of choosing and as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules import GAMES, IllegalMove
from rules.partial_move import PartialMove, restore
from rules.parts import Parts, square_of, square_parts
from rules.squares import Square
from rules.typed_move import find_refusal, read, words_of
from tests.panels.positions import CASES, decisions
from tests.positions import play


def every_case(test: Callable[..., None]) -> Callable[..., None]:
    """Hold a promise against every case; in `make test` against three of them."""
    return pytest.mark.sample(3)(pytest.mark.parametrize(("game", "seats", "options"), CASES, ids=str)(test))


def begin(state: Any) -> PartialMove[Any]:
    return PartialMove.begin(state, GAMES[state.game].parts)


@every_case
def test_parts_chosen_in_any_order_lead_to_every_legal_move_and_to_no_other(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    random = Random(3)
    for state in decisions(game, seats, options, every=9):
        partial = begin(state)
        told = list(partial.fitting)
        assert {move for move, _ in told} == set(state.moves())
        for move, move_parts in random.sample(told, min(6, len(told))):
            one, names = partial, list(move_parts)
            random.shuffle(names)
            for name in names:
                assert move_parts[name] in one.values(name)
                one = one.choose({name: move_parts[name]})
            assert one.move == move
            assert one.settled == move_parts


@every_case
def test_looking_at_each_move_in_turn_finds_the_same(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(6)
    for state in decisions(game, seats, options, every=11):
        parts = GAMES[game].parts
        told = [(move, move_parts) for move in state.moves() for move_parts in parts.describe(state, move)]
        names = sorted({part for _, move_parts in told for part in move_parts})
        some = random.choice(told)[1]
        for chosen in ({}, dict(random.sample(sorted(some.items()), random.randint(0, len(some))))):
            partial = begin(state).choose(chosen)
            fitting = [(move, move_parts) for move, move_parts in told if chosen.items() <= move_parts.items()]
            assert list(partial.fitting) == fitting
            assert list(partial.entries) == told
            moves = {move for move, _ in fitting}
            assert partial.move == (fitting[0][0] if len(moves) == 1 else None)
            for part in names:
                others = [t for _, t in told if all(t.get(name) == v for name, v in chosen.items() if name != part)]
                assert partial.values(part) == list(dict.fromkeys(t[part] for t in others if part in t))
                values = {move_parts.get(part) for _, move_parts in fitting}
                assert partial.settled.get(part) == (next(iter(values)) if len(values) == 1 else None)
                assert (part in partial.open) == (len(values) > 1 and part in parts.nouns)
                for value in partial.values(part):
                    both = [move_parts for _, move_parts in fitting if move_parts.get(part) == value]
                    assert partial.has({part: value}) == bool(both) == (partial.narrow({part: value}) is not None)
            free = [t for _, t in told if all(t.get(n) == v for n, v in chosen.items() if n not in ("column", "row"))]
            squares = {square for t in free if (square := square_of(t)) is not None}
            assert partial.squares == sorted(squares, key=lambda square: (square.y, square.x))


def test_T8_a_trunk_that_may_start_at_either_end_is_one_move() -> None:
    twice = 0
    for state in decisions("territories", 2, {}, every=1):
        partial = begin(state)
        for move in state.moves():
            ways = [move_parts for other, move_parts in partial.entries if other == move]
            if len(ways) > 1:
                beside = partial.choose({name: ways[0][name] for name in ("one", "other")})
                assert len(beside.fitting) == 2
                assert beside.move == move
                twice += 1
    assert twice


def test_what_is_asked_for_next_is_a_square_or_the_part_of_it_that_is_open() -> None:
    partial = begin(GAMES["pastures"].start(2))
    assert partial.question == "a square"
    assert partial.choose({"terrain": "F"}).question == "a square"
    assert partial.choose({"column": "C", "terrain": "F"}).question == "a row"
    assert partial.choose({"column": "C", "row": "4"}).question == "a terrain"
    assert partial.choose({"column": "C", "row": "4", "terrain": "F"}).question == ""


def test_nothing_may_be_chosen_once_another_seat_is_to_move() -> None:
    state = GAMES["pastures"].start(2)
    partial = begin(state).decide(state.moves()[0])
    assert (partial.goes_on, partial.entries, partial.fitting, partial.move) == (False, (), (), None)
    assert (partial.settled, partial.open, partial.values("column"), partial.squares) == ({}, (), [], [])
    assert partial.narrow({"column": "C"}) is None


@every_case
def test_every_part_of_a_move_makes_that_move_again(game: str, seats: int, options: dict[str, Any]) -> None:
    parts = GAMES[game].parts
    for state in decisions(game, seats, options, every=5):
        for move in list(state.moves())[::7]:
            for move_parts in parts.describe(state, move):
                assert parts.build(state, move_parts) == move


@every_case
def test_choosing_an_open_part_leaves_fewer_moves_until_one_is_left(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(4)
    for state in decisions(game, seats, options, every=11):
        partial = begin(state)
        while partial.move is None:
            assert partial.open
            assert partial.question
            part = random.choice(partial.open)
            assert part not in partial.settled
            values = partial.values(part)
            moves = len(partial.fitting)
            partial = partial.choose({part: random.choice(values)})
            assert len(partial.fitting) < moves
        assert not partial.question or partial.open == ("start",), "a trunk with two starts is one move"


def stored(data: Any) -> Any:
    """What comes out of the database again."""
    return json.loads(json.dumps(data))


@every_case
def test_a_choice_is_restored_from_its_data(game: str, seats: int, options: dict[str, Any]) -> None:
    random = Random(5)
    for state in decisions(game, seats, options, every=7):
        partial = begin(state)
        assert restore(state, partial.parts, stored(partial.data)) == partial
        for _ in range(3):
            if partial.move is None:
                part = random.choice(partial.open)
                partial = partial.choose({part: random.choice(partial.values(part))})
            elif (decided := partial.decide(partial.move)).goes_on:
                partial = decided
            again = restore(state, partial.parts, stored(partial.data))
            assert (again.decided, again.chosen) == (partial.decided, partial.chosen)


@every_case
def test_a_stored_decision_is_that_decision_and_not_two(game: str, seats: int, options: dict[str, Any]) -> None:
    for state in decisions(game, seats, options, every=4):
        partial = begin(state)
        for move in state.moves()[:40]:
            decided = partial.decide(move)
            assert restore(state, partial.parts, stored(decided.data)).decided == (move,)


@every_case
def test_what_is_stored_and_no_longer_fits_is_left_out(game: str, seats: int, options: dict[str, Any]) -> None:
    parts = GAMES[game].parts
    for state in decisions(game, seats, options, every=13):
        for decided, chosen in ((["Z9 Q"], {"column": "Z"}), (["fly"], {}), ([], {"row": "99", "start": "zz", "huh": "F"})):
            again = restore(state, parts, {"decided": decided, "chosen": chosen})
            assert (again.decided, again.chosen) == ((), {})
        legal = state.moves()[0]
        assert restore(state, parts, {"decided": [str(legal), "Z9"], "chosen": {}}).decided == (legal,)


def test_a_draft_in_the_form_of_an_older_version_counts_as_empty() -> None:
    kept: list[Any] = [None, "", "C4; C5; column D", "c4 woodland; row 2", "Z9 Z8 huh", "\u0000 é ١", []]
    for old in kept:
        for game in GAMES.values():
            state = next(decisions(game.name, game.seats[0], {}))
            assert restore(state, game.parts, old) == begin(state), old


@pytest.mark.slow
@every_case
def test_canonical_texts_are_read_as_the_move_itself(game: str, seats: int, options: dict[str, Any]) -> None:
    parts = GAMES[game].parts
    for state in decisions(game, seats, options, every=9):
        for move in list(state.moves())[::11]:
            assert move in {reading.move for reading in read(state, parts, str(move))}


def test_words_are_found_however_they_are_put_together() -> None:
    cases: list[tuple[str, list[str]]] = [
        ("Forest, C 4", ["forest", "c4"]),
        ("c4f", ["c4", "f"]),
        ("fc4", ["f", "c4"]),
        ("C-4", ["c4"]),
        ("c4-d4", ["c4", "d4"]),
        ("castle 4", ["castle", "4"]),
        ("column C row 4", ["column", "c", "row", "4"]),
        ("?!", []),
    ]
    for text, words in cases:
        assert words_of(text) == words, text


def test_a_newer_choice_wins_and_keeps_of_the_older_ones_what_is_still_legal() -> None:
    state = play(GAMES["pastures"].start(2), "C3 R", "C4 F")
    partial = begin(state).choose({"column": "C", "row": "3"})
    assert partial == begin(state), "C3 is filled, so nothing is chosen"
    partial = begin(state).choose({"row": "3"}).choose({"column": "C"})
    assert partial.chosen == {"column": "C"}, "the newer choice wins"
    partial = begin(state).choose({"column": "D", "row": "3"}).choose({"terrain": "D"})
    assert partial.chosen == {"terrain": "D", "column": "D"}, "D3 is beside the river on C3"
    assert partial.choose({"column": "C"}).chosen == {"column": "C", "terrain": "D"}
    assert partial.forget("terrain").chosen == {"column": "D"}


def test_what_is_wrong_is_said_in_the_words_of_the_rules() -> None:
    state = play(GAMES["pastures"].start(2), "C3 R", "C4 F")
    parts = GAMES["pastures"].parts
    assert str(find_refusal(state, parts, "forest")) == "Your opponent has just played forest: choose another."
    assert "river" in str(find_refusal(state, parts, "desert d3"))
    assert "filled already" in str(find_refusal(state, parts, "c4 m"))
    assert find_refusal(state, parts, "mountain") is None
    assert find_refusal(state, parts, "hello") is None
    refusal = find_refusal(state, parts, "r")
    assert isinstance(refusal, IllegalMove)
    assert refusal.rule == "P4"


def test_L7_plots_that_make_each_other_possible_are_put_in_order() -> None:
    state = play(GAMES["land"].start(2, {"reach": "chain", "herd": "equal"}, {"map": ["g" * 12] * 12}), "roll 6", "roll 1")
    state = play(state, "roll 3", "roll 3", "F6", "roll 1", "roll 1", "A1")
    plots = {str(move): move for move in state.moves()}
    far = begin(state).decide(plots["F7"])
    chain = next(move for move, _ in far.fitting if str(move) == "F8")
    assert [str(move) for move in begin(state).redecide([chain, plots["F7"]]).decided] == ["F7", "F8"]
    assert begin(state).redecide([chain]).decided == ()


def test_a_game_without_parts_of_its_own_is_chosen_word_by_word() -> None:
    state = play(GAMES["nomads"].start(2), "discover C4", "draw desert")
    parts: Parts[Any] = Parts()
    partial = PartialMove.begin(state, parts)
    assert partial.open[:2] == ("first", "second")
    assert partial.values("first") == ["discover", "city", "activate", "road"]
    assert str(partial.choose({"first": "road"}).move) == "road C4"
    assert [str(reading.move) for reading in read(state, parts, "ro", begun=True)] == ["road C4"]
    assert str(PartialMove.begin(state, parts).refusal({"first": "road", "second": "B1"})) != ""


@pytest.mark.parametrize("text", ["column B row 3 terrain F", "column B F row 3"])
def test_what_follows_a_part_that_is_named_is_read_too(text: str) -> None:
    state = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    assert [str(partial.move) for partial in read(state, GAMES["pastures"].parts, text)] == ["B3 F"]


def test_a_reason_names_no_place_that_nobody_has_chosen() -> None:
    start = begin(GAMES["nomads"].start(2))
    assert str(start.refusal({"action": "road"})) == "A road goes on grass or desert, not on an empty space."
    assert str(start.refusal({"action": "activate"})) == "Only a tile can be activated, not an empty space."
    assert str(start.refusal({"action": "activate", "column": "C", "row": "1"})) == str(start.refusal({"action": "activate"}))
    assert start.refusal({"column": "J"}) is None, "each action has a reason of its own"


def test_N7_what_cannot_be_activated_has_one_reason_whatever_space_is_meant() -> None:
    state = play(GAMES["nomads"].start(2), "city A2", "city B2")
    for square in [Square(x, y) for y in range(4) for x in range(8)]:
        if str(square) not in ("A1", "A2", "B2"):
            state = play(state, f"discover {square}", f"draw {'desert' if square.y else 'grass'}")
    begun = begin(state).choose({"action": "activate"})
    assert [str(begun.refusal(square_parts(Square.read(name)))) for name in ("C2", "B1", "E8")] == [
        "C2 has no empty space next to it to fill.",
        "Barbarians move to A1 first, so no tile fits there, and no other empty space is next to B1.",
        "Only a tile can be activated, not an empty space.",
    ]
    assert str(begin(state).refusal(square_parts(Square.read("B2")))) == "B2 has no empty space next to it to fill."


def test_N7_a_refused_space_has_the_reason_that_holds_after_what_was_chosen() -> None:
    state = play(GAMES["nomads"].start(2), "discover A2", "draw desert", "discover F6", "draw grass")
    begun = begin(state).choose({"action": "activate"})
    chosen = begun.choose(square_parts(Square.read("A2")))
    reasons = [str(each.refusal(square_parts(Square.read(name)))) for each in (begun, chosen) for name in ("A1", "E8")]
    assert reasons == [
        "Barbarians move to A1 first, so no tile fits there.",
        "Only a tile can be activated, not an empty space.",
        "Barbarians move to A1 first, so no tile fits there.",
        "E8 is not next to A2: they have to share a side.",
    ]
    drawn = play(state, "activate F6 F5", "draw grass", "draw desert", "draw oasis")
    why = str(begin(drawn).refusal(square_parts(Square.read("E8"))))
    assert why == "First take one of the tiles that were drawn: oasis or desert."

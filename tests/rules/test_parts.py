"""The words of a partial move: the columns, rows and squares that a typed word names."""

from __future__ import annotations

from typing import Any

from rules import GAMES
from rules.parts import Parts, find_named, matches, square_meanings, square_of, square_parts
from rules.squares import LAST_ROW, Square


def test_a_whole_word_names_a_column_a_row_or_a_square() -> None:
    cases: list[tuple[str, list[dict[str, str]]]] = [
        ("c", [{"column": "C"}]),
        ("z", [{"column": "Z"}]),
        ("4", [{"row": "4"}]),
        ("04", [{"row": "4"}]),
        ("12", [{"row": "12"}]),
        ("c4", [{"column": "C", "row": "4"}]),
        ("c04", [{"column": "C", "row": "4"}]),
        ("c12", [{"column": "C", "row": "12"}]),
        ("0", []),
        ("c0", []),
        ("123", []),
        ("cc4", []),
        ("", []),
        ("é", []),
    ]
    for word, meanings in cases:
        assert list(square_meanings(word, begun=False)) == meanings, word


def test_a_row_that_is_still_being_typed_may_get_one_more_digit() -> None:
    rows = [row for row in ("1", *map(str, range(10, 20))) if int(row) <= LAST_ROW]
    assert [told["row"] for told in square_meanings("1", begun=True)] == rows
    assert list(square_meanings("c1", begun=True)) == [{"column": "C", "row": row} for row in rows]
    last = str(LAST_ROW)
    assert list(square_meanings(last, begun=True)) == [{"row": last}]
    assert [told["row"] for told in square_meanings(last[:-1], begun=True)][-1] == last


def test_a_column_that_is_still_being_typed_is_one_letter() -> None:
    assert list(square_meanings("c", begun=True)) == [{"column": "C"}]


def test_a_square_is_told_as_the_parts_that_make_it() -> None:
    for square in (Square(0, 0), Square(2, 3), Square(25, LAST_ROW - 1)):
        assert square_of(square_parts(square)) == square
    assert square_parts(Square(2, 3)) == {"column": "C", "row": "4"}


def test_every_square_has_its_name_and_is_found_by_it_however_it_is_written() -> None:
    for x, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):
        for y in range(99):
            assert str(Square(x, y)) == f"{letter}{y + 1}"
            for name in (f"{letter}{y + 1}", f" {letter.lower()} 0{y + 1} "):
                assert Square.read(name) == (x, y)
    for outside in (Square(-1, 0), Square(0, -1), Square(26, 0), Square(0, 99)):
        assert str(outside) == "that far out"
        assert not outside.has_name


def test_parts_that_name_no_square_make_none() -> None:
    cases: list[dict[str, str]] = [{}, {"column": "C"}, {"row": "4"}, {"column": "C", "row": "x"}, {"column": "", "row": "4"}]
    for move_parts in cases:
        assert square_of(move_parts) is None, move_parts


def test_a_name_counts_when_it_is_whole_or_begun() -> None:
    assert matches("forest", "forest", begun=False)
    assert not matches("for", "forest", begun=False)
    assert matches("for", "forest", begun=True)
    assert not matches("orest", "forest", begun=True)


def test_a_whole_name_counts_before_names_that_only_begin_with_the_word() -> None:
    names = {"mine": "mine", "mines": "mine", "mined": "other", "mountain": "mountain"}
    assert find_named("mine", names, begun=True) == ["mine"]
    assert find_named("min", names, begun=True) == ["mine", "other"]
    assert find_named("m", names, begun=True) == ["mine", "other", "mountain"]
    assert find_named("m", names, begun=False) == []


def test_a_move_of_any_game_is_told_and_made_word_by_word() -> None:
    state = GAMES["nomads"].start(2)
    parts: Parts[Any] = Parts()
    move = state.parse("discover C4")
    assert parts.describe(state, move) == ({"first": "discover", "second": "C4"},)
    assert parts.build(state, {"first": "discover", "second": "C4"}) == move
    assert parts.build(state, {"second": "C4", "first": "discover"}) == move
    assert parts.build(state, {"first": "huh"}) is None
    assert {"second": "C4"} in parts.meanings(state, "c4", begun=False)
    assert {"first": "discover"} not in parts.meanings(state, "disc", begun=False)
    assert {"first": "discover"} in parts.meanings(state, "disc", begun=True)
    assert (parts.noun("first"), parts.noun("nothing")) == ("the first word", "a word")

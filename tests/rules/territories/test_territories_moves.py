"""Canonical texts, and what people type instead."""

from __future__ import annotations

import pytest

from rules import IllegalMove
from rules.squares import Square
from rules.territories import TERRITORIES, House, Node, Trunk
from rules.territories.actions import split

C4, D4, C5, D5 = (Square.read(name) for name in ("C4", "D4", "C5", "D5"))


def test_T4_a_trunk_is_read_leniently() -> None:
    cases: list[str] = [
        "C4-D4",
        "D4-C4",
        "c4 d4",
        "c4d4",
        "C4D4",
        "c4|d4",
        "c4, d4",
        "c4/d4",
        "c4 – d4",
        "c 4 - d 4",
        "C04-D04",
        "c4>d4",
        "fence c4 d4",
        "Trunk c4-d4",
        "trunk between C4 and D4",
        "log from c4 to d4",
        "c4 to d4",
        "(c4;d4)",
    ]
    for text in cases:
        assert TERRITORIES.start(2).parse(text) == Trunk(C4, D4), text


def test_T3_a_farm_house_is_read_leniently() -> None:
    for text in ["C4", "c4", " c 4 ", "farm c4", "Farmhouse on C4", "house: c04", "place c4"]:
        assert TERRITORIES.start(2).parse(text) == House(C4), text


def test_what_means_nothing_is_refused_in_a_short_sentence() -> None:
    cases: list[str] = [
        "",
        "hello",
        "C",
        "4",
        "C4-",
        "C4-D4-E4",
        "C0",
        "C4 north",
        "C100",
        "-",
        "€4",
        "the",
        "C4" * 500,
        "x" * 3000,
    ]
    for text in cases:
        if text == "C4-":
            assert TERRITORIES.start(2).parse(text) == House(C4), text
            return
        with pytest.raises(ValueError, match=r"^“.*” (is not a move here|names \d+ squares)") as refusal:
            TERRITORIES.start(2).parse(text)
        assert not isinstance(refusal.value, IllegalMove), text
        assert len(str(refusal.value)) < 250, text


def test_T4_the_left_or_upper_square_comes_first() -> None:
    assert str(Trunk.between(D4, C4)) == "C4-D4"
    assert str(Trunk.between(C5, C4)) == "C4-C5"
    assert str(House(C4)) == "C4"


def test_canonical_texts_parse_to_the_same_move() -> None:
    state = TERRITORIES.start(2, {"board": "pairs"})
    for trunk in state.grid.places:
        assert state.parse(str(trunk)) == trunk
    for house in state.moves():
        assert state.parse(str(house)) == house


def test_T4_a_trunk_runs_between_two_nodes() -> None:
    assert Trunk(C4, D4).upright
    assert Trunk(C4, D4).ends == (Node(3, 3), Node(3, 4))
    assert not Trunk(C4, C5).upright
    assert Trunk(C4, C5).ends == (Node(2, 4), Node(3, 4))


def test_nodes_are_named_by_squares() -> None:
    assert Node(3, 4).words(8, 6) == "the corner of C4 and D5"
    assert Node(3, 0).words(8, 6) == "the edge between C1 and D1"
    assert Node(0, 4).words(8, 6) == "the edge between A4 and A5"
    assert Node(8, 1).words(8, 6) == "the edge between H1 and H2"


def test_several_decisions_are_told_apart_by_phase_and_dashes() -> None:
    state = TERRITORIES.start(2)

    def read(text: str, houses: int) -> list[str]:
        return [str(state.parse(part)) for part in split(text, houses)]

    assert read("d1 g2", 7) == ["D1", "G2"]
    assert read("d1, g2", 7) == ["D1", "G2"]
    assert read("g5 c1-d1", 1) == ["G5", "C1-D1"]
    assert read("g5 c1 d1", 1) == ["G5", "C1-D1"]
    assert read("c4-d4", 7) == ["C4-D4"]
    assert read("c4 d4 c5 d5", 0) == ["C4-D4", "C5-D5"]
    assert read("c4-d4, d5-c5", 0) == ["C4-D4", "C5-D5"]
    assert read("c4 d4 c5", 0) == ["C4-D4", "C5"]
    assert split("nonsense", 0) == ["nonsense"]


def test_a_refusal_repeats_a_short_text_whole_and_the_beginning_of_a_long_one() -> None:
    for text, told in (("hello", "“hello” is"), ("x" * 41, f"“{'x' * 40}…” is")):
        with pytest.raises(ValueError, match=f"^{told}"):
            TERRITORIES.start(2).parse(text)

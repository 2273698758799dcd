"""Directions and spaces as words of a move in Nomads."""

from __future__ import annotations

import pytest

from rules.nomads.actions import Activate, read
from rules.squares import Square


def test_N7_a_direction_is_one_step() -> None:
    cases: list[tuple[str, str]] = [
        ("up north n above", "C3"),
        ("left west w", "B4"),
        ("right east e", "D4"),
        ("down south s below", "C5"),
    ]
    for words, to in cases:
        for word in words.split():
            assert read(f"activate c4 {word}") == Activate(Square.read("C4"), Square.read(to)), word


def test_a_space_alone_is_answered_with_what_can_be_done_there() -> None:
    with pytest.raises(ValueError, match="What about C4"):
        read("c4")

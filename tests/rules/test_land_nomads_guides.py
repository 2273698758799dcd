"""The guides of Land and Nomads contain the facts that players need."""

from __future__ import annotations

from typing import Any

import pytest

from render.games.land.house_rules import ORIGINAL, WORDS
from rules import GAMES
from rules.files import DATA


def guide(game: str) -> str:
    return (DATA / "guides" / f"{game}.md").read_text(encoding="utf-8")


def test_every_option_is_explained() -> None:
    for game in GAMES:
        options: Any = type(GAMES[game].start(2).options)
        for name in options.model_fields:
            assert f"`{name}" in guide(game), name


def test_L14_every_house_rule_is_explained_and_that_resident_cows_add_to_equal_herds() -> None:
    text = guide("land")
    for option, (_, values) in WORDS.items():
        for value in values:
            if value != getattr(ORIGINAL, option):
                assert f"`{option}: {value}`" in text
    (line,) = (line for line in text.splitlines() if "`herd: equal`" in line)
    assert "resident cows" in line


def test_the_guide_of_nomads_tells_what_the_end_turns_on() -> None:
    cases: list[tuple[str, str]] = [
        ("N10", "joins roads that were apart"),
        ("N12", "at the arrow if none was"),
        ("N13", "among equals"),
        ("N14", "go home for good"),
        ("N7", "but your turn is over"),
        ("N13, tribute", "`pay` 10 points"),
    ]
    for rule, words in cases:
        assert words in guide("nomads"), rule


@pytest.mark.parametrize(("game", "letter", "last"), [("land", "L", 14), ("nomads", "N", 16)])
def test_rules_are_cited_by_their_numbers(game: str, letter: str, last: int) -> None:
    text = guide(game)
    assert f"({letter}{last})" in text or f"{letter}{last})" in text
    assert f"{letter}{last + 1}" not in text

"""T1: the shipped boards, and what the loader and a set-up refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.squares import Square
from rules.territories import BOARDS, TERRITORIES, BoardName, TerritoriesOptions, load_board, shipped_board

SHIPPED: tuple[BoardName, ...] = get_args(BoardName)
GOOD = {"title": "Good", "about": "A board.", **shipped_board("classic").setup}
CUSTOM = {"width": 4, "height": 4, "spots": ["A1", "B1", "C1", "D1", "A4", "B4", "C4", "D3"]}


def test_T1_the_option_names_every_board_file_and_no_other() -> None:
    assert sorted(SHIPPED) == sorted(path.stem for path in BOARDS.glob("*.json"))
    assert len(SHIPPED) >= 3


def test_T1_a_shipped_board_has_eight_spots_and_the_half_turn() -> None:
    for name in SHIPPED:
        board = shipped_board(name)
        assert 6 <= board.width <= 12, name
        assert 6 <= board.height <= 12, name
        spots = {Square.read(spot) for spot in board.spots}
        assert len(spots) == 8, name
        assert {Square(board.width - 1 - x, board.height - 1 - y) for x, y in spots} == spots, name
        assert TERRITORIES.start(2, {"board": name}).setup == board.setup, name


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"width": 5}, "width"),
        ({"height": 13}, "height"),
        ({"spots": GOOD["spots"][:7]}, "spots"),
        ({"spots": ["A1", *GOOD["spots"][1:]]}, "half-turn"),
        ({"spots": ["D1", "D1", "E6", "E6", *GOOD["spots"][:4]]}, "same square"),
        ({"spots": ["Z9", *GOOD["spots"][1:]]}, "Z9"),
        ({"spots": ["one", *GOOD["spots"][1:]]}, "one"),
        ({"title": ""}, "title"),
        ({"about": "long" * 50}, "about"),
        ({"colour": "green"}, "colour"),
    ],
)
def test_T1_the_loader_refuses_a_bad_file_by_its_name(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    path = tmp_path / "lake.json"
    path.write_text(json.dumps(GOOD))
    assert load_board(path).title == "Good"
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(ValueError, match=rf"lake\.json is not a board: .*{complaint}"):
        load_board(path)


def test_T1_the_loader_refuses_what_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "lake.json"
    path.write_text("{")
    with pytest.raises(ValueError, match=r"lake\.json is not a board"):
        load_board(path)


def test_T1_a_set_up_needs_no_symmetry_and_may_be_small() -> None:
    assert TERRITORIES.start(2, setup=CUSTOM).setup == CUSTOM
    lower = {**CUSTOM, "spots": [spot.lower() for spot in CUSTOM["spots"]]}
    assert TERRITORIES.start(2, setup=lower).setup == CUSTOM


def test_T1_a_bad_set_up_is_refused_in_words() -> None:
    cases: list[dict[str, Any]] = [
        {"width": 3},
        {"height": 13},
        {"width": "wide"},
        {"spots": CUSTOM["spots"][:7]},
        {"spots": [*CUSTOM["spots"], "B2"]},  # type: ignore[misc]
        {"spots": ["B1", *CUSTOM["spots"][1:]]},
        {"spots": ["E1", *CUSTOM["spots"][1:]]},
        {"spots": None},
        {"title": "Mine"},
    ]
    for change in cases:
        with pytest.raises(ValueError, match="not a board for Territories"):
            TERRITORIES.start(2, setup=CUSTOM | change)


def test_options_are_described_and_bounded() -> None:
    for field in TerritoriesOptions.model_fields.values():
        assert field.description
        assert len(field.description) <= 100
    with pytest.raises(ValueError, match="board"):
        TERRITORIES.start(2, {"board": "moon"})
    with pytest.raises(ValueError, match="farms"):
        TERRITORIES.start(2, {"farms": "some"})
    with pytest.raises(ValueError, match="2 players"):
        TERRITORIES.start(3)

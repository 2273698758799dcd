"""Every version of the program replays the kept games to the same positions and the same results (README.md)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from rules import GAMES, Record
from tests.records.facts import digest, mark
from tools import make_records

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.json"))
LEAST = 12
"""Kept games of each game."""


@cache
def read(path: Path) -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_game_replays_to_the_same_positions_and_result(path: Path) -> None:
    kept = read(path)
    record = Record.model_validate(kept["record"])
    states = record.states()
    assert record.actions == kept["record"]["actions"], "the texts are canonical still"
    for position, (state, wanted) in enumerate(zip(states, kept["marks"].split(), strict=True)):
        assert mark(state) == wanted, f"{path.stem} is another game after {record.actions[:position][-1:]} ({position} actions)"
    assert digest(states) == kept["positions"]
    assert list(states[-1].scores) == kept["scores"]
    assert states[-1].winners == tuple(kept["winners"])


def kept_of(game: str) -> list[dict[str, Any]]:
    return [read(path) for path in FILES if path.parent.name == game]


def test_enough_games_are_kept_of_every_game() -> None:
    for game in GAMES:
        kept = kept_of(game)
        assert len(kept) >= LEAST, game
        assert all(one["record"]["game"] == game for one in kept), game
        last = [one["record"]["actions"][-1].split()[0] for one in kept]
        assert "drop" in last, f"{game}: somebody gives up, which ends the game"
        assert "draw" in last, f"{game}: a draw is agreed"
        assert len(kept) - last.count("drop") - last.count("draw") >= LEAST / 2, f"{game}: played to the end"


def test_the_kept_games_cover_seats_options_and_set_ups() -> None:
    for game in GAMES:
        records = [one["record"] for one in kept_of(game)]
        assert {record["seats"] for record in records} == set(GAMES[game].seats), game
        for name, field in GAMES[game].Options.model_fields.items():
            used = {record["options"].get(name, field.default) for record in records}
            if get_origin(field.annotation) is Literal:
                assert used == set(get_args(field.annotation)), name
            else:
                assert len(used) > 1, name
        first = records[0]["setup"]
        assert not first or len({json.dumps(record["setup"]) for record in records}) > 2, (
            f"{game}: maps, boards or bags from outside too"
        )


def test_a_kept_game_is_never_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = next(plan for plan in make_records.PLANS if plan.name == "draw-at-once")
    monkeypatch.setattr(make_records, "FOLDER", tmp_path)
    monkeypatch.setattr(make_records, "PLANS", (plan,))
    make_records.main()
    (path,) = tmp_path.glob("*/*.json")
    path.write_text("kept")
    make_records.main()
    assert path.read_text() == "kept"

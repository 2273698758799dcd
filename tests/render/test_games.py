"""How a game's renderer is found, and that every game's folder has the same files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import render.games
from render import renderer_of
from render.games import RENDERERS
from render.games.base import _outdoes
from rules import GAMES


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    """The registry, put back as it was after the test."""
    monkeypatch.setattr(render.games, "RENDERERS", entries := dict(RENDERERS))
    return entries


def test_every_game_has_a_renderer() -> None:
    for name, game in GAMES.items():
        assert renderer_of(name, game.version) is renderer_of(name)


def test_a_version_without_a_renderer_of_its_own_gets_the_newest(registered: dict[Any, Any]) -> None:
    older, newest = object(), object()
    registered["chess", 2] = older
    registered["chess", 4] = newest
    assert renderer_of("chess") is newest
    assert [renderer_of("chess", version) for version in (1, 2, 3, 4, 5)] == [newest, older, newest, newest, newest]


def test_a_game_without_a_renderer_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="chess"):
        renderer_of("chess", 1)


def test_every_folder_has_the_same_files() -> None:
    for game in sorted({name for name, _ in RENDERERS}):
        folder = Path(render.games.__path__[0], game)
        assert {"renderer", "alt", "news", "words", "art"} <= {path.stem for path in folder.iterdir()}, game


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("It leaves your opponent a castle of 3 points at most.", "It leaves your opponent a castle of 5 points at most."),
        ("It brings 2 extra cows for your next turn.", "It brings an extra cow for your next turn."),
        ("From there you reach 4 more free plots.", "From there you reach 1 more free plot."),
        ("It helps your best castle by 3 points more than theirs.", "It helps your best castle by 1 point more than theirs."),
    ],
)
def test_a_reason_outdoes_the_same_one_with_a_number_that_is_no_better(better: str, worse: str) -> None:
    assert (_outdoes(better, worse), _outdoes(worse, better), _outdoes(better, better)) == (True, False, True)


def test_a_reason_about_one_player_never_outdoes_that_about_another() -> None:
    told = ["player 3", "player 4", "Bot 7", "Bot 8"]
    reasons = [f"Otherwise {name} could take C4 next." for name in told]
    assert [[_outdoes(one, other) for other in reasons] for one in reasons] == [[a == b for a in told] for b in told]

"""The guides for players: there for every game, short enough to be shown, and summed up in their first line."""

from __future__ import annotations

from typing import Any

import pytest

from rules import GAMES, Game
from rules.files import DATA


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_game_has_a_guide_that_begins_with_a_summary(game: Game[Any]) -> None:
    guide = (DATA / "guides" / f"{game.name}.md").read_text(encoding="utf-8")
    assert 500 < len(guide) <= 3500
    summary, blank, *rest = guide.splitlines()
    assert not summary.startswith("#")
    assert summary.endswith(".")
    assert len(summary) <= 150
    assert blank == ""
    assert any(rest)

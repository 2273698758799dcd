"""Every game has a guide for players: it fits into a message, and its first line sums it up."""

from __future__ import annotations

from rules import GAMES
from rules.files import DATA


def test_each_game_has_a_guide_that_begins_with_a_summary() -> None:
    for game in GAMES.values():
        guide = (DATA / "guides" / f"{game.name}.md").read_text(encoding="utf-8")
        assert 500 < len(guide) <= 3500, game
        summary, blank, *rest = guide.splitlines()
        assert not summary.startswith("#"), game
        assert summary.endswith("."), game
        assert len(summary) <= 150, game
        assert blank == "", game
        assert any(rest), game


def test_P1_the_guide_of_pastures_names_the_options_and_the_sizes() -> None:
    guide = (DATA / "guides" / "pastures.md").read_text(encoding="utf-8")
    fields = GAMES["pastures"].Options.model_json_schema()["properties"]
    assert all(f"`{name}" in guide for name in fields)
    sizes = {(fields[name]["minimum"], fields[name]["maximum"]) for name in ("width", "height")}
    assert [f"{least} to {most}" in guide for least, most in sizes] == [True]


def test_T8_the_guide_of_territories_tells_of_a_fence_of_one_trunk() -> None:
    guide = (DATA / "guides" / "territories.md").read_text(encoding="utf-8")
    (beginning,) = (line for line in guide.splitlines() if "(T8)" in line)
    assert "closed with this one trunk" in beginning

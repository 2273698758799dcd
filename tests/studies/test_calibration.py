"""Whether what is foretold happens: the report on estimates."""

from __future__ import annotations

from random import Random

import pytest

from studies.calibration import Foretold, Setting, best_power, lines, main, play_game


def estimates(share: float, many: int, happens: float, seed: int = 1) -> list[list[Foretold]]:
    """Games with one estimate for each of two seats; the first wins as often as said."""
    random, games = Random(seed), list[list[Foretold]]()
    for _ in range(many):
        won = float(random.random() < happens)
        games.append([Foretold("fill", 0, share, won, 1.0, 3), Foretold("fill", 1, 1 - share, 1 - won, -1.0, -3)])
    return games


def test_buckets_set_what_was_foretold_beside_what_happened() -> None:
    report = lines(estimates(0.75, 400, 0.75))
    rows = [line.split() for line in report if "±" in line]
    assert [row[0] for row in rows] == ["25.0%", "75.0%"]
    assert [float(row[1].rstrip("%")) for row in rows] == pytest.approx([25, 75], abs=5)
    assert "margin in fill: off by 2.0 points (800 estimates)" in report


def test_the_power_says_whether_estimates_are_too_timid_or_too_bold() -> None:
    flat = [[each for game in estimates(0.7, 2000, happens) for each in game] for happens in (0.9, 0.7, 0.55)]
    timid, right, bold = map(best_power, flat)
    assert timid > 1.5
    assert right == pytest.approx(1, abs=0.2)
    assert bold < 0.5


def test_the_same_game_is_judged_the_same_way_again() -> None:
    setting = Setting("land", 2, 3, 10, 10, 3, 0)
    assert play_game(setting, 1) == play_game(setting, 1) != play_game(setting, 2)
    assert len(play_game(setting, 1)) == 6


def test_the_command_prints_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["territories", "--games", "2", "--work", "20", "--judging", "20", "--level", "2"]) == 0
    told = capsys.readouterr().out
    assert "2 games, 16 estimates" in told
    assert "Brier score" in told

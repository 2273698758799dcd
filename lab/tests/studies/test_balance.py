"""How a game plays between players of one strength."""

from __future__ import annotations

import pytest

from lab.studies.balance import BalanceGame, lines, play_game
from lab.studies.command import main
from lab.studies.match import setting_of


def test_a_shared_win_counts_in_parts() -> None:
    games = [
        BalanceGame((9, 3), (0,), 5, 7, (0, 1), ()),
        BalanceGame((4, 4), (0, 1), 9, 8, (0, 1), ()),
        BalanceGame((0, 0), (), 4, 8, (0, 1), ()),
    ]
    assert [game.share(1) for game in games] == [0, 0.5, 0]
    report = "\n".join(lines(3, games))
    assert "level 3 in every seat: 3 games" in report
    assert "seat 0 50.0% ± 28.9%, seat 1 16.7% ± 16.7%" in report
    assert "shared           33.3%" in report
    assert "nobody won       33.3%" in report
    assert "margin           2.0 points" in report
    assert "turns            6.0 a game (4 to 9)" in report
    assert "favourite" not in report


def test_the_favourite_is_compared_with_who_won() -> None:
    first, second = (0.8, 0.2), (0.4, 0.6)
    games = [BalanceGame((9, 3), (0,), 5, 7, (0, 1), (first, second)), BalanceGame((3, 9), (1,), 5, 7, (0, 1), (first, second))]
    assert lines(5, games)[-1].count("50.0% ± 50.0%") == 2
    assert "100.0%" in lines(5, [games[0]._replace(favourites=(first, first))])[-1]


def test_l4_wins_are_told_by_place_where_the_order_of_play_is_rolled() -> None:
    games = [BalanceGame((9, 3), (0,), 5, 7, (1, 0), ()), BalanceGame((3, 9), (1,), 5, 7, (1, 0), ())]
    assert "by place         place 1 50.0%" in "\n".join(lines(5, games))
    assert "by place         place 1 0.0%" in "\n".join(lines(5, games[:1]))


@pytest.mark.parametrize("game", ["territories", "pastures"])
def test_the_same_game_is_played_again_the_same_way(game: str) -> None:
    setting = setting_of(game, ("1", "1"), work=5, seed=2)
    one = play_game(setting, 1, 3, True)
    assert one == play_game(setting, 1, 3, True) != play_game(setting, 1, 4, True)
    assert len(one.favourites) == 4
    assert all(sum(shares) == pytest.approx(1) for shares in one.favourites)


def test_the_command_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["balance", "territories", "--level", "1", "--games", "2", "--work", "9", "--option", "board=rim"]
    assert main(words) == 0
    assert "level 1 in every seat: 2 games" in capsys.readouterr().out
    assert main([*words, "--games", "0"]) == 2
    assert main([*words, "--option", "board=moon"]) == 2

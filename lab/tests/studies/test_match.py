"""Matches between players: pairs of games, and what a report makes of them."""

from __future__ import annotations

from math import inf

import pytest

from lab.studies.command import main
from lab.studies.match import MatchGame, play_pair, rotate, score_pair, setting_of
from lab.studies.report import Estimate, elo, estimate, shares
from players import PLAYERS


def played(lineup: str, scores: tuple[int, ...], winners: tuple[int, ...]) -> MatchGame:
    return MatchGame(lineup, scores, winners, 1, (0.0, 0.0))


def test_a_lineup_is_turned_round_the_table_each_way_once() -> None:
    assert rotate("AB") == ["AB", "BA"]
    assert rotate("ABAB") == ["ABAB", "BABA"]
    assert rotate("ABBB") == ["ABBB", "BABB", "BBAB", "BBBA"]


def test_the_sum_of_margins_decides_a_pair() -> None:
    assert score_pair((played("AB", (10, 4), (0,)), played("BA", (9, 4), (0,)))) == 1.0
    assert score_pair((played("AB", (10, 4), (0,)), played("BA", (12, 4), (0,)))) == 0.0
    assert score_pair((played("AB", (10, 4), (0,)), played("BA", (10, 4), (0,)))) == 0.5


def test_a_game_that_nobody_wins_has_the_margin_0() -> None:
    nobody = played("AB", (3, 0), ())
    assert nobody.margin == 0
    assert score_pair((nobody, played("BA", (0, 1), (1,)))) == 1.0
    assert score_pair((nobody, nobody)) == 0.5


def test_wins_for_a_seat_are_told_against_the_average() -> None:
    games = [played("ABBB", (9, 1, 1, 1), (0,)), played("BABB", (9, 1, 1, 1), (0,)), played("BBAB", (0, 0, 0, 0), ())]
    assert shares(games, "A") == 2.0
    assert shares(games, "B") == pytest.approx(2 / 3)


@pytest.mark.parametrize("game", PLAYERS)
def test_the_same_pair_is_played_again_the_same_way(game: str) -> None:
    setting = setting_of(game, ("random", "random"), work=1, opening=3, seed=5)
    assert [each[:4] for each in play_pair(setting, 1)] == [each[:4] for each in play_pair(setting, 1)]
    assert [each[:4] for each in play_pair(setting, 1)] != [each[:4] for each in play_pair(setting, 2)]


def test_elo_goes_with_the_share_of_wins() -> None:
    assert elo(Estimate(0.5, 0.1)).mean == 0
    assert elo(Estimate(10 / 11, 0.1)).mean == pytest.approx(400)
    assert elo(estimate([1.0, 1.0])).mean == inf


def test_an_estimate_has_an_error_also_where_all_was_won() -> None:
    assert estimate([0.0, 1.0, 0.0, 1.0]).error == pytest.approx(0.2887, abs=1e-4)
    assert 0 < estimate([1.0] * 40).error < 0.03


def test_the_command_prints_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "territories", "random", "random", "--pairs", "2", "--opening", "2"]) == 0
    assert "pairs won by A" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["nomads", "best", "random"], "no contestant best"),
        (["nomads", "random", "random", "--lineup", "AXB"], "letters A and B"),
        (["nomads", "random", "random", "--lineup", "AA"], "both of them"),
        (["nomads", "random", "random", "--option", "tiles=none"], "tiles"),
    ],
)
def test_what_cannot_be_played_is_told(words: list[str], answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words]) == 2
    assert answer in capsys.readouterr().err

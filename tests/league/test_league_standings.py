"""Points, places and tie-breaks, each by the rule that members read."""

from __future__ import annotations

from bot.league.standings import LeagueGame, Line, Outcome, compute, judge, not_played


def _pair(one: int, other: int, first: float, second: float) -> list[LeagueGame]:
    """Both games of a pair; the margins are those of ``one``."""
    return [LeagueGame((one, other), _by(first)), LeagueGame((other, one), _by(-second))]


def _by(margin: float) -> Outcome:
    return Outcome((1 if margin >= 0 else 2, 1 if margin <= 0 else 2), (margin, -margin))


def _lines(members: int, games: list[LeagueGame], computers: tuple[int, ...] = ()) -> dict[int, Line]:
    return {line.member: line for line in compute(range(members), games, computers)}


def test_the_sum_of_margins_decides_a_pair() -> None:
    lines = _lines(2, _pair(0, 1, 7, -3))
    assert (lines[0].points, lines[1].points, lines[0].margin) == (2, 0, 4)


def test_an_equal_sum_is_a_point_for_each() -> None:
    lines = _lines(2, _pair(0, 1, 7, -7))
    assert (lines[0].points, lines[1].points) == (1, 1)


def test_a_pair_gives_no_points_before_both_games_are_over() -> None:
    lines = _lines(2, [LeagueGame((0, 1), _by(5)), LeagueGame((1, 0))])
    assert (lines[0].points, lines[0].played, lines[0].to_come) == (0, 1, 1)


def test_who_gives_up_a_game_of_a_pair_loses_it() -> None:
    given_up = Outcome((2, 1), (0, 0), gone=(0,))
    lines = _lines(2, [LeagueGame((0, 1), given_up), LeagueGame((1, 0), _by(-20))])
    assert (lines[0].points, lines[1].points) == (0, 2)


def test_a_single_game_decides_where_one_is_played() -> None:
    assert _lines(2, [LeagueGame((0, 1), _by(-1))])[1].points == 2


def test_points_at_a_table_go_by_place_and_a_shared_place_shares_them() -> None:
    four = LeagueGame((0, 1, 2, 3), Outcome((1, 2, 2, 4), (5, -5, -5, -9)))
    three = LeagueGame((2, 1, 0), Outcome((1, 1, 3), (0, 0, -4)))
    lines = _lines(4, [four, three])
    assert [lines[member].points for member in range(4)] == [6, 3 + 4.5, 3 + 4.5, 0]


def test_equal_points_are_decided_by_the_direct_result() -> None:
    games = [*_pair(0, 1, -1, 0), *_pair(0, 2, 9, 9), *_pair(0, 3, 9, 9)]
    games += [*_pair(1, 2, -1, 0), *_pair(1, 3, 1, 0), *_pair(2, 3, -1, 0)]
    lines = _lines(4, games)
    assert (lines[0].points, lines[1].points) == (4, 4)
    assert (lines[1].place, lines[0].place) == (1, 2)


def test_then_by_the_margin_then_by_fewer_losses_on_time() -> None:
    lines = _lines(3, [*_pair(0, 1, 1, 0), *_pair(1, 2, 3, 0), *_pair(2, 0, 5, 0)])
    assert {line.points for line in lines.values()} == {2}
    assert list(lines) == [1, 2, 0]
    late = Outcome((2, 1), (0, 0), gone=(0,), late=(0,))
    drawn = Outcome((2, 1), (0, 0), gone=(0,))
    lines = _lines(2, [LeagueGame((0, 1), late), LeagueGame((1, 0), drawn)])
    assert (lines[0].points, lines[1].points, lines[0].place, lines[1].place) == (1, 1, 2, 1)


def test_what_is_equal_in_everything_shares_the_place() -> None:
    lines = _lines(3, [*_pair(0, 1, 1, 0), *_pair(1, 2, 1, 0), *_pair(2, 0, 1, 0)])
    assert [line.place for line in lines.values()] == [1, 1, 1]


def test_a_computer_takes_no_place_of_honour() -> None:
    lines = _lines(3, [*_pair(0, 1, 5, 5), *_pair(0, 2, -5, -5), *_pair(1, 2, -5, -5)], computers=(2,))
    assert (lines[2].place, lines[0].place, lines[1].place) == (None, 1, 2)


def test_games_not_begun_are_lost_by_who_withdrew_and_by_both_if_both_did() -> None:
    lines = _lines(2, [LeagueGame((0, 1), not_played(2, {0})), LeagueGame((1, 0), not_played(2, {1}))])
    assert (lines[0].points, lines[1].points) == (0, 2)
    lines = _lines(2, [LeagueGame((0, 1), not_played(2, {0, 1}))])
    assert (lines[0].points, lines[1].points) == (0, 0)


def test_games_not_begun_at_the_end_of_the_season_are_shared() -> None:
    lines = _lines(2, [LeagueGame((0, 1), not_played(2, ())), LeagueGame((1, 0), not_played(2, ()))])
    assert (lines[0].points, lines[1].points) == (1, 1)


def test_who_withdrew_before_a_table_began_gets_no_points_there() -> None:
    game = LeagueGame((0, 1, 2, 3), Outcome((1, 3, 2, 3), (4, 0, -4, 0), absent=(1, 3)))
    lines = _lines(4, [game])
    assert [lines[member].points for member in range(4)] == [6, 0, 4, 0]


def test_an_unfinished_pair_counts_with_the_expected_margin() -> None:
    outcome = judge((0.7, 0.3), (2.34, -2.34))
    assert outcome == Outcome((1, 2), (2.3, -2.3), why="judged")
    assert _lines(2, [LeagueGame((0, 1), outcome), LeagueGame((1, 0), _by(0))])[0].judged == 1


def test_at_a_table_shares_within_five_points_of_percent_are_equal() -> None:
    assert judge((0.30, 0.35, 0.20, 0.15), (0, 0, 0, 0)).places == (1, 1, 3, 3)
    assert judge((0.28, 0.34, 0.38), (0, 0, 0)).places == (3, 1, 1)


def test_at_a_table_that_is_judged_who_gave_up_or_was_late_comes_last() -> None:
    outcome = judge((0.0, 0.96, 0.04, 0.0), (3, 9, 1, 4), gone=(0, 3), late=(3,))
    assert (outcome.places, outcome.margins) == ((3, 1, 2, 3), (0.0, 9, 1, 0.0))
    assert (outcome.gone, outcome.late) == ((0, 3), (3,))

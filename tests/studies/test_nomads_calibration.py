"""How the calibration of Nomads counts: buckets, errors by games, the Brier score, and that a call repeats another one."""

from __future__ import annotations

import pytest

from studies.nomads.calibration import Sample, brier, bucket_rows, lines, play_games


def test_a_bucket_has_what_was_predicted_and_what_happened() -> None:
    points = [(1, 0.05, 0.0), (2, 0.15, 1.0), (3, 0.2, 0.0), (4, 1.0, 1.0)]
    first, second, last = bucket_rows(points, (0.1, 0.2, 1.0))
    assert (first.times, first.predicted, first.observed) == (1, 0.05, 0.0)
    assert second.predicted == pytest.approx(0.175)
    assert (second.times, second.observed) == (2, 0.5)
    assert (last.times, last.predicted, last.observed) == (1, 1.0, 1.0)


def test_positions_of_one_game_count_as_one_for_the_error() -> None:
    apart = bucket_rows([(game, 0.5, float(game % 2)) for game in range(40)], (1.0,))[0]
    together = bucket_rows([(game // 10, 0.5, float(game // 10 % 2)) for game in range(40)], (1.0,))[0]
    assert apart.error == pytest.approx(0.5 / 40**0.5)
    assert together.error == pytest.approx(0.5 / 4**0.5)


def test_the_brier_score_is_compared_with_that_of_the_base_rates() -> None:
    sure = [Sample(0, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0)), Sample(1, (0.0, 1.0, 0.0), (0.0, 1.0, 0.0))]
    assert brier(sure) == (0.0, 0.5)


def test_a_call_repeats_another_one_and_tells_of_every_seat_and_of_nobody() -> None:
    once, again = (list(play_games(range(2), 2, 3, 10)) for _ in range(2))
    assert once == again
    assert {sample.game for sample in once} == {0, 1}
    assert all(sum(sample.predicted) == pytest.approx(1) for sample in once)
    assert all(sum(sample.happened) == pytest.approx(1) for sample in once)
    report = "\n".join(lines(2, once))
    assert "2 seats: 2 games" in report
    assert "chance that nobody wins" in report

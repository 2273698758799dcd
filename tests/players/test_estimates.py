"""Estimates are those of the level that plays: what a curve makes of them, and what it leaves alone."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from players import PLAYERS
from players.chance import play_chance
from players.estimates import Curve, Estimate, curve_of, logistic, read_curves
from rules import GAMES, State
from tests.players.test_territories_ground import fenced

BOLD = Curve(power=(2.0, 0.0, 0.0), nobody=(2.0, 0.0, 0.0), margin=(2.0, 0.0, 0.0, 0.0, 0.0))


def test_what_is_sure_stays_as_it_is() -> None:
    seen = Estimate((0.5, 0.0), (3.0, -3.0), 0.5, is_sure=True)
    assert (BOLD.shares(seen), BOLD.margins(seen)) == (seen.shares, seen.margins)


def test_the_plain_curve_changes_nothing() -> None:
    for shares in ((0.2, 0.7), (0.3, 0.7), (0.0, 0.4, 0.6), (0.0, 0.0)):
        seen = Estimate(shares, tuple(range(len(shares))), 0.3)
        assert Curve().shares(seen) == pytest.approx(shares)
        assert Curve().margins(seen) == pytest.approx(seen.margins)


def test_a_power_above_1_makes_estimates_bolder_and_keeps_what_cannot_win_at_0() -> None:
    assert BOLD.shares(Estimate((0.25, 0.75), (0.0, 0.0))) == pytest.approx((0.1, 0.9))
    assert BOLD.shares(Estimate((0.0, 0.25, 0.75), (0.0, 0.0, 0.0))) == pytest.approx((0.0, 0.1, 0.9))
    assert sum(BOLD.shares(Estimate((0.25, 0.25), (0.0, 0.0)))) == pytest.approx(0.5)
    assert sum(BOLD.shares(Estimate((0.4, 0.4), (0.0, 0.0)))) == pytest.approx(1 - 0.04 / (0.04 + 0.64))
    assert BOLD.margins(Estimate((0.4, 0.6), (-1.0, 1.0))) == (-2.0, 2.0)


def test_shares_never_add_up_to_more_than_1() -> None:
    random = Random(3)
    for kind in PLAYERS:
        for (seats, _), curve in read_curves(kind).items():
            for _ in range(50):
                parts = [random.random() ** 6 for _ in range(seats + 1)]
                seen = Estimate(tuple(part / sum(parts) for part in parts[:-1]), (0.0,) * seats, random.random())
                assert all(0 <= share <= 1 for share in curve.shares(seen))
                assert sum(curve.shares(seen)) <= 1 + 1e-9


def test_the_first_seat_is_the_one_that_the_estimate_names() -> None:
    curve = Curve(first=2.0, margin=(1.0, 0.0, 0.0, 0.0, 3.0))
    for first in (0, 1):
        seen = Estimate((0.5, 0.5), (0.0, 0.0), 0.5, first=first)
        assert curve.shares(seen)[first] == pytest.approx(logistic(1))
        assert curve.margins(seen)[first] == -curve.margins(seen)[1 - first] == 1.5


def test_of_several_seats_who_lacks_twice_as_much_is_far_less_likely_to_come_out_on_top() -> None:
    curve = Curve(ahead=(0.0, 0.0, 0.1))
    best, near, far = curve.shares(Estimate((0.3, 0.3, 0.3), (20.0, -20.0, -40.0)))
    assert log(best / near) == pytest.approx(0.4)
    assert log(best / far) == pytest.approx(1.6)
    assert curve.shares(Estimate((0.5, 0.5), (20.0, -20.0))) == (0.5, 0.5)


def test_odds_beyond_all_bounds_are_chances() -> None:
    assert 0 < logistic(-1e6) < 1e-9 < 0.5 == logistic(0) < 1 - 1e-9 < logistic(1e6) < 1


def test_every_level_has_a_curve_of_its_own() -> None:
    for kind in PLAYERS:
        for count in {seats for seats, _ in read_curves(kind)}:
            curves = [curve_of(kind, count, level) for level in PLAYERS[kind].levels]
            assert len(set(curves)) == len(curves), (kind, count)
            assert curves[1] == curves[0].mean(curves[2]), (kind, count)


def test_a_number_of_seats_between_two_measured_ones_has_the_mean_of_their_curves() -> None:
    assert curve_of("nomads", 5, 5) == curve_of("nomads", 4, 5).mean(curve_of("nomads", 6, 5))
    assert curve_of("land", 6, 5) == curve_of("land", 2, 5), "the only one"


def test_the_same_lead_is_worth_less_where_beginners_play() -> None:
    state = fenced(Random(2), 3)
    found = [PLAYERS["territories"].shares(state, level=level, work=300, random=Random(1)) for level in (1, 3, 5)]
    assert len(set(found)) == 3
    midway = Estimate((0.6, 0.4), (0.2, -0.2), 0.5)
    told = [curve_of("territories", 2, level)._replace(first=0).shares(midway)[0] for level in (1, 3, 5)]
    assert 0.5 < told[0] < told[1] < told[2]
    assert told[0] < 0.6


def test_a_level_that_answers_plainly_is_told_the_end_of_its_own_attack() -> None:
    """At levels 1 to 3 of Nomads every founder buys off a band from its last city, and only then."""
    player, differs = PLAYERS["nomads"], False
    for seed in (1, 2, 16, 32):
        random = Random(seed)
        state: State = GAMES["nomads"].start(2)
        while state.phase != "attack":
            state = play_chance(state, random)
            state = state.play(random.choice(state.moves()))
            state = play_chance(state, random)
        end = state
        while not end.is_over:
            end = end.play(player.choose(end, level=3, work=1, random=random))
        assert player.shares(state, level=3, work=1, random=random) == player.shares(end, level=3, work=1, random=random)
        assert player.margin(state, level=3, work=1, random=random) == player.margin(end, level=3, work=1, random=random)
        differs |= player.shares(state, level=3, work=1, random=random) != player.shares(state, work=1, random=random)
    assert differs

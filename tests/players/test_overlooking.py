"""Weaker levels overlook moves, which makes them weaker by about the intended amount."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from lab.studies.match import play_pair, score_pair, setting_of
from players import PLAYERS
from players.overlooking import notice, notice_bits
from rules.land import DONE, LAND
from tests.players.test_land_player import at_turn

PAIRS = 8


def test_a_share_of_the_moves_is_noticed_and_at_least_one() -> None:
    moves = list(range(1000))
    assert notice(moves, 1, Random(1)) == moves
    assert 250 < len(notice(moves, 0.3, Random(1))) < 350
    assert notice(moves, 0.3, Random(1)) == notice(moves, 0.3, Random(1)), "the seed decides"
    assert len(notice(moves, 0, Random(1))) == 1
    mask = (1 << 1000) - 1
    assert notice_bits(mask, 1, Random(1)) == mask
    assert 250 < notice_bits(mask, 0.3, Random(1)).bit_count() < 350
    assert notice_bits(mask, 0, Random(1)) == 0


def share_of_pairs(game: str, one: str, other: str) -> float:
    setting = setting_of(game, [one, other], work=150, seed=5)
    return fmean(score_pair(play_pair(setting, number)) for number in range(PAIRS))


@pytest.mark.sample(1, of="the strength of weak levels")
@pytest.mark.parametrize("game", PLAYERS)
def test_level_1_beats_random_play(game: str) -> None:
    assert share_of_pairs(game, "1", "random") > 0.5


@pytest.mark.sample(1, of="the strength of weak levels")
@pytest.mark.parametrize("game", ["land", "pastures"])
def test_level_1_loses_to_a_player_who_takes_what_brings_most_at_once(game: str) -> None:
    assert share_of_pairs(game, "1", "greedy") < 0.5


@pytest.mark.sample(1, of="the strength of weak levels")
@pytest.mark.parametrize("game", PLAYERS)
def test_level_2_is_stronger_than_level_1(game: str) -> None:
    assert share_of_pairs(game, "2", "1") > 0.5


def test_l11_level_1_of_land_stops_only_after_a_plot_and_others_never() -> None:
    random, stops = Random(3), dict.fromkeys((1, 5), 0)
    for level in stops:
        state = at_turn(LAND.start(2), random)
        while not state.is_over:
            move = PLAYERS["land"].choose(state, level=level, work=2, random=random)
            stops[level] += move == DONE
            state = at_turn(state.play(move), random)
    assert stops[1] > 0 == stops[5]

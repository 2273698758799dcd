"""Matches between two versions of the players, each in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from lab.studies.match import play_pair, setting_of
from lab.studies.match_versions import HERE, VersionProcess, makers_of, process_of
from players.chance import play_chance
from players.turns import turn
from rules import GAMES, State


@pytest.fixture
def ended() -> Iterator[None]:
    """End the processes that a test has started."""
    yield
    process_of(HERE).close()
    process_of.cache_clear()


def test_another_process_plays_the_turn_that_this_one_would() -> None:
    other = VersionProcess(HERE)
    random = Random(1)
    state: State = GAMES["land"].start(2)
    for seed in range(8):
        state = play_chance(state, random)
        decisions = other.turn(state, 2, 5.0, seed)
        assert decisions == turn(state, 2, 5.0, seed)
        for decision in decisions:
            state = state.play(decision)
    other.close()


@pytest.mark.full
def test_a_pair_of_two_versions_is_played_to_its_end(ended: None) -> None:
    makers = makers_of(HERE)
    setting = setting_of("land", ("new1", "old2"), seconds=0.01)
    assert [game.winners != () for game in play_pair(setting, 1, makers)] == [True, True]


def test_versions_are_not_compared_by_work() -> None:
    with pytest.raises(ValueError, match="compared by seconds"):
        makers_of(HERE)["new"]("land", setting_of("land", ("new", "old"), work=5).allowances[0])


def test_a_process_that_ends_is_no_hanging_match(tmp_path: Path) -> None:
    other = VersionProcess(tmp_path)
    with pytest.raises((EOFError, BrokenPipeError)):
        other.turn(GAMES["land"].start(2), 1, 0.1, 1)
    other.close()

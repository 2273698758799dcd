"""The shipped tile sets of Nomads: the checks of the loader, and figures of random play with ``gentle`` (N2)."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from lab.studies.nomads_balance import ACTIONS, at_random, play_games
from lab.studies.nomads_player import choose
from rules.files import DATA
from rules.nomads import KINDS, NOMADS, TERRAIN, NomadsOptions
from rules.nomads.setup import checked_bag, shipped_bag

SHIPPED = get_args(NomadsOptions.model_fields["tiles"].annotation)


def test_N2_the_option_offers_the_sets_that_there_are() -> None:
    assert sorted(SHIPPED) == sorted(path.stem for path in (DATA / "nomads" / "tiles").glob("*.json"))


@pytest.mark.parametrize("name", SHIPPED)
def test_N2_a_set_has_counts_of_all_kinds_and_cannot_run_out(name: str) -> None:
    counts = json.loads((DATA / "nomads" / "tiles" / f"{name}.json").read_text(encoding="utf-8"))
    assert list(counts) == list(KINDS)
    assert sum(counts[kind] for kind in TERRAIN) >= 72
    assert checked_bag(counts) == shipped_bag(name)
    assert NOMADS.start(2, {"tiles": name}).setup == {"bag": counts}


def test_N2_classic_is_the_bag_of_the_rules() -> None:
    assert shipped_bag("classic") == (6, 8, 8, 20, 26, 12, 10, 6)


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 7))
def test_gentle_nobody_wins_in_fewer_than_one_in_ten_random_games(seats: int) -> None:
    result = play_games("gentle", seats, at_random, 60)
    assert result.nobody / result.games < 0.1


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_gentle_each_action_is_the_best_one_often_for_a_player_that_looks_one_move_ahead(seats: int) -> None:
    result = play_games("gentle", seats, choose, 8)
    shares = {action: result.played[action] / result.turns for action in ACTIONS}
    assert min(shares["discover"], shares["activate"], shares["road"]) > 0.05
    assert result.founded / result.games / seats > 0.85  # once a game for each seat: more cannot be

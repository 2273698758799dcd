"""The attack band by band: the positions between, compared with the rules by playing random games."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from render.encode.gif import scenes
from rules import GAMES, AgreeDraw, Drop
from rules.nomads.position import ATTACK
from rules.steps import FOLLOWS, Step
from tests.positions import play_at_random


def steps_of(seed: int, tribute: int = 0) -> list[Step]:
    return play_at_random(GAMES["nomads"].start(3, {"tribute": tribute} if tribute else None), random.Random(seed))


def test_each_band_is_a_scene_of_its_own_and_leads_to_the_next() -> None:
    several = 0
    for seed in range(12):
        for step in steps_of(seed):
            between = step.before.film(step.action)
            several += len(between)
            chain = [step.before, *between, step.after]
            for one, other in pairwise(chain[1:]):
                visited = [raid for raid in other.raids[len(one.raids) :] if raid.city is not None]
                assert len(visited) == 1
                assert one.target == visited[0].city
                assert one.phase == "attack"
    assert several > 20


@pytest.mark.parametrize("tribute", [0, 50])
def test_a_position_between_is_what_the_rules_make_of_it(tribute: int) -> None:
    """Going on from it by the rules gives the very position that the game came to."""
    checked = 0
    for seed in range(12):
        for step in steps_of(seed, tribute):
            for state in step.before.film(step.action):
                new = state._copy()
                new._raze()
                new._finish_march()
                assert new == step.after
                assert state._stage == ATTACK
                checked += 1
    assert checked > 10


def test_scenes_have_every_action_once_and_every_band_by_itself() -> None:
    steps = steps_of(3)
    told = scenes(steps)
    assert [step.action for group in told for step in group if step.action != FOLLOWS] == [step.action for step in steps]
    assert told[-1][-1].after == steps[-1].after
    raids = [sum(raid.city is not None for raid in group[-1].after.raids[len(group[0].before.raids) :]) for group in told]
    assert max(raids) == 1
    assert sum(raids) == sum(raid.city is not None for raid in steps[-1].after.raids)


def test_G1_the_bands_that_march_on_when_a_founder_leaves_are_scenes_too() -> None:
    """A seat that left has no choice about its cities, and each is razed in a separate position."""
    filmed = 0
    for seed in range(30):
        for step in steps_of(seed, tribute=1):
            before = step.before
            if before.phase != "attack":
                continue
            after = before.play(Drop(before.seat))
            between = before.film(Drop(before.seat))
            fallen = [raid for raid in after.raids[len(before.raids) :] if raid.city is not None]
            assert len(between) == len(fallen) - 1, "the first city is the one in question"
            for state, raid in zip(between, fallen[1:], strict=True):
                assert state.target == raid.city
                assert state.tile(raid.city).kind == "city"
            filmed += len(between)
            assert before.film(Drop(next(seat for seat in before.left if seat != before.seat))) == ()
    assert filmed


def test_an_ended_game_has_no_scenes_after_its_end() -> None:
    state = GAMES["nomads"].start(2).play_text("discover C4")
    assert state.film(AgreeDraw()) == ()
    assert state.film(Drop(0)) == ()

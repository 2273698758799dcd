"""The attack told band by band: the positions between, held to the rules by playing random games."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from render.encode.gif import scenes
from rules import GAMES
from rules.nomads.position import Stage
from rules.steps import FOLLOWS, Step
from tests.positions import play_at_random


def steps_of(seed: int, tribute: int = 0) -> list[Step]:
    return play_at_random(GAMES["nomads"].start(3, {"tribute": tribute} if tribute else None), random.Random(seed))


def test_each_band_is_a_scene_of_its_own_and_leads_to_the_next() -> None:
    several = 0
    for seed in range(12):
        for step in steps_of(seed):
            between = step.after.passed(step.before)
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
            for state in step.after.passed(step.before):
                new = state._copy()
                new._raze()
                new._march()
                assert new == step.after
                assert state._stage == Stage.ATTACK
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

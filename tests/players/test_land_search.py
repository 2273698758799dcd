"""The search of Land: what single plots earn, turns drawn from it, races that vary, and turns that are sure."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from players import Budget
from players.chance import play_chance
from players.land.field import Field
from players.land.race import Plan, grow
from players.land.search import TurnSearch
from players.land.tastes import Tastes, race_by_tastes
from rules.land import LAND, LandState
from tests.players.test_land_player import HOUSES
from tests.sampling import Sample


def open_turns(seed: int, options: dict[str, Any], seats: int = 2) -> list[LandState]:
    """The positions of a random game at which a turn begins that has something to choose."""
    random, found = Random(seed), list[LandState]()
    state: Any = LAND.start(seats, options)
    while not (state := play_chance(state, random)).is_over:
        if state.phase == "reclaim" and not state.taken and not Field.of(state).is_forced:
            found.append(state)
        state = state.play(random.choice(state.moves()))
    return found


def bits(mask: int) -> list[int]:
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


@pytest.mark.parametrize("options", HOUSES)
def test_l7_to_l10_a_drawn_turn_is_legal_and_leaves_no_cow_that_could_take_a_plot(options: dict[str, Any]) -> None:
    drawn = 0
    for seed in range(4):
        for state in open_turns(seed, options):
            tastes = Tastes(Random(seed))
            for fading in (False, True):
                plots = tastes.draw(Field.of(state), 1.0, fading=fading)
                left = state
                while plots & left.open:
                    plot = plots & left.open & -(plots & left.open)
                    plots ^= plot
                    left = left.play(next(state.map.squares_of(plot)))
                assert not plots, "a plot that cannot be taken was drawn"
                assert not left.continues(state), "the turn could have gone on"
                drawn += 1
    assert drawn > 20


@pytest.mark.parametrize(
    ("herd", "is_estimate", "planned"),
    [("plots", False, 0.3), ("plots", True, 0.3), ("equal", False, 0.7), ("equal", True, 0.9)],
)
def test_races_follow_the_plan_in_most_turns_if_herds_are_equal_and_even_more_for_an_estimate(
    herd: str, is_estimate: bool, planned: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_plan, turns, random = list[int](), 0, Random(1)

    def grow_by_plan(field: Field, plan: Plan, random: Random) -> None:
        by_plan.append(field.seat)
        grow(field, plan, random)

    state = play_chance(LAND.start(2, {"herd": herd}), random)
    monkeypatch.setattr("players.land.tastes.grow", grow_by_plan)
    for _ in range(20):
        field, tastes = Field.of(state), [Tastes(random), Tastes(random)]
        turns += len(race_by_tastes(field, tastes, random, is_estimate=is_estimate)[0])
    assert len(by_plan) / turns == pytest.approx(planned, abs=0.1)


def test_every_plot_of_a_turn_is_credited_and_the_best_ones_are_drawn() -> None:
    state = next(each for each in open_turns(1, {"map": "twins"}) if each.cows == 2 and each.open.bit_count() > 3)
    random, tastes = Random(1), Tastes(Random(1))
    good = [plot for plot in bits(state.open) if not plot & state.map.mountain][1:3]
    for _ in range(60):
        plots = tastes.draw(Field.of(state), 1.0, fading=False)
        tastes.credit(plots, sum(plot in good for plot in bits(plots)) / 2 + random.gauss(0, 0.2))
    drawn = [tastes.draw(Field.of(state), 0.1, fading=True) for _ in range(20)]
    assert drawn.count(sum(good)) > 15


@pytest.mark.parametrize("options", HOUSES)
@pytest.mark.parametrize("seats", [2, 4])
def test_l12_races_vary_and_end_where_nobody_can_take_anything(options: dict[str, Any], seats: int) -> None:
    state: Any = play_chance(LAND.start(seats, options), Random(3))
    ends = set()
    for seed in range(6):
        field, random = Field.of(state), Random(seed)
        field.take(state.open & -state.open)
        field.end_turn()
        chosen, sure = race_by_tastes(field, [Tastes(random) for _ in range(seats)], random)
        assert chosen
        assert not sure
        assert sum(owned.bit_count() for owned in field.owned) + field.free.bit_count() == state.map.usable.bit_count()
        assert not any(field.map.beside(owned) & field.free & ~field.map.mountain for owned in field.owned)
        ends.add(tuple(field.owned))
    assert len(ends) > 3


def best_by_looking_at_all(search: TurnSearch, field: Field) -> float:
    """The value of the best turn where all that follows is forced."""
    best, reach = 0.0, field.reach()
    for plots in combinations(bits(reach), field.cows):
        after = field.copy()
        after.take(sum(plots))
        while after.end_turn():
            assert after.take_all()
        best = max(best, search.values([owned.bit_count() for owned in after.owned])[field.seat])
    return best


def test_the_last_turn_with_a_choice_is_solved_and_the_search_ends_then(sample: Sample) -> None:
    solved = 0
    for seed in range(60 if sample.is_full else 20):
        state = open_turns(seed, {"mountain": 1})[-1]
        field = Field.of(state)
        if len(list(combinations(bits(field.reach()), field.cows))) > 150:
            continue
        search, budget = TurnSearch(field, Random(seed)), Budget(work=20_000)
        try:
            best = best_by_looking_at_all(search, field)
        except AssertionError:
            continue  # another turn with a choice may follow
        search.run(budget)
        assert search.root.exact
        assert search.root.exact[field.seat] == pytest.approx(best)
        assert not budget.is_spent
        chosen = search.root.turns[search.best_turn()]
        assert chosen.exact == search.root.exact
        solved += 1
    assert solved > (8 if sample.is_full else 2)


def test_every_turn_on_the_table_is_visited_often_enough_to_be_known(sample: Sample) -> None:
    """A first result that is bad luck does not end it: each has a fair part of the visits."""
    asked = 0
    for seed in range(4 if sample.is_full else 2):
        for state in open_turns(seed, {})[:3]:
            search = TurnSearch(Field.of(state), Random(seed))
            search.run(Budget(work=400))
            turns = search.root.turns
            if not search.root.exact and len(turns) < 12:
                least = min(turn.visits for turn in turns.values() if not turn.exact) if len(turns) > 1 else 400
                assert least >= 0.3 * search.root.visits / len(turns)
                asked += 1
    assert asked > (5 if sample.is_full else 2)

"""Turns that are chosen as a whole: what a plan allows is what the rules allow, move by move."""

from __future__ import annotations

from random import Random

import pytest

from rules import GAMES, Action, State
from rules.parts import PlannedMove, TurnPlan
from tests.rules.walks import Case, cases, walk

LAND = [case for case in cases() if case.game == "land"]


def open_moves(plan: TurnPlan, chosen: list[Action]) -> set[Action]:
    """The moves that a plan allows after some: as the page computes them."""
    costs = {planned.move: planned.cost for planned in plan.moves}
    left = plan.budget - sum(costs[move] for move in chosen)

    def allowed(planned: PlannedMove) -> bool:
        reached = not planned.after or bool(set(planned.after) & set(chosen))
        return planned.move not in chosen and planned.cost <= left and reached

    return {planned.move for planned in plan.moves if allowed(planned)}


def plan_of(state: State) -> TurnPlan | None:
    return GAMES[state.game].parts.plan(state)


@pytest.mark.sample(4)
@pytest.mark.parametrize("case", LAND, ids=str)
def test_L8_to_L11_a_plan_of_a_turn_allows_what_the_rules_allow(case: Case) -> None:
    random, planned = Random(str(case)), 0
    for start in random.sample(walk(case).states, min(60, len(walk(case).states))):
        plan = None if start.seat is None else plan_of(start)
        if plan is None:
            continue
        planned += 1
        state, chosen = start, list[Action]()
        while state.seat is not None and state.continues(start):
            legal = {move for move in state.moves() if move != plan.end}
            assert open_moves(plan, chosen) == legal, chosen
            chosen.append(random.choice(sorted(legal, key=str)))
            state = state.play(chosen[-1])
        assert not open_moves(plan, chosen), "the turn ends by itself when nothing is left"
        text = " ".join(map(str, (*chosen, plan.end)))
        assert start.play_text(text) == state, "a superfluous end of the turn does no harm"
        early = " ".join(map(str, (chosen[0], plan.end)))
        assert not start.play_text(early).continues(start)
    assert planned > 5


def test_where_moves_are_chosen_one_at_a_time_there_is_no_plan() -> None:
    for case in [case for case in cases() if case.game != "land"]:
        assert all(plan_of(state) is None for state in walk(case).states[:40] if state.seat is not None), case


def test_the_first_plot_of_land_is_chosen_alone() -> None:
    state = next(state for state in walk(LAND[0]).states if state.phase == "first" and state.seat is not None)
    assert plan_of(state) is None


def test_values_of_parts_are_said_in_players_words() -> None:
    cases: list[tuple[str, str, str, str]] = [
        ("pastures", "terrain", "F", "forest"),
        ("pastures", "terrain", "C", "castle"),
        ("pastures", "column", "C", "C"),
        ("land", "end", "done", "stop here"),
        ("nomads", "action", "city", "build city"),
        ("nomads", "kind", "city", "city"),
        ("territories", "direction", "left", "left"),
    ]
    for game, part, value, words in cases:
        assert GAMES[game].parts.name_value(part, value) == words, game

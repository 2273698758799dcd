"""The fairness report of a game of Land, and its house rules in words (L14)."""

from __future__ import annotations

from random import Random

import pytest

from render.games.land.fairness import FairnessReport, gini, places, report, rule_set
from render.games.land.house_rules import WORDS, alternatives, rules_in_words
from rules import AgreeDraw, Drop, Record
from rules.core import State
from rules.land import HOUSE_RULES, LAND, LandOptions
from tests.positions import play_at_random

ORIGINAL = rule_set(LandOptions())


def random_states(seats: int, seed: int, **options: object) -> list[State]:
    """Return all states of a random game."""
    start: State = LAND.start(seats, options)
    return [start, *(step.after for step in play_at_random(start, Random(seed)))]


def test_the_gini_index() -> None:
    cases: list[tuple[tuple[int, ...], float]] = [
        ((5, 5, 5), 0),
        ((0, 0), 0),
        ((10, 0), 0.5),
        ((0, 0, 0, 12), 0.75),
        ((1, 2, 3, 4), 0.25),
        ((1, 3), 0.25),
    ]
    for amounts, expected in cases:
        assert gini(amounts) == pytest.approx(expected), amounts


def test_places_are_shared_by_equals() -> None:
    assert places((7, 9, 7, 3)) == (2, 1, 2, 4)


def test_a_report_has_the_plots_of_every_round() -> None:
    for seats, order in [(2, "fixed"), (4, "rotate"), (6, "poorest")]:
        states = random_states(seats, seats, order=order)
        told = report(states)
        end = states[-1]
        assert len(told.rounds) == end.round, order
        assert told.plots == told.rounds[-1] == end.scores, order
        for number, plots in enumerate(told.rounds[:-1], 1):
            assert plots == next(state.scores for state in states if state.round == number + 1), order
        assert (told.order, told.winners, told.complete) == (end.order, end.winners, True), order
        assert [told.order[place - 1] for place in told.turn_order] == list(range(seats)), order
        assert dict(told.rules)["order"] == order, order


def test_a_report_comes_from_a_record() -> None:
    states = random_states(3, 1)
    actions = []
    state = states[0]
    for after in states[1:]:
        actions.append(next(str(a) for a in [*state.moves(), *(o for o, _ in state.outcomes())] if state.play(a) == after))
        state = after
    record = Record(game="land", seats=3, actions=actions)
    assert report(record.states()) == report(states)


def test_who_gave_up_in_a_game_that_the_others_played_out_comes_after_them() -> None:
    random, states = Random(3), random_states(3, 1)[:60]
    states.append(states[-1].play(Drop(max(range(3), key=lambda seat: states[-1].scores[seat]))))
    while not states[-1].is_over:
        state = states[-1]
        states.append(state.play(random.choice([o for o, _ in state.outcomes()] or list(state.moves()))))
    told = report(states)
    (gone,) = told.dropped
    assert told.result[gone] == 3
    assert sorted(told.result[seat] for seat in range(3) if seat != gone) == [1, 2]
    assert not told.complete
    tied = FairnessReport(told.rules, ((4, 9, 4, 9),), (0, 1, 2, 3), (0, 2), complete=False, dropped=(1, 3))
    assert tied.result == (1, 3, 1, 3)


def test_a_game_that_is_not_over_has_no_report() -> None:
    with pytest.raises(ValueError, match="finished"):
        report(random_states(2, 1)[:-1])
    with pytest.raises(ValueError, match="finished"):
        report([])


def test_a_game_that_was_broken_off_is_reported_as_not_complete() -> None:
    for early in [0, 2, 40]:
        states = random_states(3, 1)[: early + 1]
        for action in (Drop(1), AgreeDraw()):
            states.append(states[-1].play(action))
        told = report(states)
        assert not told.complete, early
        assert told.winners == (0, 2), early
        assert told.turn_order == () or early == 40, early


def test_L14_every_house_rule_has_words_for_every_value() -> None:
    assert tuple(WORDS) == HOUSE_RULES
    for option in HOUSE_RULES:
        for value in alternatives(option):
            assert getattr(LandOptions.model_validate({option: value}), option) == value
        assert alternatives(option)[0] == getattr(LandOptions(), option)
        schema = LandOptions.model_json_schema()["properties"][option]
        assert set(alternatives(option)) == set(schema["enum"])


def test_L14_rule_sets_in_words() -> None:
    assert rules_in_words(ORIGINAL) == "Original rules"
    words = rules_in_words(rule_set(LandOptions(herd="equal", mountain=1)))
    assert words == "Herd: three cows for everybody; Mountains: take one cow, and one may start there"

"""The decision by which a seat lost most, and the weight of another one in its place."""

from __future__ import annotations

from random import Random

import pytest

from players import PLAYERS
from players.lookback import Judge, Standing
from players.mistakes import Means, Weighed, find_mistake, own_decisions, weigh_try
from rules import IllegalMove, Record

MEANS = Means(60, 200, by_work=True)

FILLED = (
    *("C3 W", "A2 D", "B2 M", "D1 P", "C2 W", "D2 R", "A3 F", "C1 P"),
    *("B3 D", "D4 F", "C4 P", "A4 M", "B4 F", "D3 P", "A1 W", "B1 D"),
)
"""A board of 4 by 4: who builds first wins with castles on C2, C3, C4 or D3, and loses with others."""
WORST = "C1 C"


def blunder() -> Record:
    """Seat 0 builds on C1; then seat 1 has the better castle."""
    actions = [*FILLED, WORST]
    state = Record(game="pastures", seats=2, options={"width": 4, "height": 4}, actions=actions).replay()
    while not state.is_over:
        best = max(state.moves(), key=lambda move: state.play(move).scores[state.seat or 0])
        actions.append(str(best))
        state = state.play(best)
    return Record(game="pastures", seats=2, options={"width": 4, "height": 4}, actions=actions)


def test_the_worst_decision_of_a_seat_is_found_with_a_better_one() -> None:
    record = blunder()
    assert record.replay().winners == (1,)
    found = find_mistake(record, 0, MEANS)
    assert found is not None
    assert (found.place, found.seat, found.played) == (16, 0, WORST)
    assert found.move in ("C2 C", "C3 C", "C4 C", "D3 C")
    assert (found.gain, found.in_points) == (14, True), "so much better is the best castle"


def test_who_lost_nothing_has_no_mistake() -> None:
    start = Record(game="pastures", seats=2, options={"width": 4, "height": 4}, actions=list(FILLED[:1]))
    best = PLAYERS["pastures"].choose(start.replay(), level=5, work=int(MEANS.close), random=Random("better"))
    record = start.model_copy(update={"actions": [FILLED[0], str(best), "drop 0"]})
    assert find_mistake(record, 1, MEANS) is None
    assert [each.end for each in own_decisions(record, record.states(), 0)] == [1], "giving up is no decision to do better"


def test_a_try_is_weighed_against_what_was_played() -> None:
    record = blunder()
    assert weigh_try(record, 16, "C3 C", MEANS).is_better
    assert weigh_try(record, 16, "C4 C", MEANS).is_better
    assert not weigh_try(record, 16, WORST, MEANS).is_better
    assert not weigh_try(record, 16, "A1 C", MEANS).is_better
    with pytest.raises(IllegalMove):
        weigh_try(record, 16, "B1 C", MEANS)


LAND = ["~gggg~", "ggcggg", "gggg^g", "g^gggg", "gggcgg", "~gggg~"]


def test_a_whole_turn_is_weighed_against_the_whole_turn_that_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Judge, "stand", lambda _, state: Standing(tuple(map(float, state.scores)), ()))
    opening = ["roll 6", "roll 2", "roll 2", "roll 3", "B3", "roll 5", "roll 6", "E6", "C3", "E5"]
    record = Record(game="land", seats=2, setup={"map": LAND}, actions=[*opening, "D3", "done", "D5", "F5"])
    assert weigh_try(record, len(opening), "C2 D3", MEANS) == Weighed(4, 3), "two plots more beside one"
    assert weigh_try(record, len(opening), "D3 done", MEANS) == Weighed(3, 3)
    assert weigh_try(record, len(opening), "C2", MEANS) == Weighed(3, 3), "one decision beside one, in the middle of a turn"

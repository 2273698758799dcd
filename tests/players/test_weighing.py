"""The value of a member's try, compared with the turn that was played, and the mistake that it mends."""

from __future__ import annotations

from random import Random

import pytest

from players import PLAYERS
from players.lookback import Judge, Standing, look_back
from players.weighing import Weighed, weigh_try
from rules import IllegalMove, Record

WORK = 200

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


def test_the_worst_decision_is_found_with_a_better_one() -> None:
    record = blunder()
    assert record.replay().winners == (1,)
    found = look_back(record, work=WORK).costliest[0]
    assert (found.place, found.seat, found.played) == (16, 0, WORST)
    assert found.move in ("C2 C", "C3 C", "C4 C", "D3 C")
    assert (found.gain, found.in_points) == (14, True), "so much better is the best castle"


def test_the_best_move_is_no_mistake_and_neither_is_giving_up() -> None:
    start = Record(game="pastures", seats=2, options={"width": 4, "height": 4}, actions=list(FILLED[:1]))
    best = PLAYERS["pastures"].choose(start.replay(), level=5, work=WORK, random=Random("better"))
    record = start.model_copy(update={"actions": [FILLED[0], str(best), "drop 0"]})
    assert all(each.place == 0 for each in look_back(record, work=WORK).mistakes or ())


def test_a_try_is_weighed_against_what_was_played() -> None:
    record = blunder()
    assert weigh_try(record, 16, "C3 C", work=WORK).is_better
    assert weigh_try(record, 16, "C4 C", work=WORK).is_better
    assert not weigh_try(record, 16, WORST, work=WORK).is_better
    assert not weigh_try(record, 16, "A1 C", work=WORK).is_better
    with pytest.raises(IllegalMove):
        weigh_try(record, 16, "B1 C", work=WORK)


LAND = ["~gggg~", "ggcggg", "gggg^g", "g^gggg", "gggcgg", "~gggg~"]


def test_a_whole_turn_is_weighed_against_the_whole_turn_that_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Judge, "stand", lambda _, state: Standing(tuple(map(float, state.scores)), ()))
    opening = ["roll 6", "roll 2", "roll 2", "roll 3", "B3", "roll 5", "roll 6", "E6", "C3", "E5"]
    record = Record(game="land", seats=2, setup={"map": LAND}, actions=[*opening, "D3", "done", "D5", "F5"])
    assert weigh_try(record, len(opening), "C2 D3", work=WORK) == Weighed(4, 3), "two plots more beside one"
    assert weigh_try(record, len(opening), "D3 done", work=WORK) == Weighed(3, 3)
    assert weigh_try(record, len(opening), "C2", work=WORK) == Weighed(3, 3), "one decision beside one, in the middle of a turn"

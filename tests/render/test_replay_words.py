"""The description of a replay: who played what, how it went, and how it ended."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render import Step, renderer_of, replay_alt
from rules import GAMES, Drop, Record
from rules.steps import group_turns, steps_of
from tests.positions import play_at_random

NAMES = ("Ada", "Björn", "Cleo", "Dora", "Emil", "Fay")


def record(game: str, seats: int, options: dict[str, Any] | None = None) -> Record:
    """A random game to its end."""
    actions = [str(step.action) for step in play_at_random(GAMES[game].start(seats, options), Random(3))]
    return Record(game=game, seats=seats, options=options or {}, actions=actions)


@pytest.mark.parametrize(("game", "seats"), [(game.name, game.seats[-1]) for game in GAMES.values()])
def test_a_replay_tells_players_turns_the_way_and_the_result(game: str, seats: int) -> None:
    played = record(game, seats)
    steps = steps_of(played)
    told, end, groups = replay_alt(played, NAMES[:seats]), steps[-1].after, group_turns(steps)
    assert len(told) <= 1024
    assert told.startswith(f"Replay of {GAMES[game].title}, {len(groups)} turns, in the order of play: ")
    assert "The usual options." in told
    for seat in range(seats):
        assert f"{NAMES[seat]} (" in told
        assert f"{NAMES[seat]} {renderer_of(game).score_words(end, seat)}" in told
    turn = len(groups) * 2 // 5
    assert f"fter turn {turn}: Ada {groups[turn - 1][-1].after.scores[0]}, Björn " in told
    assert told.count("fter turn") == 4
    assert "obody wins" in told if end.winners == () else "win" in told
    assert told == replay_alt(steps, NAMES[:seats])


def test_options_that_are_not_the_usual_ones_are_named() -> None:
    assert "Options: width 5, height 4." in replay_alt(record("pastures", 2, {"width": 5, "height": 4}), NAMES[:2])


def test_who_went_ahead_last_is_told() -> None:
    state, steps = GAMES["pastures"].start(2, {"width": 4, "height": 4}), list[Step]()
    while not state.is_over:
        steps.append(Step(state, state.moves()[0], state.play(state.moves()[0])))
        state = steps[-1].after
    leads = [next((seat for seat in (0, 1) if step.after.scores[seat] > step.after.scores[1 - seat]), None) for step in steps]
    changes = [turn for turn, seat in enumerate(leads, 1) if seat is not None and seat not in leads[turn - 2 : turn - 1]]
    leader = leads[changes[-1] - 1]
    assert leader is not None
    assert f"{NAMES[leader]} took the lead for the last time in turn {changes[-1]}." in replay_alt(steps, NAMES[:2])


def test_G1_who_gave_up_and_a_game_that_goes_on() -> None:
    state = GAMES["pastures"].start(2)
    one = Step(state, state.moves()[0], state.play(state.moves()[0]))
    assert "It goes on, with Ada 0 points; Björn 0 points." in replay_alt([one], NAMES[:2])
    gone = Step(one.after, Drop(1), one.after.play(Drop(1)))
    assert "Björn is out. Ada wins." in replay_alt([one, gone], NAMES[:2])
    with pytest.raises(ValueError, match="Nothing has happened"):
        replay_alt([], NAMES[:2])

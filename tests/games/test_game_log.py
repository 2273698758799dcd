"""The states that a log leads to: forwards, through undos, from memory and from the log alone."""

from __future__ import annotations

import random
from typing import cast

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.terms import NO_TERMS
from bot.games.cache import GameCache
from bot.games.log import GameLog, actions_that_count
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats.players import PlayerRow
from rules import GAMES, State

PLAYERS = (PlayerRow(0, 11, "Ada"), PlayerRow(1, 12, "Björn"))


def row(version: int) -> GameRow:
    """A running game of Pastures New on a small board, at a version."""
    options = GAMES["pastures"].start(2, {"width": 4, "height": 4}).options.model_dump()
    return GameRow(1, 1, 2, "pastures", 1, 2, options, {}, NO_TERMS, "running", version, 0, None, None, 0, 0, PLAYERS)


def log_of(*texts: str) -> GameLog:
    """A log with these texts; a number stands for an undo that keeps this many actions."""
    rows = [LogRow(i, "undo" if text.isdigit() else "action", text, (i - 1) % 2) for i, text in enumerate(texts, 1)]
    return GameLog(row(len(rows)), rows)


def slowly(texts: list[str]) -> State:
    """The state after some actions, replayed from the start."""
    state: State = GAMES["pastures"].start(2, {"width": 4, "height": 4})
    for text in texts:
        state = state.play(state.parse(text))
    return state


def test_an_undo_keeps_the_first_actions_and_those_after_it_follow_them() -> None:
    log = log_of("A1 F", "B1 W", "C1 M", "1", "D4 P")
    assert [entry.text for entry in actions_that_count(log.rows)] == ["A1 F", "D4 P"]
    assert log.state() == slowly(["A1 F", "D4 P"])
    assert log.state(3) == slowly(["A1 F", "B1 W", "C1 M"]), "what stood before the undo can still be shown"
    assert log.record().actions == ["A1 F", "D4 P"]


def test_undo_of_an_undone_game_down_to_its_start() -> None:
    log = log_of("A1 F", "B1 W", "1", "C1 M", "0")
    assert log.state() == slowly([])
    assert log.actions() == []


def test_steps_go_from_state_to_state() -> None:
    log = log_of("A1 F", "B1 W", "C1 M")
    steps = log.steps(1, 3)
    assert [str(step.action) for step in steps] == ["B1 W", "C1 M"]
    assert steps[0].before == slowly(["A1 F"])
    assert steps[1].after == log.state()


def test_steps_over_an_undo_are_what_counts_now_and_did_not_before() -> None:
    log = log_of("A1 F", "B1 W", "C1 M", "2", "D1 P")
    assert [str(step.action) for step in log.steps(1, 4)] == ["B1 W"], "kept although an undo came after it"
    assert [str(step.action) for step in log.steps(3, 5)] == ["D1 P"]
    assert [str(step.action) for step in log.steps_undone(3, 5)] == ["C1 M"]
    assert [str(step.action) for step in log.steps_undone(1, 4)] == ["C1 M"], "played and taken back between two boards"
    assert log.steps(3, 4) == ()


def test_last_turn_is_where_one_player_began_to_decide() -> None:
    log = log_of("A1 F", "B1 W")
    assert log.last_turn() == 1
    log.rows[1] = LogRow(2, "action", "B1 W", 0)
    assert log.last_turn() == 0
    log.rows.append(LogRow(3, "action", "C1 M", None))
    assert log.last_turn() == 0, "chance belongs to the turn before it"
    assert log_of().last_turn() == 0


@pytest.mark.parametrize("kept", [1, 3, 48])
def test_states_are_the_same_whatever_is_still_in_memory(kept: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.log.STATES_KEPT", kept)
    dice, texts, log = random.Random(3), list[str](), GameLog(row(0))
    counting = list[str]()
    for number in range(1, 40):
        if counting and dice.random() < 0.25:
            keep = dice.randrange(len(counting))
            del counting[keep:]
            log.rows.append(LogRow(number, "undo", str(keep), 0))
        else:
            move = str(dice.choice(list(log.state().moves())))
            counting.append(move)
            log.rows.append(LogRow(number, "action", move, 0))
        texts.append(log.rows[-1].text)
        assert log.state() == slowly(counting)
        earlier = dice.randrange(number)
        assert log.state(earlier) == slowly([entry.text for entry in actions_that_count(log.rows[:earlier])])


async def test_the_cache_reads_on_where_its_memory_ends_and_never_hands_out_what_was_not_committed() -> None:
    kept = GameCache()
    log = log_of("A1 F", "B1 W")
    kept.keep(log)
    mine = await kept.load(cast("AsyncConnection", None), row(2))  # nothing is read: memory is as new as the row
    mine.rows.append(LogRow(3, "action", "C1 M", 0))
    again = await kept.load(None, row(2))  # type: ignore[arg-type]
    assert again.version == 2, "a transaction that was rolled back has left nothing behind"


def test_the_cache_keeps_the_games_used_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.games.cache.GAMES_KEPT", 2)
    kept = GameCache()
    for number in (1, 2, 3):
        log = log_of("A1 F")
        log.row = GameRow(number, *[getattr(row(1), name) for name in GameRow.__slots__[1:]])
        kept.keep(log)
    assert list(kept._logs) == [2, 3]

"""Whole games over virtual weeks, in all four games: banks, reminders, claims, vacations, and restarts in the middle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.common.clock import HOUR, MINUTE
from bot.common.pace import PACES
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases import queries
from bot.usecases.time import clocks
from rules import State
from tests.sampling import Sample
from tests.ui.played import at_random, play_at_once
from tests.ui.time.test_time_stands_still import DAYS, vacation
from tests.ui.time.test_time_turns import HOURS, count, last
from tests.ui.world import World, confirm, said

SMALL: dict[str, dict[str, Any]] = {
    "pastures": {"width": 4, "height": 4},
    "territories": {},
    "land": {"seats": 3, "map": "random", "map_seed": 3},
    "nomads": {"seats": 3},
}


async def opened(w: World, kind: str, pace: str) -> int:
    """A running game of as many members as it takes."""
    if "seats" not in SMALL[kind]:
        return await w.start(kind, pace=pace, **SMALL[kind])
    await w.ada.slash(w.channel, f"newgame {kind}", pace=pace, **SMALL[kind])
    table = w.channel.last_message
    await w.björn.click(table, label="Join")
    await w.chidi.click(table, label="Join")
    return 1


async def clock(w: World) -> ClockRow:
    """The clock of the game."""
    found = await clocks.get_clock(w.app.context, await queries.read_row(w.app.context, 1))
    assert found is not None
    return found


def now(w: World) -> int:
    """The time of the simulated Discord, in milliseconds since 1970."""
    return int(w.env.now().timestamp() * 1000)


async def whole_turn(w: World, dice: random.Random) -> None:
    """The player to move plays at random until another one is to move, or the turn is over."""
    before = await w.state(1)
    state: State = before
    while not state.is_over and state.continues(before):
        mover = w.player((await queries.read_row(w.app.context, 1)).players[state.seat or 0].user_id or 0)
        await mover.slash(w.channel, "move", move=str(dice.choice(state.moves())), game=1)
        after = await w.state(1)
        if state.default_answer is not None or after.default_answer is not None:
            return
        state = after


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", SMALL)
async def test_weeks_of_a_game(w: World, kind: str, sample: Sample) -> None:
    """Outside of full runs, what follows the first eight turns is played at once.

    The banks are those of a plain model; whoever thinks for more than half of their time is reminded once."""
    dice, pace = random.Random(kind), PACES["relaxed"]
    await opened(w, kind, "relaxed")
    banks: dict[int, int] = {}
    turns = 0
    while not (state := await w.state(1)).is_over and (turns < 8 or sample.is_full):
        turn = await clock(w)
        seat = state.seat
        assert turn.seat == seat
        assert seat is not None
        bank = banks.setdefault(seat, pace.start) if state.default_answer is None else pace.added
        assert abs(turn.left(now(w)) - bank) < 2 * MINUTE
        hours = dice.choice([0, 0, 5, 20, bank / HOUR * 0.7])
        await w.env.advance_time(hours * HOURS)
        assert count(w, "half of your time") == (hours > bank / HOUR / 2)
        if turns % 9 == 4:
            await w.restart()
        left = (await clock(w)).left(now(w))
        assert abs(left - (bank - hours * HOUR)) < 2 * MINUTE, "a restart gives nothing back"
        if state.default_answer is None:
            banks[seat] = min(pace.most, left + pace.added)
        await whole_turn(w, dice)
        turns += 1
        assert count(w, "half of your time") == 0
    if not state.is_over:
        await play_at_once(w, 1, at_random(dice))
        await w.post_all()
    assert "The game is over" in said(w.boards()[-1])
    assert (await queries.read_row(w.app.context, 1)).ending == "played"
    await w.env.advance_time(7 * DAYS)
    assert count(w, "time is up") == 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", SMALL)
async def test_weeks_in_which_nobody_does_anything(w: World, kind: str) -> None:
    """Reminded, offered, adjourned, resumed, on vacation, paused, offered again, claimed; with a restart between all of it."""
    await opened(w, kind, "daily")
    mover, other = await w.turns(1)
    await w.env.advance_time(20 * HOURS)
    await w.restart()
    assert count(w, "half of your time") == 1
    await w.env.advance_time(10 * HOURS)
    assert count(w, "time is up") == 1
    await w.restart()
    await w.env.advance_time(2 * DAYS)
    assert (await queries.read_row(w.app.context, 1)).status == "adjourned"
    await w.restart()
    await other.slash(w.channel, "resume")
    await vacation(w, mover, 2)
    await w.restart()
    await w.env.advance_time(1.9 * DAYS)
    await w.restart()
    for member in w.members.values():
        if (await queries.read_row(w.app.context, 1)).seat_of(member.id) is not None:
            await member.click((await member.slash(w.channel, "board")).response, label="Propose a pause")
    await w.env.advance_time(10 * DAYS)
    assert "paused" in said(w.boards()[-1])
    await w.restart()
    await other.click((await other.slash(w.channel, "board")).response, label="End the pause")
    await w.env.advance_time(25 * HOURS)
    offer = last(w, "time is up")
    await w.restart()
    label = "Win on time" if len((await w.state(1)).left) == 2 else "Go on without this player"
    await confirm(other, await other.click(offer, label=label))
    row = await queries.read_row(w.app.context, 1)
    assert row.ending == "time" if label == "Win on time" else row.status == "running"
    assert (await w.state(1)).dropped == {row.seat_of(mover.id)}

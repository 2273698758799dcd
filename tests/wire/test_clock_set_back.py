"""The machine's clock is set back by an hour while a game is played: nothing waits for that hour."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from bot.common.clock import HOUR, SECOND
from bot.process.client import LandGames
from bot.process.clock_watch import ClockWatch
from bot.process.host.health import LATE_POST
from bot.process.vitals import Measurement
from bot.storage.schema import posts
from tests.waiting import until_found
from tests.wire.matches import Match
from tests.wire.server import LostAnswer, Status
from tests.wire.server.faults import Fault
from tests.wire.server.people import answered

BOARD = ("POST", "/channels/*/messages")
RETRY = 30
"""Seconds until a post that failed is tried again: longer than the test."""


class SetClock:
    """The bot's clock, which only the test moves; all others go on."""

    def __init__(self, bot: LandGames) -> None:
        self._now = bot.app.context.clock()
        for holder in (bot.app.context, bot.app.context.outbox, bot.sender):
            holder.clock = self

    def __call__(self) -> int:
        return self._now

    def go(self, by: int) -> None:
        """Set it forward by some milliseconds, or back."""
        self._now += by


@pytest.fixture
def clock(match: Match, land_games: LandGames) -> SetClock:
    """The clock of a bot that has just begun a game, and that retries nothing on its own."""
    land_games.sender.delays = (RETRY,)
    return SetClock(land_games)


async def waiting(match: Match) -> Any:
    """The post of the game that failed, once it has."""
    query = select(posts).where(posts.c.status == "waiting", posts.c.error.is_not(None))

    async def look() -> Any:
        return (await match.bot.app.context.db.read(lambda conn: conn.execute(query))).one_or_none()

    return await until_found("a post that failed and waits", look)


@pytest.mark.sample(1)
@pytest.mark.parametrize("fault", [Status(503), LostAnswer()])
async def test_a_board_that_failed_is_not_held_back_for_the_hour(match: Match, clock: SetClock, fault: Fault) -> None:
    clock.go(HOUR)
    watch = ClockWatch(match.bot.app.context)
    with match.server.faults.outage(fault, *BOARD):
        await answered(await match.type_move())
        await waiting(match)
    clock.go(-HOUR - RETRY * SECOND)
    match.bot.sender.wake()
    await match.bot.sender.wait_until_idle()
    assert await waiting(match), "its time has not come, by that clock"
    await watch.check()
    brought = await waiting(match)
    assert brought.created_at <= brought.first_try_at <= clock() < brought.due_at <= clock() + 2 * RETRY * SECOND
    clock.go(2 * RETRY * SECOND)
    match.bot.sender.wake()
    await match.check(1)


async def test_the_bot_still_tells_that_its_posts_fail(match: Match, clock: SetClock) -> None:
    clock.go(HOUR)
    await answered(await match.type_move())
    await match.settled(1)
    clock.go(-HOUR)
    with match.server.faults.outage(Status(503), *BOARD):
        await answered(await match.type_move())
        await waiting(match)
        clock.go(round(LATE_POST + 5) * SECOND)
        match.bot.sender._last_sent = None  # the clock went on by that time, the steady one did not
        illness = (await Measurement(match.bot).measure()).find_illness()
    assert illness is not None
    assert illness.startswith("A post has been due for 65 s")

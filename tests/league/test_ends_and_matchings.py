"""On PostgreSQL, several transactions run at once, while games begin: the end of one waits for none, that of a league does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from bot.storage.engine import errors
from bot.storage.queries.league import leagues
from bot.usecases.league import creating, running, season, starting, views
from bot.usecases.privacy import forgetting
from bot.usecases.server import guild_settings
from bot.usecases.tables import challenges
from tests.league.weeks import CHANNEL, GUILD, HOST, Weeks, people
from tests.storage.gate import Gate
from tests.waiting import limited

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.parametrize("database_url", ["postgresql"], indirect=True),
]


def wait_after(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Gate:
    """Have a function of a module wait at a gate once it has done its work."""
    gate, work = Gate(), getattr(module, name)

    async def work_and_wait(*given: Any) -> Any:
        found = await work(*given)
        await gate.passed()
        return found

    monkeypatch.setattr(module, name, work_and_wait)
    return gate


async def end_meanwhile(weeks: Weeks, monkeypatch: pytest.MonkeyPatch, module: Any, reads: str, game: int) -> None:
    """End a game while ``reads`` of a scheduled task has already read that it runs. Then let that task go on."""
    gate = wait_after(monkeypatch, module, reads)
    task = asyncio.create_task(weeks.do_due())
    await gate.reached()
    try:
        async with limited("the end of the game"):
            await weeks.give_up(game)
        assert not task.done()
    finally:
        gate.open()
        await task
    await weeks.settle()


async def until_locked(weeks: Weeks) -> None:
    """Wait until a transaction waits for a row."""
    waits = text("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")
    async with limited("a transaction that waits"):
        while not await weeks.database.read(lambda conn: conn.scalar(waits)):
            pass


async def offer(weeks: Weeks, number: int) -> None:
    user = people(3)[number]
    await challenges.offer(weeks.context, GUILD, user, "territories", pace="any", at_once=1, within=None)


async def test_a_member_who_ends_a_game_waits_for_no_matching_of_offers_and_the_next_one_knows_of_it(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    await guild_settings.change(weeks.context, GUILD, lambda own: own.model_copy(update={"challenge_channel": CHANNEL}))
    for number in range(2):
        await offer(weeks, number)
    await weeks.settle()
    [game] = await weeks.running()
    await offer(weeks, 2)
    await end_meanwhile(weeks, monkeypatch, challenges, "_read", game)
    assert len(await weeks.running()) == 1, "the third one plays one of the two"


async def test_a_member_who_ends_a_game_waits_for_no_task_of_a_league_and_the_next_one_knows_of_it(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await weeks.league(size=4, at_once=1)
    await weeks.join(league, people(2))
    await weeks.begin(league)
    [game] = await weeks.running()
    await weeks.do(lambda conn: season.wake(weeks.context, conn, GUILD))
    await end_meanwhile(weeks, monkeypatch, running, "_begin_games", game)
    assert len(await weeks.running()) == 1, "the second game of the pair"


async def test_a_league_that_ends_while_its_season_starts_is_played_to_the_end_of_that_season(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await weeks.league(size=4)
    await weeks.join(league, people(2))
    weeks.clock.now = (await weeks.newest(league)).starts_at + running.JOINED
    gate = wait_after(monkeypatch, starting, "start")
    task = asyncio.create_task(weeks.do_due())
    await gate.reached()
    closing = asyncio.create_task(creating.close(weeks.context, GUILD, league))
    await until_locked(weeks)
    gate.open()
    await task
    assert (await closing).status == "open"
    assert (await weeks.newest(league)).status == "running"
    await weeks.end_all()
    assert (await weeks.newest(league)).number == 1


async def test_a_host_who_is_forgotten_and_a_task_of_the_league_do_not_wait_for_each_other(
    weeks: Weeks, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = await weeks.league(size=4)
    await weeks.join(league, [HOST, *people(2)])
    weeks.clock.now = (await weeks.newest(league)).starts_at + running.JOINED
    gate = wait_after(monkeypatch, leagues, "lock_open")
    monkeypatch.setattr(errors, "RETRIED", ())  # a deadlock fails
    task = asyncio.create_task(weeks.do_due())
    await gate.reached()
    leaving = asyncio.create_task(forgetting.forget(weeks.context, HOST.id, GUILD))
    await until_locked(weeks)
    gate.open()
    await asyncio.gather(task, leaving)
    view = await views.view(weeks.context, GUILD, league)
    assert (view.season.status, sum(member.left_at is not None for member in view.members)) == ("running", 1)

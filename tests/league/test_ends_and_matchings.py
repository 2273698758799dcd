"""On PostgreSQL, several transactions run at once: the end of a game waits for nobody who begins others."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.usecases.league import running
from bot.usecases.server import guild_settings
from bot.usecases.tables import challenges
from tests.league.weeks import CHANNEL, GUILD, Weeks, people
from tests.storage.gate import Gate
from tests.waiting import limited

pytestmark = [
    pytest.mark.postgresql,
    pytest.mark.parametrize("database_url", ["postgresql"], indirect=True),
]


async def end_meanwhile(weeks: Weeks, monkeypatch: pytest.MonkeyPatch, module: Any, reads: str, game: int) -> None:
    """End a game while ``reads`` of a scheduled task has already read that it runs. Then let that task go on."""
    gate, read = Gate(), getattr(module, reads)

    async def read_and_wait(*given: Any) -> Any:
        found = await read(*given)
        await gate.passed()
        return found

    monkeypatch.setattr(module, reads, read_and_wait)
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
    await weeks.do(lambda conn: running.season.wake(weeks.context, conn, GUILD))
    await end_meanwhile(weeks, monkeypatch, running, "_begin_games", game)
    assert len(await weeks.running()) == 1, "the second game of the pair"

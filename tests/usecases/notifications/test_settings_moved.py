"""An older database had settings for each server. They become a person's own, and what differs stays with its server."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.common.home import home_of
from bot.storage.engine import migrate
from bot.storage.engine.database import Database
from bot.usecases.context import Context
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import USUAL, MemberSettings
from bot.usecases.time import vacation
from tests.storage.test_migrations import bare_engine

ADA, BJÖRN, CHIDI, DANA, EMIL, FINJA, GÜL = (number * 100_000_000_001 for number in range(1, 8))
LOUDNESS = {(False, False): 0, (True, False): 1, (False, True): 2, (True, True): 3}
QUIET_THERE = {"quiet": [22, 7], "time_zone": "Asia/Tokyo"}
SETTINGS: dict[int, dict[int, Any]] = {
    ADA: {
        1: {"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True},
        2: {"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True, "remind_hours": 24},
        3: {"time_zone": "Asia/Tokyo", "theme": "contrast", "quiet": [22, 7], "muted": [8, 9]},
    },
    CHIDI: {
        1: {"direct": True, "quiet": [23, 6], "remind_hours": 6, "time_reminders": "both"},
        2: {"mention": False, "quiet": [22, 8], "remind_hours": 48, "time_reminders": "last"},
    },
    DANA: {1: {"direct": True, "remind_hours": 6, "time_zone": "Asia/Tokyo", "theme": "light"}, 2: {"direct": True}},
    EMIL: {1: {"mention": False}},
    FINJA: {1: QUIET_THERE, 2: QUIET_THERE, 3: {"quiet": [22, 7]}},
    GÜL: {3: {"from_tomorrow": 7, "theme": "light"}},
}
"""What each of them has set in some servers."""
PLAYED = ((DANA, 1), (DANA, 2), (DANA, 7), (EMIL, 1), (EMIL, 7), (EMIL, 8))
"""Who has games in which servers."""


async def moved(
    url: str,
    settings: Mapping[int, Mapping[int, Any]],
    played: tuple[tuple[int, int], ...] = (),
    vacations: tuple[tuple[int, int, int], ...] = (),
) -> Context:
    """A database of version 0.2 with what members have set, their games, and vacations of Ada. Move it."""

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0013")
        put = "INSERT INTO member_settings (guild_id, user_id, data) VALUES (:guild, :user, :data)"
        for user, by_server in settings.items():
            for guild, data in by_server.items():
                connection.execute(text(put), {"guild": guild, "user": user, "data": json.dumps(data)})
        for number, (user, guild) in enumerate(played, 1):
            connection.execute(
                text(
                    "INSERT INTO games (id, guild_id, channel_id, kind, rules, seats, options, setup, status, version, "
                    "created_at, updated_at) VALUES (:id, :guild, 5, 'pastures', 1, 2, '{}', '{}', 'over', 0, 0, 0)"
                ),
                {"id": number, "guild": guild},
            )
            seat = "INSERT INTO players (game_id, seat, user_id, name) VALUES (:game, 0, :user, 'Somebody')"
            connection.execute(text(seat), {"game": number, "user": user})
        for guild, start, end in vacations:
            row = {"guild": guild, "user": ADA, "start": start, "end": end}
            away = "INSERT INTO vacations (guild_id, user_id, start_at, end_at) VALUES (:guild, :user, :start, :end)"
            connection.execute(text(away), row)
            due = "INSERT INTO due (kind, at, guild_id, user_id) VALUES ('vacation', :end, :guild, :user)"
            connection.execute(text(due), row)

    engine = bare_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()
    database = await Database.open(url)
    return Context(database, clock=lambda: int(time.time() * 1000), deal=list, table_hours=48)


async def rows(context: Context, query: str) -> list[Any]:
    async def look(conn: AsyncConnection) -> list[Any]:
        return list((await conn.execute(text(query))).all())

    return await context.db.read(look)


async def own(context: Context, who: int) -> MemberSettings:
    return await member_settings.get(context, home_of(who), who)


@pytest.mark.sample(4, of="rows of older versions")
async def test_what_most_servers_have_is_ones_own_and_nothing_becomes_louder(empty_database_url: str) -> None:
    context = await moved(empty_database_url, SETTINGS, PLAYED)

    async def at(guild: int, who: int) -> MemberSettings:
        return await member_settings.get(context, guild, who)

    assert await own(context, ADA) == USUAL.model_copy(
        update={"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True}
    )
    for who in (ADA, CHIDI):
        for guild, data in SETTINGS[who].items():
            assert await at(guild, who) == MemberSettings.model_validate(data), f"what differs stays in {guild}"
    assert await at(4, ADA) == await own(context, ADA), "a server that is new to the person"
    assert await at(1, BJÖRN) == USUAL

    mine = await own(context, CHIDI)
    assert (mine.mention, mine.direct, mine.quiet) == (False, False, (22, 8)), "on a tie the quieter one is taken"
    assert (mine.remind_hours, mine.time_reminders) == (48, "last")

    assert (await own(context, DANA)).direct
    untouched = await at(7, DANA)
    assert LOUDNESS[untouched.mention, untouched.direct] == LOUDNESS[True, False], "nothing was set there"
    assert untouched.remind_hours is None
    assert (untouched.time_zone, untouched.theme) == ("Asia/Tokyo", "light"), "that makes nothing louder"

    assert (await own(context, EMIL)).mention
    assert [(await at(guild, EMIL)).mention for guild in (1, 7)] == [False, True], "one server of many was muted"

    assert (await own(context, FINJA)).time_zone == "Asia/Tokyo"
    assert (await at(3, FINJA)).time_zone == "UTC", "quiet hours stay in the time zone in which they were set"

    there = await rows(context, "SELECT user_id, data FROM member_settings WHERE guild_id = 3")
    (kept,) = [row.data for row in there if row.user_id == GÜL]
    assert json.loads(kept) == {"from_tomorrow": 7}, "what this version does not know is kept"
    await context.db.close()


@pytest.mark.sample(4, of="rows of older versions")
async def test_vacations_of_several_servers_become_one_for_all(empty_database_url: str) -> None:
    now = int(time.time() * 1000)
    days = ((1, now - DAY, now + 2 * DAY), (2, now, now + 3 * DAY), (2, now + 20 * DAY, now + 21 * DAY))
    context = await moved(empty_database_url, {}, vacations=days)
    plan = await vacation.get_plan(context, ADA)
    assert [(each.start_at, each.end_at) for each in plan.coming] == [
        (now - DAY, now + 3 * DAY),
        (now + 20 * DAY, now + 21 * DAY),
    ]
    assert (await vacation.get_plan(context, BJÖRN)).coming == ()
    tasks = await rows(context, "SELECT guild_id, user_id, at FROM due")
    assert [(task.guild_id, task.user_id) for task in tasks] == [(home_of(ADA), ADA)]
    assert tasks[0].at < now + DAY, "at once: her clocks in other servers stop, too"
    await context.db.close()

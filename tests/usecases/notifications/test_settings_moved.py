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

ADA, BJÖRN = 911_111_111_111, 922_222_222_222
LOUDNESS = {(False, False): 0, (True, False): 1, (False, True): 2, (True, True): 3}


async def moved(
    url: str,
    settings: Mapping[int, Any],
    played: tuple[int, ...] = (),
    vacations: tuple[tuple[int, int, int], ...] = (),
) -> Context:
    """A database of version 0.2 with what Ada has set in some servers, and with games of hers in some. Move it."""

    def make(connection: Connection) -> None:
        migrate.upgrade(connection, "0013")
        put = "INSERT INTO member_settings (guild_id, user_id, data) VALUES (:guild, :user, :data)"
        for guild, data in settings.items():
            connection.execute(text(put), {"guild": guild, "user": ADA, "data": json.dumps(data)})
        for guild in played:
            connection.execute(
                text(
                    "INSERT INTO games (id, guild_id, channel_id, kind, rules, seats, options, setup, status, version, "
                    "created_at, updated_at) VALUES (:id, :id, 5, 'pastures', 1, 2, '{}', '{}', 'over', 0, 0, 0)"
                ),
                {"id": guild},
            )
            seat = "INSERT INTO players (game_id, seat, user_id, name) VALUES (:game, 0, :user, 'Ada')"
            connection.execute(text(seat), {"game": guild, "user": ADA})
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


async def own(context: Context) -> MemberSettings:
    return await member_settings.get(context, home_of(ADA), ADA)


async def at(context: Context, guild: int) -> MemberSettings:
    return await member_settings.get(context, guild, ADA)


@pytest.mark.slow
async def test_what_most_servers_have_is_ones_own_and_what_differs_stays(empty_database_url: str) -> None:
    settings = {
        1: {"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True},
        2: {"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True, "remind_hours": 24},
        3: {"time_zone": "Asia/Tokyo", "theme": "contrast", "quiet": [22, 7], "muted": [8, 9]},
    }
    context = await moved(empty_database_url, settings)
    assert await own(context) == USUAL.model_copy(
        update={"time_zone": "Europe/Berlin", "theme": "light", "mention": False, "direct": True}
    )
    for guild, data in settings.items():
        assert await at(context, guild) == MemberSettings.model_validate(data), guild
    assert await at(context, 4) == await own(context), "a server that is new to the person"
    assert await member_settings.get(context, 1, BJÖRN) == USUAL
    await context.db.close()


async def test_on_a_tie_the_quieter_one_is_taken(empty_database_url: str) -> None:
    settings = {
        1: {"direct": True, "quiet": [23, 6], "remind_hours": 6, "time_reminders": "both"},
        2: {"mention": False, "quiet": [22, 8], "remind_hours": 48, "time_reminders": "last"},
    }
    context = await moved(empty_database_url, settings)
    mine = await own(context)
    assert (mine.mention, mine.direct, mine.quiet) == (False, False, (22, 8))
    assert (mine.remind_hours, mine.time_reminders) == (48, "last")
    for guild, data in settings.items():
        assert await at(context, guild) == MemberSettings.model_validate(data), guild
    await context.db.close()


async def test_where_nothing_was_set_nothing_becomes_louder(empty_database_url: str) -> None:
    settings = {1: {"direct": True, "remind_hours": 6, "time_zone": "Asia/Tokyo", "theme": "light"}, 2: {"direct": True}}
    context = await moved(empty_database_url, settings, played=(1, 2, 7))
    assert (await own(context)).direct
    untouched = await at(context, 7)
    assert LOUDNESS[untouched.mention, untouched.direct] == LOUDNESS[True, False]
    assert untouched.remind_hours is None
    assert (untouched.time_zone, untouched.theme) == ("Asia/Tokyo", "light"), "that makes nothing louder"
    await context.db.close()


async def test_who_muted_one_server_of_many_has_it_muted_and_the_others_as_before(empty_database_url: str) -> None:
    context = await moved(empty_database_url, {1: {"mention": False}}, played=(1, 7, 8))
    assert (await own(context)).mention
    assert not (await at(context, 1)).mention
    assert (await at(context, 7)).mention
    await context.db.close()


async def test_quiet_hours_stay_in_the_time_zone_in_which_they_were_set(empty_database_url: str) -> None:
    settings = {
        1: {"quiet": [22, 7], "time_zone": "Asia/Tokyo"},
        2: {"quiet": [22, 7], "time_zone": "Asia/Tokyo"},
        3: {"quiet": [22, 7]},
    }
    context = await moved(empty_database_url, settings)
    assert (await own(context)).time_zone == "Asia/Tokyo"
    assert (await at(context, 3)).time_zone == "UTC"
    await context.db.close()


async def test_what_this_version_does_not_know_is_kept(empty_database_url: str) -> None:
    context = await moved(empty_database_url, {3: {"from_tomorrow": 7, "theme": "light"}})
    kept = (await rows(context, "SELECT data FROM member_settings WHERE guild_id = 3"))[0].data
    assert json.loads(kept) == {"from_tomorrow": 7}
    await context.db.close()


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

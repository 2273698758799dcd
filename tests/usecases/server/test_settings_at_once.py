"""On PostgreSQL, two transactions change the settings of a server at once."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.usecases.announcements import ChannelGone
from bot.usecases.context import Context
from bot.usecases.server import guild_settings
from tests.storage.gate import Gate
from tests.waiting import limited

pytestmark = [pytest.mark.postgresql, pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)]
GUILD, CHANNEL = 1, 5
WAITS = text("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')")


async def test_a_channel_that_is_deleted_while_a_manager_changes_a_setting_stays_unset(database: Database) -> None:
    context, gate = Context(database), Gate()
    await guild_settings.change(context, GUILD, lambda own: own.model_copy(update={"puzzle_channel": CHANNEL}))

    async def unset(conn: AsyncConnection) -> None:
        await guild_settings.follow_gone_channel(context, conn, ChannelGone(GUILD, CHANNEL))
        await gate.passed()

    gone = asyncio.create_task(database.write(unset))
    await gate.reached()
    changing = asyncio.create_task(guild_settings.change(context, GUILD, lambda own: own.model_copy(update={"theme": "light"})))
    async with limited("the change, which waits"):
        while not await database.read(lambda conn: conn.scalar(WAITS)):
            pass
    gate.open()
    await gone
    await changing
    assert await guild_settings.get(context, GUILD) == guild_settings.GuildSettings(theme="light")

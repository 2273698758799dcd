"""Queries about ``guild_departures``: servers that have removed the bot, according to Discord."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import served_conditions, upsert
from bot.storage.schema import guild_departures


async def add_departure(conn: AsyncConnection, guild_id: int, bot_id: int, now: int) -> None:
    """Save that a server has just removed the bot."""
    await upsert(conn, guild_departures, ("guild_id", "bot_id"), guild_id=guild_id, bot_id=bot_id, at=now)


async def remove_departure(conn: AsyncConnection, guild_id: int) -> None:
    """Save that a server has the bot, possibly again."""
    await conn.execute(delete(guild_departures).where(guild_departures.c.guild_id == guild_id))


async def list_departed(conn: AsyncConnection, bot_id: int, before: int, served: Assignment) -> list[int]:
    """Return the servers of this process that removed the bot before a time."""
    query = select(guild_departures.c.guild_id).where(guild_departures.c.bot_id == bot_id, guild_departures.c.at < before)
    return list(await conn.scalars(query.where(*served_conditions(guild_departures.c.guild_id, served))))


async def list_all_departed(conn: AsyncConnection) -> set[int]:
    """Return every server that removed the bot and has not added it again."""
    return set(await conn.scalars(select(guild_departures.c.guild_id)))

"""Queries about ``bot_values``: values that the bot stores about itself."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import bot_values


async def get_value(conn: AsyncConnection, key: str) -> str | None:
    """Return a value that the bot has saved about itself; ``None`` if there is none."""
    value: str | None = await conn.scalar(select(bot_values.c.value).where(bot_values.c.key == key))
    return value


async def get_values(conn: AsyncConnection, begins: str) -> dict[str, str]:
    """Return the values whose keys begin with ``begins``, by key."""
    query = select(bot_values.c.key, bot_values.c.value).where(bot_values.c.key.startswith(begins))
    return {row.key: row.value for row in await conn.execute(query)}


async def save_value(conn: AsyncConnection, key: str, value: str) -> None:
    """Save a value about the bot itself."""
    await upsert(conn, bot_values, ("key",), key=key, value=value)

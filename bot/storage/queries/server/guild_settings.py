"""Queries about ``guild_settings``: the settings of a server, as JSON."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import guild_settings

_GET = select(guild_settings.c.data).where(guild_settings.c.guild_id == bindparam("guild"))


async def get_settings(conn: AsyncConnection, guild_id: int, *, lock: bool = False) -> str | None:
    """Return the settings of a server; ``None`` if it has none. ``lock``: lock their row for the transaction."""
    found: str | None = await conn.scalar(_GET.with_for_update() if lock else _GET, {"guild": guild_id})
    return found


async def save_settings(conn: AsyncConnection, guild_id: int, data: str) -> None:
    """Store the settings of a server."""
    await upsert(conn, guild_settings, ("guild_id",), guild_id=guild_id, data=data)

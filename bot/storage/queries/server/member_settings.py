"""Queries about ``member_settings``: what a member has set for themselves in a server, as JSON."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import member_settings

_GET = select(member_settings.c.data).where(
    member_settings.c.guild_id == bindparam("guild"), member_settings.c.user_id == bindparam("user")
)


async def get_settings(conn: AsyncConnection, guild_id: int, user_id: int) -> str | None:
    """Return the settings of a member; ``None`` where they have set nothing."""
    found: str | None = await conn.scalar(_GET, {"guild": guild_id, "user": user_id})
    return found


async def save_settings(conn: AsyncConnection, guild_id: int, user_id: int, data: str) -> None:
    """Store the settings of a member."""
    await upsert(conn, member_settings, ("guild_id", "user_id"), guild_id=guild_id, user_id=user_id, data=data)

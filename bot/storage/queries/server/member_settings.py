"""Queries about ``member_settings``: the settings of a member, for all servers and for single ones, as JSON."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of
from bot.storage.rows import upsert
from bot.storage.schema import member_settings

_GET = select(member_settings.c.guild_id, member_settings.c.data).where(
    member_settings.c.guild_id.in_([bindparam("guild"), bindparam("home")]), member_settings.c.user_id == bindparam("user")
)


class Stored(NamedTuple):
    """The stored settings of a member; ``None`` if there are none."""

    own: str | None
    here: str | None


async def get_settings(conn: AsyncConnection, guild_id: int, user_id: int) -> Stored:
    """Return the settings of a member for all servers, and those that differ in one server."""
    home = home_of(user_id)
    rows = await conn.execute(_GET, {"guild": guild_id, "home": home, "user": user_id})
    found = {row.guild_id: row.data for row in rows}
    return Stored(found.get(home), found.get(guild_id) if guild_id != home else None)


async def list_settings(conn: AsyncConnection, user_id: int) -> dict[int, str]:
    """Return all stored settings of a person, by server. Those for all servers are under the id of their home."""
    rows = await conn.execute(
        select(member_settings.c.guild_id, member_settings.c.data).where(member_settings.c.user_id == user_id)
    )
    return {row.guild_id: row.data for row in rows}


async def save_settings(conn: AsyncConnection, guild_id: int, user_id: int, data: str) -> None:
    """Store the settings of a member for a server, or for all servers if ``guild_id`` is their home."""
    await upsert(conn, member_settings, ("guild_id", "user_id"), guild_id=guild_id, user_id=user_id, data=data)

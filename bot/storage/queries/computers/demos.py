"""Queries about demos: games that do not count, which computers play in one message."""

from __future__ import annotations

from sqlalchemy import not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import LISTED
from bot.storage.schema import games


async def find_demo_channel(conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int) -> int | None:
    """Return ``channel_id`` if a demo runs there, else the channel of the demo that the user runs in the server."""
    query = select(games.c.channel_id).where(games.c.guild_id == guild_id, games.c.status == "running", not_(LISTED))
    query = query.where(or_(games.c.channel_id == channel_id, games.c.started_by == user_id))
    channels = (await conn.scalars(query)).all()
    return channel_id if channel_id in channels else next(iter(channels), None)

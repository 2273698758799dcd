"""Queries about hints (``hints_used``), computers' lookbacks on finished games, and demos."""

from __future__ import annotations

from sqlalchemy import func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import LISTED
from bot.storage.rows import upsert
from bot.storage.schema import games, hints_used, lookbacks


async def add_hint(conn: AsyncConnection, game_id: int, seat: int, version: int) -> None:
    """Record that a seat has asked for a hint. Several hints at one version count once."""
    await upsert(conn, hints_used, ("game_id", "seat", "version"), game_id=game_id, seat=seat, version=version)


async def list_hints(conn: AsyncConnection, game_id: int) -> list[tuple[int, int]]:
    """Return the versions of a game at which hints were used, each with its seat."""
    query = select(hints_used.c.version, hints_used.c.seat).where(hints_used.c.game_id == game_id)
    return [(row[0], row[1]) for row in await conn.execute(query.order_by(hints_used.c.version, hints_used.c.seat))]


async def count_hints(conn: AsyncConnection, game_id: int) -> dict[int, int]:
    """Return the number of hints by seat, only for seats that used any."""
    query = select(hints_used.c.seat, func.count()).where(hints_used.c.game_id == game_id).group_by(hints_used.c.seat)
    return {row[0]: row[1] for row in await conn.execute(query.order_by(hints_used.c.seat))}


async def save_lookback(conn: AsyncConnection, game_id: int, data: str, now: int) -> None:
    """Store the lookback on a game, as JSON."""
    await upsert(conn, lookbacks, ("game_id",), game_id=game_id, data=data, at=now)


async def get_lookback(conn: AsyncConnection, game_id: int) -> str | None:
    """Return the lookback on a game, as JSON; ``None`` if none has been made yet."""
    found: str | None = await conn.scalar(select(lookbacks.c.data).where(lookbacks.c.game_id == game_id))
    return found


async def find_demo_channel(conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int) -> int | None:
    """Return ``channel_id`` if a demo runs there, else the channel of the demo that the user runs in the server.

    Return ``None`` if there is neither.
    """
    query = select(games.c.channel_id).where(games.c.guild_id == guild_id, games.c.status == "running", not_(LISTED))
    query = query.where(or_(games.c.channel_id == channel_id, games.c.started_by == user_id))
    channels = (await conn.scalars(query)).all()
    return channel_id if channel_id in channels else next(iter(channels), None)

"""Queries about ``lookbacks``: computers' lookbacks on finished games."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import lookbacks


async def save_lookback(conn: AsyncConnection, game_id: int, data: str, now: int) -> None:
    """Store the lookback on a game, as JSON."""
    await upsert(conn, lookbacks, ("game_id",), game_id=game_id, data=data, at=now)


async def get_lookback(conn: AsyncConnection, game_id: int) -> str | None:
    """Return the lookback on a game, as JSON; ``None`` if none has been made yet."""
    found: str | None = await conn.scalar(select(lookbacks.c.data).where(lookbacks.c.game_id == game_id))
    return found

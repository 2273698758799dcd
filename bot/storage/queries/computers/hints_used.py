"""Queries about ``hints_used``: at which versions of a game a seat asked what a computer would play."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import hints_used


async def add_hint(conn: AsyncConnection, game_id: int, seat: int, version: int) -> None:
    """Save that a seat has asked. Several hints at one version count once."""
    await upsert(conn, hints_used, ("game_id", "seat", "version"), game_id=game_id, seat=seat, version=version)


async def list_hints(conn: AsyncConnection, game_id: int) -> list[tuple[int, int]]:
    """Return at which versions of a game hints were used, and by which seats."""
    query = select(hints_used.c.version, hints_used.c.seat).where(hints_used.c.game_id == game_id)
    return [(row[0], row[1]) for row in await conn.execute(query.order_by(hints_used.c.version, hints_used.c.seat))]


async def count_hints(conn: AsyncConnection, game_id: int) -> dict[int, int]:
    """Return how many hints each seat has used. Leave out those that used none."""
    query = select(hints_used.c.seat, func.count()).where(hints_used.c.game_id == game_id).group_by(hints_used.c.seat)
    return {row[0]: row[1] for row in await conn.execute(query.order_by(hints_used.c.seat))}

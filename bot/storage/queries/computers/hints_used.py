"""Queries about ``hints_used``: the hints that seats asked for, by version of the game."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import hints_used


async def add_hint(conn: AsyncConnection, game_id: int, seat: int, version: int) -> None:
    """Save that a seat has asked for a hint. Several hints at one version count once."""
    await upsert(conn, hints_used, ("game_id", "seat", "version"), game_id=game_id, seat=seat, version=version)


async def list_hints(conn: AsyncConnection, game_id: int) -> list[tuple[int, int]]:
    """Return the versions of a game at which hints were used, each with its seat."""
    query = select(hints_used.c.version, hints_used.c.seat).where(hints_used.c.game_id == game_id)
    return [(row[0], row[1]) for row in await conn.execute(query.order_by(hints_used.c.version, hints_used.c.seat))]


async def count_hints(conn: AsyncConnection, game_id: int) -> dict[int, int]:
    """Return the number of hints by seat, only for seats that used any."""
    query = select(hints_used.c.seat, func.count()).where(hints_used.c.game_id == game_id).group_by(hints_used.c.seat)
    return {row[0]: row[1] for row in await conn.execute(query.order_by(hints_used.c.seat))}

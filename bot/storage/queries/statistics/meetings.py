"""Queries about ``meetings``: the results of each pair of players, for the ratings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert_all
from bot.storage.schema_statistics import meetings

_KEY = ("guild_id", "pool", "kind", "period", "who", "opponent")


class MeetingRow(NamedTuple):
    """The games of a player against one opponent."""

    guild_id: int
    pool: str
    kind: str
    period: str
    who: int
    opponent: int
    games: float
    won: float
    at: int
    """End of the last of the games."""


async def get_meetings(
    conn: AsyncConnection,
    guild_id: int,
    pool: str,
    kinds: Collection[str],
    periods: Collection[str],
    who: Collection[int],
    opponents: Collection[int],
) -> list[MeetingRow]:
    """Return the games of the given players against the given opponents."""
    query = select(meetings).where(meetings.c.guild_id == guild_id, meetings.c.pool == pool, meetings.c.kind.in_(kinds))
    query = query.where(meetings.c.period.in_(periods), meetings.c.who.in_(who))
    query = query.where(meetings.c.opponent.in_(opponents))
    found = await conn.execute(query.order_by(meetings.c.who, meetings.c.opponent))
    return [MeetingRow(*row) for row in found]


async def save_meetings(conn: AsyncConnection, rows: Sequence[MeetingRow]) -> None:
    """Save meetings, replacing the previous rows."""
    await upsert_all(conn, meetings, _KEY, [row._asdict() for row in rows])


async def forget_months_before(
    conn: AsyncConnection, guild_id: int, pools: Collection[str], kinds: Collection[str], month: str
) -> None:
    """Delete the meetings of earlier months: no more games are added to them.

    All ``pools`` and ``kinds`` are passed so that the primary key finds the rows without reading all rows of the server.
    """
    query = delete(meetings).where(meetings.c.guild_id == guild_id, meetings.c.pool.in_(pools), meetings.c.kind.in_(kinds))
    await conn.execute(query.where(meetings.c.period > "", meetings.c.period < month))

"""Queries about ``ratings``: estimates of everybody's strength, of all time and in each month."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.rows import upsert
from bot.storage.schema import ratings


class RatingKey(NamedTuple):
    """What identifies a rating within a server."""

    pool: str
    """``members`` or ``computers``."""
    kind: str
    """The kind of game; empty: all of them."""
    period: str
    """A month such as ``2026-11``; empty: all time."""
    who: int


@dataclass(slots=True)
class RatingRow:
    """An estimate of somebody's strength."""

    guild_id: int
    pool: str
    kind: str
    period: str
    who: int
    name: str
    mu: float
    sigma: float
    points: int
    games: int
    wins: int
    last_at: int
    best_points: int
    """The most points that they ever had."""
    best_at: int
    best_game: int
    """After which game that was."""

    @property
    def key(self) -> RatingKey:
        """What identifies it within the server."""
        return RatingKey(self.pool, self.kind, self.period, self.who)


_KEY = ("guild_id", "pool", "kind", "period", "who")


async def get_ratings(
    conn: AsyncConnection, guild_id: int, pool: str, kinds: Collection[str], periods: Collection[str], who: Collection[int]
) -> list[RatingRow]:
    """Return the ratings of some people in some kinds of games and periods."""
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.pool == pool, ratings.c.kind.in_(kinds))
    query = query.where(ratings.c.period.in_(periods), ratings.c.who.in_(who))
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def save_ratings(conn: AsyncConnection, rows: Iterable[RatingRow]) -> None:
    """Save ratings in place of those before."""
    for row in rows:
        await upsert(conn, ratings, _KEY, **asdict(row))


async def replace_ratings(conn: AsyncConnection, guild_id: int, rows: Sequence[RatingRow]) -> None:
    """Save all ratings of a server in place of all before."""
    await conn.execute(delete(ratings).where(ratings.c.guild_id == guild_id))
    if rows:
        await conn.execute(insert(ratings), [asdict(row) for row in rows])


async def list_best(
    conn: AsyncConnection, guild_id: int, pool: str, kind: str, since: int, limit: int, *, computers: bool = False
) -> list[RatingRow]:
    """Return the list of those who have played since a time, by points of all time. ``computers``: only computers."""
    query = select(ratings).where(*_list(guild_id, pool, kind, since))
    if computers:
        query = query.where(ratings.c.who <= COMPUTERS)
    query = query.order_by(ratings.c.points.desc(), ratings.c.who.desc()).limit(limit)
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def find_place(conn: AsyncConnection, guild_id: int, pool: str, kind: str, since: int, points: int) -> int:
    """Return the place of somebody with so many points in that list, from 1."""
    query = select(func.count()).select_from(ratings).where(*_list(guild_id, pool, kind, since), ratings.c.points > points)
    return 1 + int(await conn.scalar(query) or 0)


async def count_listed(conn: AsyncConnection, guild_id: int, pool: str, kind: str, since: int) -> int:
    """Return the length of that list."""
    query = select(func.count()).select_from(ratings).where(*_list(guild_id, pool, kind, since))
    return int(await conn.scalar(query) or 0)


def _list(guild_id: int, pool: str, kind: str, since: int) -> list[ColumnElement[bool]]:
    table = ratings.c
    return [table.guild_id == guild_id, table.pool == pool, table.kind == kind, table.period == "", table.last_at >= since]

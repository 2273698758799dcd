"""Queries about ``ratings``: estimates of the players' strengths, for all time and for each month."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert_all
from bot.storage.schema_statistics import ratings


class RatingKey(NamedTuple):
    """The key of a rating within a server."""

    pool: str
    """``members`` or ``computers``."""
    kind: str
    """The kind of game; empty for all kinds."""
    period: str
    """A month such as ``2026-11``; empty for all time."""
    who: int


@dataclass(slots=True)
class RatingRow:
    """An estimate of a player's strength."""

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
    """The highest points ever reached while they were certain."""
    best_at: int
    best_game: int
    """The game after which they were reached; 0 if the points were never certain."""

    @property
    def key(self) -> RatingKey:
        """The key of the rating within the server."""
        return RatingKey(self.pool, self.kind, self.period, self.who)


_KEY = ("guild_id", "pool", "kind", "period", "who")


async def get_ratings(
    conn: AsyncConnection, guild_id: int, pool: str, kinds: Collection[str], periods: Collection[str], who: Collection[int]
) -> list[RatingRow]:
    """Return the ratings of the given players, for the given kinds of games and periods."""
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.pool == pool, ratings.c.kind.in_(kinds))
    query = query.where(ratings.c.period.in_(periods), ratings.c.who.in_(who))
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def save_ratings(conn: AsyncConnection, rows: Iterable[RatingRow]) -> None:
    """Save ratings, replacing the previous rows."""
    await upsert_all(conn, ratings, _KEY, [asdict(row) for row in rows])


async def replace_ratings(conn: AsyncConnection, guild_id: int, rows: Sequence[RatingRow]) -> None:
    """Replace all ratings of a server."""
    await conn.execute(delete(ratings).where(ratings.c.guild_id == guild_id))
    if rows:
        await conn.execute(insert(ratings), [asdict(row) for row in rows])


async def list_ratings(
    conn: AsyncConnection, guild_id: int, pool: str, kind: str, periods: Collection[str] = ("",), least: int = 0
) -> list[RatingRow]:
    """Return the ratings of all time, or of the given months, from at least ``least`` games."""
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.pool == pool, ratings.c.kind == kind)
    query = query.where(ratings.c.period.in_(periods), ratings.c.games >= least)
    return [RatingRow(*row) for row in await conn.execute(query)]

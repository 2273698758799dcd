"""Queries about ``ratings``: estimates of the players' strengths, for all time and for each month."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.server.member_names import select_former
from bot.storage.rows import upsert_all
from bot.storage.schema_core import Float64
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


class Listing(NamedTuple):
    """The condition for having a place at a given time: certain points."""

    now: int
    most: float
    """The maximum of sigma squared."""
    fading: float
    """The increase of sigma squared per millisecond since the last game."""
    former: bool = False
    """Whether former members have a place, too."""


async def list_best(conn: AsyncConnection, guild_id: int, kind: str, listing: Listing, limit: int) -> list[RatingRow]:
    """Return the members whose points are certain, most points of all time first."""
    query = select(ratings).where(*_list(guild_id, kind, listing))
    query = query.order_by(ratings.c.points.desc(), ratings.c.who.desc()).limit(limit)
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def list_computers(conn: AsyncConnection, guild_id: int, kind: str, limit: int) -> list[RatingRow]:
    """Return the computer players, most points of all time first."""
    query = select(ratings).where(*_of_all_time(guild_id, "computers", kind), ratings.c.who <= COMPUTERS)
    query = query.order_by(ratings.c.points.desc(), ratings.c.who.desc()).limit(limit)
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def find_place(conn: AsyncConnection, guild_id: int, kind: str, listing: Listing, points: int) -> int:
    """Return the place of a player with ``points`` points among the members whose points are certain, from 1."""
    query = select(func.count()).select_from(ratings).where(*_list(guild_id, kind, listing), ratings.c.points > points)
    return 1 + int(await conn.scalar(query) or 0)


async def count_listed(conn: AsyncConnection, guild_id: int, kind: str, listing: Listing) -> int:
    """Return the number of members who have a place."""
    query = select(func.count()).select_from(ratings).where(*_list(guild_id, kind, listing))
    return int(await conn.scalar(query) or 0)


def _of_all_time(guild_id: int, pool: str, kind: str) -> list[ColumnElement[bool]]:
    table = ratings.c
    return [table.guild_id == guild_id, table.pool == pool, table.kind == kind, table.period == ""]


def _list(guild_id: int, kind: str, listing: Listing) -> list[ColumnElement[bool]]:
    faded = literal(listing.fading, Float64) * (listing.now - ratings.c.last_at)
    present = [] if listing.former else [ratings.c.who.not_in(select_former(guild_id))]
    return [*_of_all_time(guild_id, "members", kind), ratings.c.sigma * ratings.c.sigma + faded <= listing.most, *present]

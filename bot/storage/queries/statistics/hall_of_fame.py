"""Queries for the hall of fame: the best of each month and of all time, and the greatest feats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.public.shown import Shown
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.statistics.results import FeatRow
from bot.storage.schema import games
from bot.storage.schema_statistics import feats, ratings, shares


@dataclass(frozen=True, slots=True)
class Person:
    """A player who decided for a seat of a game, by the number that identifies them in the statistics."""

    who: int
    name: str


async def find_best_of_month(conn: AsyncConnection, guild_id: int, kind: str, month: str, least: int) -> RatingRow | None:
    """Return the member with the most points from the games of one month.

    Only members with at least ``least`` games count. Return ``None`` if there is none.
    """
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.pool == "members", ratings.c.kind == kind)
    query = query.where(ratings.c.period == month, ratings.c.games >= least)
    query = query.order_by(ratings.c.points.desc(), ratings.c.who.desc()).limit(1)
    row = (await conn.execute(query)).mappings().first()
    return None if row is None else RatingRow(**row)


async def list_best_ever(conn: AsyncConnection, guild_id: int, kind: str, limit: int) -> list[RatingRow]:
    """Return the members with the highest points ever reached while these were certain, best first."""
    query = select(ratings).where(ratings.c.guild_id == guild_id, ratings.c.pool == "members", ratings.c.kind == kind)
    query = query.where(ratings.c.period == "", ratings.c.best_game > 0)
    query = query.order_by(ratings.c.best_points.desc(), ratings.c.who.desc()).limit(limit)
    return [RatingRow(**row) for row in (await conn.execute(query)).mappings()]


async def find_greatest_feat(
    conn: AsyncConnection, guild_id: int, kind: str, feat: str, *, lowest: bool, shown: Shown | None = None
) -> FeatRow | None:
    """Return the highest (or ``lowest``) value of a feat, the first of equal ones; ``None`` if no game has it.

    ``shown``: only among these games.
    """
    query = select(feats).where(feats.c.guild_id == guild_id, feats.c.kind == kind, feats.c.feat == feat)
    if shown is not None:
        query = query.join(games, games.c.id == feats.c.game_id).where(shown.condition)
    order = feats.c.value if lowest else feats.c.value.desc()
    row = (await conn.execute(query.order_by(order, feats.c.game_id).limit(1))).mappings().first()
    return None if row is None else FeatRow(**row)


async def list_persons_by_seat(conn: AsyncConnection, game_ids: Collection[int]) -> dict[int, dict[int, Person]]:
    """Return the player who decided most often, by game and seat."""
    found: dict[int, dict[int, Person]] = {}
    query = select(shares.c.game_id, shares.c.seat, shares.c.who, shares.c.name).where(shares.c.game_id.in_(game_ids))
    for row in await conn.execute(query.order_by(shares.c.game_id, shares.c.seat, shares.c.decisions)):
        found.setdefault(row.game_id, {})[row.seat] = Person(row.who, row.name)
    return found

"""Queries about one member's figures: games and wins by kind, seat and opponent, and how long they think."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import shares


class Group(NamedTuple):
    """Some of a member's finished games together."""

    key: Any
    """What they have in common: the kind of game, or the seat."""
    games: int
    won: int
    score: int
    """The sum of the scores."""
    best: int
    """The best score."""
    decisions: int
    thought: int
    """Milliseconds, over all decisions."""


class Opponent(NamedTuple):
    """Somebody against whom a member has played."""

    who: int
    name: str
    games: int
    won: int
    """Games that the member won, shared wins too."""
    lost: int
    """Games in which the opponent came in before the member."""


def _mine(guild_id: int, who: int, kind: str | None) -> list[ColumnElement[bool]]:
    of_kind = [] if kind is None else [shares.c.kind == kind]
    return [shares.c.guild_id == guild_id, shares.c.who == who, *of_kind]


async def group_games(conn: AsyncConnection, guild_id: int, who: int, kind: str | None, by: str) -> list[Group]:
    """Group a member's finished games by a column of their shares: ``kind`` or ``seat``."""
    column = shares.c[by]
    counts = (func.count(), func.sum(shares.c.won), func.sum(shares.c.score), func.max(shares.c.score))
    times = (func.sum(shares.c.decisions), func.sum(shares.c.thought))
    query = select(column, *counts, *times).where(*_mine(guild_id, who, kind)).group_by(column).order_by(column)
    return [Group(row[0], *map(int, row[1:])) for row in (await conn.execute(query)).all()]


async def opponents(conn: AsyncConnection, guild_id: int, who: int, kind: str | None, limit: int) -> list[Opponent]:
    """Return the opponents against whom a member has played most."""
    other = shares.alias()
    won, lost = func.sum(shares.c.won), func.sum(case((other.c.place < shares.c.place, 1), else_=0))
    query = select(other.c.who, func.max(other.c.name), func.count(), won, lost)
    query = query.join(other, and_(other.c.game_id == shares.c.game_id, other.c.seat != shares.c.seat))
    query = query.where(*_mine(guild_id, who, kind), other.c.who != who).group_by(other.c.who)
    query = query.order_by(func.count().desc(), other.c.who.desc()).limit(limit)
    return [Opponent(row[0], row[1], *map(int, row[2:])) for row in (await conn.execute(query)).all()]


async def course(conn: AsyncConnection, guild_id: int, who: int, limit: int) -> list[int]:
    """Return a member's points in the ranking of all games, after each of their last games, the oldest first."""
    query = select(shares.c.points).where(*_mine(guild_id, who, None), shares.c.points.is_not(None))
    query = query.order_by(shares.c.ended_at.desc(), shares.c.game_id.desc()).limit(limit)
    return list((await conn.scalars(query)).all())[::-1]

"""Queries about one member's figures in one server or several: games and wins by kind, seat and opponent, thinking time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema_statistics import shares


class Group(NamedTuple):
    """A group of a member's finished games."""

    key: Any
    """The common value of the group: the kind of game, or the seat."""
    games: int
    won: int
    score: int
    best: int
    decisions: int
    thought: int
    """The thinking time in milliseconds, over all decisions."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of a member."""

    who: int
    name: str
    games: int
    won: int
    """Games that the member won, including shared wins."""
    lost: int
    """Games in which the opponent finished ahead of the member."""


def _mine(guild_ids: Collection[int], who: int, kind: str | None) -> list[ColumnElement[bool]]:
    of_kind = [] if kind is None else [shares.c.kind == kind]
    return [shares.c.guild_id.in_(guild_ids), shares.c.who == who, *of_kind]


async def list_servers(conn: AsyncConnection, who: int) -> list[int]:
    """Return the servers and homes in which a player has finished games, most games first."""
    query = select(shares.c.guild_id).where(shares.c.who == who).group_by(shares.c.guild_id)
    return list((await conn.scalars(query.order_by(func.count().desc(), shares.c.guild_id))).all())


async def group_games(conn: AsyncConnection, guild_ids: Collection[int], who: int, kind: str | None, by: str) -> list[Group]:
    """Group a member's finished games by a column of their shares: ``kind`` or ``seat``.

    If a member held two seats of a game, it counts as one game, with the result of the better seat.
    """
    parts = (func.max(shares.c.won).label("won"), func.max(shares.c.score).label("score"))
    sums = (func.sum(shares.c.decisions).label("decisions"), func.sum(shares.c.thought).label("thought"))
    one = select(shares.c[by].label("key"), shares.c.game_id, *parts, *sums).where(*_mine(guild_ids, who, kind))
    game = one.group_by(shares.c[by], shares.c.game_id).subquery().c
    counts = (func.count(), func.sum(game.won), func.sum(game.score), func.max(game.score))
    query = select(game.key, *counts, func.sum(game.decisions), func.sum(game.thought)).group_by(game.key).order_by(game.key)
    return [Group(row[0], *map(int, row[1:])) for row in (await conn.execute(query)).all()]


async def list_opponents(
    conn: AsyncConnection, guild_ids: Collection[int], who: int, kind: str | None, limit: int
) -> list[Opponent]:
    """Return the most frequent opponents of a member.

    Each game counts once, even if the two held several seats: the better seat of each decides who finished ahead. Computers of
    the same level are one opponent.
    """
    seats = (func.min(shares.c.seat).label("first"), func.max(shares.c.seat).label("last"))
    ended = (func.max(shares.c.won).label("won"), func.min(shares.c.place).label("place"))
    mine = select(shares.c.game_id, *seats, *ended).where(*_mine(guild_ids, who, kind)).group_by(shares.c.game_id).subquery().c
    other = shares.alias().c
    theirs = (func.max(other.name).label("name"), func.min(other.place).label("their_place"))
    one = select(other.who, mine.game_id, mine.won, mine.place, *theirs).where(other.game_id == mine.game_id, other.who != who)
    one = one.where(or_(mine.first != other.seat, mine.last != other.seat))  # not those who only shared the member's seat
    game = one.group_by(other.who, mine.game_id, mine.won, mine.place).subquery().c
    lost = func.sum(case((game.their_place < game.place, 1), else_=0))
    query = select(game.who, func.max(game.name), func.count(), func.sum(game.won), lost).group_by(game.who)
    query = query.order_by(func.count().desc(), game.who.desc()).limit(limit)
    return [Opponent(row[0], row[1], *map(int, row[2:])) for row in (await conn.execute(query)).all()]


async def list_points(conn: AsyncConnection, guild_id: int, who: int, limit: int) -> list[int]:
    """Return a member's points in a server's ranking of all games, after each of their last games, oldest first."""
    query = select(shares.c.points).where(*_mine((guild_id,), who, None), shares.c.points.is_not(None))
    query = query.order_by(shares.c.ended_at.desc(), shares.c.game_id.desc()).limit(limit)
    return list((await conn.scalars(query)).all())[::-1]

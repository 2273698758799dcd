"""Queries about ``member_names``: the current names of members, and the members who have left.

Only members with finished games have a row: in running games, at open tables and in unfinished seasons the stored name is
updated.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, exists, literal, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.queries.league.leagues import ALIVE
from bot.storage.schema import game_table_members, game_tables, games, league_members, leagues, players, seasons
from bot.storage.schema_core import Big
from bot.storage.schema_statistics import member_names, shares

_KEY = ("guild_id", "user_id")
_OF_TABLES = select(game_tables.c.id).where(game_tables.c.status == "open")
_OF_GAMES = select(games.c.id).where(games.c.status.in_(("running", "adjourned")))
_OF_SEASONS = select(seasons.c.id).join(leagues).where(seasons.c.status.in_(ALIVE))


class MemberRow(NamedTuple):
    """The current name of a member."""

    user_id: int
    name: str
    has_left: int
    asked_at: int
    """Time at which Discord last sent the name, or was asked for it."""


async def list_members(
    conn: AsyncConnection, guild_ids: Collection[int], user_ids: Collection[int] | None = None
) -> dict[int, MemberRow]:
    """Return the stored names of members by id, the newest of several servers; ``user_ids`` ``None``: of all members."""
    query = select(*(member_names.c[name] for name in MemberRow._fields)).where(member_names.c.guild_id.in_(guild_ids))
    if user_ids is not None:
        query = query.where(member_names.c.user_id.in_(user_ids))
    return {row.user_id: MemberRow(*row) for row in await conn.execute(query.order_by(member_names.c.asked_at))}


def select_former(guild_id: int) -> Select[tuple[int]]:
    """Return a query for the ids of the former members of a server."""
    return select(member_names.c.user_id).where(member_names.c.guild_id == guild_id, member_names.c.has_left == 1)


async def claim(conn: AsyncConnection, guild_id: int, user_id: int, name: str, now: int) -> bool:
    """Return whether Discord may be asked about a member now: at most once a day. ``name``: their current name."""
    stale = or_(member_names.c.asked_at <= now - DAY, member_names.c.asked_at > now)
    return await _save(conn, guild_id, user_id, name, now, ("asked_at",), stale)


async def save_sent(conn: AsyncConnection, guild_id: int, user_id: int, name: str, now: int) -> None:
    """Save a member's name from Discord, also in running games, at open tables and in unfinished seasons."""
    await _save(conn, guild_id, user_id, name, now, ("name", "has_left", "asked_at"))
    for table, who, of, within in (
        (players, players.c.user_id, players.c.game_id, _OF_GAMES.where(games.c.guild_id == guild_id)),
        (
            game_table_members,
            game_table_members.c.user_id,
            game_table_members.c.table_id,
            _OF_TABLES.where(game_tables.c.guild_id == guild_id),
        ),
        (league_members, league_members.c.who, league_members.c.season_id, _OF_SEASONS.where(leagues.c.guild_id == guild_id)),
    ):
        theirs = (who == user_id, table.c.name != name, of.in_(within))
        await conn.execute(update(table).where(*theirs).values(name=name))


async def save_left(conn: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Record that a member has left."""
    theirs = (member_names.c.guild_id == guild_id, member_names.c.user_id == user_id)
    await conn.execute(update(member_names).where(*theirs).values(has_left=1))


async def _save(
    conn: AsyncConnection,
    guild_id: int,
    user_id: int,
    name: str,
    now: int,
    renewed: tuple[str, ...],
    where: ColumnElement[bool] | None = None,
) -> bool:
    """Insert the row of a member who has finished a game, or update some of its columns. Return whether anything was saved."""
    made: dict[str, ColumnElement[Any]] = {"guild_id": literal(guild_id, Big), "user_id": literal(user_id, Big)}
    made |= {"name": literal(name), "has_left": literal(0), "asked_at": literal(now, Big)}
    row: Select[*tuple[Any, ...]] = select(*made.values())
    row = row.where(exists().where(shares.c.guild_id == guild_id, shares.c.who == user_id))
    insert = postgresql.insert if conn.dialect.name == "postgresql" else sqlite.insert
    new = insert(member_names).from_select(list(made), row)
    values = {column: new.excluded[column] for column in renewed}
    done = await conn.execute(new.on_conflict_do_update(index_elements=list(_KEY), set_=values, where=where))
    return done.rowcount == 1

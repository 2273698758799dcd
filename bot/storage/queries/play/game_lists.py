"""Queries for lists of ``games``: by channel or server, running or finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

from sqlalchemy import RowMapping, Select, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.play.games import LISTED, GameRow, game_of
from bot.storage.rows import served_conditions
from bot.storage.schema import games, players


async def load_games(conn: AsyncConnection, query: Select[Any]) -> list[GameRow]:
    """Return the games found by a query on ``games``, with their players, in the order of the query."""
    found = (await conn.execute(query)).mappings().all()
    if not found:
        return []
    seated: dict[int, list[RowMapping]] = {}
    wanted = select(players).where(players.c.game_id.in_([row["id"] for row in found])).order_by(players.c.seat)
    for row in (await conn.execute(wanted)).mappings():
        seated.setdefault(row["game_id"], []).append(row)
    return [game_of(row, seated.get(row["id"], ())) for row in found]


async def count_running(conn: AsyncConnection, served: Assignment) -> int:
    """Return how many games are being played in the servers of a process."""
    query = select(func.count()).select_from(games).where(games.c.status == "running", LISTED)
    return int(await conn.scalar(query.where(*served_conditions(games.c.guild_id, served))) or 0)


async def count_running_of(conn: AsyncConnection, guild_id: int, user_id: int | None) -> int:
    """Return how many games are being played in a server: those of a member, or all."""
    query = select(func.count()).select_from(games).where(games.c.guild_id == guild_id, games.c.status == "running", LISTED)
    if user_id is not None:
        query = query.join(players, players.c.game_id == games.c.id).where(players.c.user_id == user_id)
    return int(await conn.scalar(query) or 0)


async def count_running_by_member(conn: AsyncConnection, guild_id: int) -> Counter[int]:
    """Return how many games each member of a server plays."""
    query = select(players.c.user_id, func.count()).join(games, games.c.id == players.c.game_id)
    query = query.where(games.c.guild_id == guild_id, games.c.status == "running", LISTED, players.c.user_id.is_not(None))
    found = (await conn.execute(query.group_by(players.c.user_id))).all()
    return Counter({row[0]: row[1] for row in found})


async def list_games_in_channel(
    conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int | None, *, over: bool = False, limit: int = 50
) -> list[GameRow]:
    """Return the running (or finished) games of a channel, newest first; with ``user_id`` only those of this player."""
    status = "over" if over else "running"
    there = or_(games.c.channel_id == channel_id, games.c.thread_id == channel_id)
    query = select(games).where(games.c.guild_id == guild_id, there, games.c.status == status, LISTED)
    return await load_games(conn, _with_player(query, user_id).order_by(games.c.id.desc()).limit(limit))


async def list_games_in_guild(
    conn: AsyncConnection, guild_id: int, user_id: int | None, *, status: str = "running"
) -> list[GameRow]:
    """Return up to 50 games of a server with a status, most recently played first; with ``user_id`` the user's."""
    query = select(games).where(games.c.guild_id == guild_id, games.c.status == status, LISTED)
    return await load_games(conn, _with_player(query, user_id).order_by(games.c.updated_at.desc()).limit(50))


async def list_games_of_user(conn: AsyncConnection, user_id: int, statuses: Collection[str]) -> list[GameRow]:
    """Return up to 100 games of a user with the given statuses, in all servers and at home, most recently played first."""
    query = select(games).join(players, players.c.game_id == games.c.id)
    query = query.where(players.c.user_id == user_id, games.c.status.in_(sorted(statuses)))
    return await load_games(conn, query.order_by(games.c.updated_at.desc()).limit(100))


async def count_running_elsewhere(conn: AsyncConnection, guild_id: int, user_id: int) -> int:
    """Return the number of a user's running games in other servers and at home."""
    query = select(func.count()).select_from(games).join(players, players.c.game_id == games.c.id)
    query = query.where(players.c.user_id == user_id, games.c.status == "running", games.c.guild_id != guild_id)
    return int(await conn.scalar(query) or 0)


def _with_player(query: Select[Any], user_id: int | None) -> Select[Any]:
    if user_id is None:
        return query
    return query.join(players, and_(players.c.game_id == games.c.id, players.c.user_id == user_id))


async def list_unfinished_games(conn: AsyncConnection, guild_id: int, first: int, limit: int) -> list[GameRow]:
    """Return the running and adjourned games of a server, newest first. Skip the first ``first`` of them."""
    query = select(games).where(games.c.guild_id == guild_id, games.c.status.in_(("running", "adjourned")), LISTED)
    return await load_games(conn, query.order_by(games.c.id.desc()).offset(first).limit(limit))


async def list_running_games(conn: AsyncConnection) -> list[GameRow]:
    """Return all running games of all servers, oldest first."""
    return await load_games(conn, select(games).where(games.c.status == "running", LISTED).order_by(games.c.id))


async def list_games_from(conn: AsyncConnection, first: int, limit: int) -> list[GameRow]:
    """Return games of all servers in any state by id, beginning with ``first``."""
    return await load_games(conn, select(games).where(games.c.id >= first, LISTED).order_by(games.c.id).limit(limit))


async def list_last_finished_games(conn: AsyncConnection, limit: int) -> list[GameRow]:
    """Return the games that ended last in all servers, in the order in which they ended."""
    query = select(games).where(games.c.status == "over", LISTED).order_by(games.c.ended_at.desc(), games.c.id.desc())
    return (await load_games(conn, query.limit(limit)))[::-1]


async def list_finished_games(conn: AsyncConnection, guild_id: int, kind: str, limit: int) -> list[GameRow]:
    """Return the finished games of one kind in a server, newest first."""
    query = select(games).where(games.c.guild_id == guild_id, games.c.kind == kind, games.c.status == "over", LISTED)
    return await load_games(conn, query.order_by(games.c.id.desc()).limit(limit))

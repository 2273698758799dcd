"""Queries about the games that a server shows to everybody."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.game_lists import load_games
from bot.storage.queries.play.games import LISTED, GameRow
from bot.storage.schema import games, member_settings, results


@dataclass(frozen=True, slots=True)
class Shown:
    """Which games are shown: running and finished ones of this server that are public in these channels."""

    guild_id: int
    channels: frozenset[int]
    """Those on the server's list that everybody sees."""

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition for their rows."""
        here = and_(games.c.guild_id == self.guild_id, LISTED, games.c.public_in.in_(sorted(self.channels)))
        return and_(here, games.c.status.in_(("running", "over")))


class Timed(NamedTuple):
    """A finished game as the statistics know it."""

    game_id: int
    kind: str
    turns: int
    began_at: int
    ended_at: int


async def list_latest(conn: AsyncConnection, shown: Shown, first: int, limit: int) -> list[GameRow]:
    """Return games, the last played first. Skip ``first`` of them."""
    query = select(games).where(shown.condition).order_by(games.c.updated_at.desc(), games.c.id.desc())
    return await load_games(conn, query.limit(limit).offset(first))


async def find_game(conn: AsyncConnection, shown: Shown, game_id: int) -> GameRow | None:
    """Return a game; ``None`` if it is not among those that are shown."""
    found = await load_games(conn, select(games).where(shown.condition, games.c.id == game_id))
    return found[0] if found else None


async def count_games(conn: AsyncConnection, shown: Shown, status: str) -> int:
    """Return how many games are running, or over."""
    query = select(func.count()).select_from(games).where(shown.condition, games.c.status == status)
    return int(await conn.scalar(query) or 0)


async def list_times(conn: AsyncConnection, shown: Shown) -> list[Timed]:
    """Return all finished games that count, in the order in which they ended."""
    query = select(results.c.game_id, results.c.kind, results.c.turns, games.c.created_at, results.c.ended_at)
    query = query.join(games, games.c.id == results.c.game_id).where(shown.condition)
    return [Timed(*row) for row in await conn.execute(query.order_by(results.c.ended_at, results.c.game_id))]


async def list_settings(conn: AsyncConnection, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
    """Return the settings of those of some members who have set anything, as JSON."""
    columns = (member_settings.c.user_id, member_settings.c.data)
    found: dict[int, str] = {}
    wanted = sorted(user_ids)
    for first in range(0, len(wanted), 500):  # databases admit so many values in a statement
        some = member_settings.c.user_id.in_(wanted[first : first + 500])
        rows = await conn.execute(select(*columns).where(member_settings.c.guild_id == guild_id, some))
        found |= {row.user_id: row.data for row in rows}
    return found


async def find_beginning(conn: AsyncConnection, game_id: int) -> int:
    """Return when a game began, in milliseconds since 1970."""
    return int(await conn.scalar(select(games.c.created_at).where(games.c.id == game_id)) or 0)


async def find_stamp(conn: AsyncConnection, guild_id: int) -> tuple[int, int, int]:
    """Return a stamp, which changes when a game of a server is counted, and when the server is counted anew."""
    columns = (func.count(), func.max(results.c.game_id), func.sum(results.c.counted_by))
    row = (await conn.execute(select(*columns).where(results.c.guild_id == guild_id))).one()
    return row[0], row[1] or 0, int(row[2] or 0)

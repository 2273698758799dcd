"""Queries about the games that a server shows to everybody: those that everybody could see as they were played, and can now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.game_lists import load_games
from bot.storage.queries.play.games import COUNTS, GameRow
from bot.storage.queries.statistics.results import ShareRow
from bot.storage.schema import games, member_settings, results, shares

BEGUN, ENDED = 1, 2
"""Everybody saw the channel of a game when it started; when it ended, too."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Which games are shown: of this server, in these channels."""

    guild_id: int
    channels: frozenset[int]

    def condition(self, *, over: bool = False) -> ColumnElement[bool]:
        """Return the condition for their rows; ``over``: only of finished ones."""
        ended = and_(games.c.status == "over", games.c.public == ENDED)
        running = and_(games.c.status == "running", games.c.public == BEGUN)
        here = and_(games.c.guild_id == self.guild_id, COUNTS, games.c.channel_id.in_(sorted(self.channels)))
        return and_(here, ended if over else or_(ended, running))


class Timed(NamedTuple):
    """A finished game as the statistics know it."""

    game_id: int
    kind: str
    seats: int
    turns: int
    began_at: int
    ended_at: int


async def list_latest(conn: AsyncConnection, shown: Shown, first: int, limit: int) -> list[GameRow]:
    """Return games, the last played first. Skip ``first`` of them."""
    query = select(games).where(shown.condition()).order_by(games.c.updated_at.desc(), games.c.id.desc())
    return await load_games(conn, query.limit(limit).offset(first))


async def find_game(conn: AsyncConnection, shown: Shown, game_id: int) -> GameRow | None:
    """Return a game; ``None`` if it is not among those that are shown."""
    found = await load_games(conn, select(games).where(shown.condition(), games.c.id == game_id))
    return found[0] if found else None


async def count_games(conn: AsyncConnection, shown: Shown, status: str) -> int:
    """Return how many games are running, or over."""
    query = select(func.count()).select_from(games).where(shown.condition(), games.c.status == status)
    return int(await conn.scalar(query) or 0)


async def list_shares(conn: AsyncConnection, shown: Shown) -> list[ShareRow]:
    """Return the shares of all finished games, in the order in which they ended."""
    query = select(shares).join(games, games.c.id == shares.c.game_id).where(shown.condition(over=True))
    query = query.order_by(shares.c.ended_at, shares.c.game_id, shares.c.seat, shares.c.who)
    return [ShareRow(**row) for row in (await conn.execute(query)).mappings()]


async def list_times(conn: AsyncConnection, shown: Shown) -> list[Timed]:
    """Return all finished games that count, in the order in which they ended."""
    query = select(results.c.game_id, results.c.kind, games.c.seats, results.c.turns, games.c.created_at, results.c.ended_at)
    query = query.join(games, games.c.id == results.c.game_id).where(shown.condition(over=True))
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


async def set_public(conn: AsyncConnection, game_ids: Sequence[int], public: int) -> None:
    """Save whether everybody saw the channel of some games."""
    if game_ids:
        await conn.execute(update(games).where(games.c.id.in_(game_ids)).values(public=public))


async def is_begun_public(conn: AsyncConnection, game_id: int) -> bool:
    """Return whether everybody saw the channel of a game when it started, and nothing is known since."""
    return await conn.scalar(select(games.c.public).where(games.c.id == game_id)) == BEGUN


async def list_unsettled(conn: AsyncConnection, guild_id: int, since: int) -> list[tuple[int, int, str]]:
    """Return id, channel and status of games that began public and run, or ended after ``since`` and nobody looked then."""
    query = select(games.c.id, games.c.channel_id, games.c.status).where(games.c.guild_id == guild_id, games.c.public == BEGUN)
    running = games.c.status.in_(("running", "adjourned"))
    query = query.where(or_(running, and_(games.c.status == "over", games.c.ended_at >= since)))
    return [(row.id, row.channel_id, row.status) for row in await conn.execute(query.order_by(games.c.id))]


async def find_beginning(conn: AsyncConnection, game_id: int) -> int:
    """Return when a game began, in milliseconds since 1970."""
    return int(await conn.scalar(select(games.c.created_at).where(games.c.id == game_id)) or 0)


async def find_stamp(conn: AsyncConnection, guild_id: int) -> tuple[int, int, int]:
    """Return a stamp, which changes when a game of a server is counted, and when the server is counted anew."""
    columns = (func.count(), func.max(results.c.game_id), func.sum(results.c.counted_by))
    row = (await conn.execute(select(*columns).where(results.c.guild_id == guild_id))).one()
    return row[0], row[1] or 0, int(row[2] or 0)

"""Queries about the games that a server shows to everybody."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.game_lists import load_games
from bot.storage.queries.play.games import LISTED, GameRow
from bot.storage.queries.statistics.results import ShareRow
from bot.storage.schema import games, member_settings
from bot.storage.schema_statistics import results, shares


@dataclass(frozen=True, slots=True)
class Shown:
    """The shown games: the running and finished games of a server that are public in the given channels."""

    guild_id: int
    channels: frozenset[int]
    """The channels on the server's list that are visible to everybody."""

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition for the rows of the shown games."""
        here = and_(games.c.guild_id == self.guild_id, LISTED, games.c.public_in.in_(sorted(self.channels)))
        return and_(here, games.c.status.in_(("running", "over")))


class Timed(NamedTuple):
    """A finished game with the data that the statistics need."""

    game_id: int
    kind: str
    turns: int
    began_at: int
    ended_at: int


class Place(NamedTuple):
    """The position of a game in the list of games, most recently played first. It stays valid as games are added."""

    updated_at: int
    game_id: int


class Checksum(NamedTuple):
    """A checksum of the finished games up to one, with their players and the rules by which they were counted."""

    games: int
    game_ids: int
    who: int
    counted_by: int


async def list_latest(
    conn: AsyncConnection, shown: Shown, limit: int, *, before: Place | None = None, after: Place | None = None
) -> list[GameRow]:
    """Return up to ``limit`` games of the list, most recently played first.

    ``before``: those played last before this position. ``after``: those played soonest after it.
    """
    place, query = tuple_(games.c.updated_at, games.c.id), select(games).where(shown.condition)
    if after is not None:
        query = query.where(place > after).order_by(games.c.updated_at, games.c.id)
        return (await load_games(conn, query.limit(limit)))[::-1]
    if before is not None:
        query = query.where(place < before)
    return await load_games(conn, query.order_by(games.c.updated_at.desc(), games.c.id.desc()).limit(limit))


async def find_game(conn: AsyncConnection, shown: Shown, game_id: int) -> GameRow | None:
    """Return a game; ``None`` if it is not among those that are shown."""
    found = await load_games(conn, select(games).where(shown.condition, games.c.id == game_id))
    return found[0] if found else None


async def count_games(conn: AsyncConnection, shown: Shown, status: str) -> int:
    """Return the number of running or finished games."""
    query = select(func.count()).select_from(games).where(shown.condition, games.c.status == status)
    return int(await conn.scalar(query) or 0)


async def list_times(conn: AsyncConnection, shown: Shown, after: Place) -> list[Timed]:
    """Return the finished games that count and ended after one, in the order in which they ended."""
    query = select(results.c.game_id, results.c.kind, results.c.turns, games.c.created_at, results.c.ended_at)
    query = _of_results(query, shown).where(after < _RESULT).order_by(results.c.ended_at, results.c.game_id)
    return [Timed(*row) for row in await conn.execute(query)]


async def list_shares(conn: AsyncConnection, shown: Shown, after: Place) -> list[ShareRow]:
    """Return the shares of the games that ended after one, in the order in which they ended."""
    query = select(shares).join(games, games.c.id == shares.c.game_id)
    query = query.where(shown.condition, shares.c.guild_id == shown.guild_id, after < _SHARE)
    query = query.order_by(shares.c.ended_at, shares.c.game_id, shares.c.seat, shares.c.who)
    return [ShareRow(**row) for row in (await conn.execute(query)).mappings()]


async def find_checksum(conn: AsyncConnection, shown: Shown, last: Place) -> Checksum:
    """Return the checksum of the games that ended up to one."""
    sums = select(func.count(), func.sum(results.c.game_id), func.sum(results.c.counted_by))
    games_there, ids, counted_by = (await conn.execute(_of_results(sums, shown).where(last >= _RESULT))).one()
    query = select(func.sum(shares.c.who % _PRIME))
    who = await conn.scalar(query.where(shares.c.guild_id == shown.guild_id, shares.c.ended_at <= last.updated_at))
    return Checksum(games_there, int(ids or 0), int(who or 0), int(counted_by or 0))


_SHARE = tuple_(shares.c.ended_at, shares.c.game_id)
_RESULT = tuple_(results.c.ended_at, results.c.game_id)
_PRIME = 1_000_003
"""The modulus for sums of members' numbers, which are too large to be added up."""


def _of_results(query: Select[*tuple[Any, ...]], shown: Shown) -> Select[*tuple[Any, ...]]:
    query = query.select_from(results).join(games, games.c.id == results.c.game_id)
    return query.where(shown.condition, results.c.guild_id == shown.guild_id)


async def list_settings(conn: AsyncConnection, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
    """Return the settings of members by id, as JSON. Members who have set nothing are left out."""
    columns = (member_settings.c.user_id, member_settings.c.data)
    found: dict[int, str] = {}
    wanted = sorted(user_ids)
    for first in range(0, len(wanted), 500):  # databases limit the number of values in a statement
        some = member_settings.c.user_id.in_(wanted[first : first + 500])
        rows = await conn.execute(select(*columns).where(member_settings.c.guild_id == guild_id, some))
        found |= {row.user_id: row.data for row in rows}
    return found

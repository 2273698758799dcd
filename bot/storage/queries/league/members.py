"""Queries about ``league_members`` and ``league_games``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.league.leagues import ALIVE
from bot.storage.rows import insert_once
from bot.storage.schema import games, league_games, league_members, leagues, players, seasons


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a season, or a computer that fills a place."""

    season_id: int
    who: int
    """The number that identifies them in the statistics: see :func:`bot.storage.queries.seats.holders.who_of`."""
    name: str
    joined_at: int
    carried: int | None
    """The member's place in the final order of the previous season; ``None`` for a new member."""
    division: int | None
    number: int | None
    """The member's number in the season, from 0; ``None`` before it begins."""
    left_at: int | None


@dataclass(frozen=True, slots=True)
class GameOfLeague:
    """A game of a season."""

    id: int
    season_id: int
    division: int
    round: int
    """The number of its round, from 1; 0 without rounds."""
    number: int
    seats: tuple[int, ...]
    """The members' numbers, in the order of seating."""
    game_id: int | None
    """The game; ``None`` before it begins."""
    begun_at: int | None
    data: dict[str, Any] | None
    """The stored outcome; ``None`` until there is one."""
    status: str | None
    """The status of the game: ``running``, ``over``, ``adjourned``, ``cancelled``; ``None`` before it begins."""


async def add_member(conn: AsyncConnection, season_id: int, who: int, name: str, now: int, carried: int | None = None) -> bool:
    """Add a member. Return whether they were not one already."""
    values = {"season_id": season_id, "who": who, "name": name, "joined_at": now, "carried": carried}
    return await insert_once(conn, league_members, ("season_id", "who"), **values)


async def remove_member(conn: AsyncConnection, season_id: int, who: int) -> bool:
    """Remove a member from a season that has not begun. Return whether they were one."""
    mine = (league_members.c.season_id == season_id, league_members.c.who == who)
    return (await conn.execute(delete(league_members).where(*mine))).rowcount > 0


async def list_members(conn: AsyncConnection, season_id: int) -> list[Member]:
    """Return all members of a season, sorted by number, then by the time of joining."""
    query = select(league_members).where(league_members.c.season_id == season_id)
    query = query.order_by(league_members.c.number, league_members.c.joined_at, league_members.c.who)
    return [Member(**row) for row in (await conn.execute(query)).mappings()]


async def set_member(conn: AsyncConnection, season_id: int, who: int, **values: Any) -> None:
    """Change columns of a member."""
    mine = (league_members.c.season_id == season_id, league_members.c.who == who)
    await conn.execute(update(league_members).where(*mine).values(**values))


async def list_seasons_of(conn: AsyncConnection, guild_id: int, who: int) -> dict[int, int]:
    """Return the unfinished seasons of a server of which a person is a member, each with its league, by id."""
    query = select(seasons.c.id, seasons.c.league_id).join(leagues, leagues.c.id == seasons.c.league_id)
    query = query.join(league_members, league_members.c.season_id == seasons.c.id)
    query = query.where(leagues.c.guild_id == guild_id, seasons.c.status.in_(ALIVE), league_members.c.who == who)
    rows = await conn.execute(query.where(league_members.c.left_at.is_(None)).order_by(seasons.c.id))
    return {row.id: row.league_id for row in rows}


async def add_games(conn: AsyncConnection, season_id: int, rows: Iterable[Mapping[str, Any]]) -> None:
    """Add games that have not begun: ``division``, ``round``, ``number``, ``seats`` and ``data`` of each."""
    values = [
        {
            **row,
            "season_id": season_id,
            "seats": ",".join(map(str, row["seats"])),
            "data": None if row.get("data") is None else json.dumps(row["data"]),
        }
        for row in rows
    ]
    if values:
        await conn.execute(insert(league_games), values)


_WITH_STATUS = select(league_games, games.c.status).outerjoin(games, games.c.id == league_games.c.game_id)


def _game(row: Any) -> GameOfLeague:
    seats = tuple(map(int, row["seats"].split(",")))
    return GameOfLeague(**{**row, "seats": seats, "data": None if row["data"] is None else json.loads(row["data"])})


async def list_games(conn: AsyncConnection, season_id: int) -> list[GameOfLeague]:
    """Return the games of a season in the order in which they should begin."""
    query = _WITH_STATUS.where(league_games.c.season_id == season_id).order_by(league_games.c.number, league_games.c.id)
    return [_game(row) for row in (await conn.execute(query)).mappings()]


async def find_game(conn: AsyncConnection, game_id: int) -> GameOfLeague | None:
    """Return the league's entry for a game; ``None`` if the game belongs to no league."""
    row = (await conn.execute(_WITH_STATUS.where(league_games.c.game_id == game_id))).mappings().first()
    return None if row is None else _game(row)


async def list_running_games(conn: AsyncConnection, league_id: int, without: int) -> list[GameOfLeague]:
    """Return the running and adjourned games of a league, except those of one season."""
    query = _WITH_STATUS.join(seasons, seasons.c.id == league_games.c.season_id).where(seasons.c.league_id == league_id)
    query = query.where(games.c.status.in_(("running", "adjourned")), seasons.c.id != without)
    return [_game(row) for row in (await conn.execute(query)).mappings()]


async def count_running_by_member(conn: AsyncConnection, league_id: int) -> Counter[int]:
    """Return how many games of a league each member is playing, by user id."""
    query = select(players.c.user_id).join(league_games, league_games.c.game_id == players.c.game_id)
    query = query.join(games, games.c.id == league_games.c.game_id).join(seasons, seasons.c.id == league_games.c.season_id)
    query = query.where(seasons.c.league_id == league_id, games.c.status == "running", players.c.user_id.is_not(None))
    return Counter((await conn.scalars(query)).all())


async def set_game(conn: AsyncConnection, league_game_id: int, **values: Any) -> None:
    """Change columns of a game; ``data`` is a mapping, or ``None``."""
    if values.get("data") is not None:
        values["data"] = json.dumps(values["data"])
    await conn.execute(update(league_games).where(league_games.c.id == league_game_id).values(**values))


async def list_games_to_count(conn: AsyncConnection, guild_id: int) -> list[GameOfLeague]:
    """Return the league games of a server that have begun and are over or have an outcome, by id."""
    query = _WITH_STATUS.join(seasons, seasons.c.id == league_games.c.season_id)
    query = query.join(leagues, leagues.c.id == seasons.c.league_id)
    is_decided = or_(games.c.status == "over", league_games.c.data.is_not(None))
    query = query.where(leagues.c.guild_id == guild_id, games.c.id.is_not(None), is_decided).order_by(league_games.c.id)
    return [_game(row) for row in (await conn.execute(query)).mappings()]

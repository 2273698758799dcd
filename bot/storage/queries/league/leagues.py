"""Queries about ``leagues`` and ``seasons``."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import new_id, served_conditions
from bot.storage.schema import leagues, seasons

ALIVE = ("joining", "running")
"""The states of a season that is not over."""


@dataclass(frozen=True, slots=True)
class League:
    """A league: its game, and the settings that its host has chosen."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    kind: str
    options: dict[str, Any]
    data: dict[str, Any]
    """The settings, as stored: ``bot.usecases.league.settings.LeagueSettings``."""
    status: str
    created_at: int
    channel_gone_at: int | None
    """When the bot learned that its channel was deleted; ``None`` if it has one."""


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a league."""

    id: int
    league_id: int
    number: int
    status: str
    """``joining``, ``running``, ``over``; ``empty``: it did not begin, as too few had joined or its league was ended."""
    starts_at: int
    ends_at: int
    ended_at: int | None
    message_id: int | None

    @property
    def is_joining(self) -> bool:
        """Whether members can still join."""
        return self.status == "joining"

    @property
    def is_running(self) -> bool:
        """Whether its games are played."""
        return self.status == "running"


def _league(row: Any) -> League:
    return League(**{**row, "options": json.loads(row["options"]), "data": json.loads(row["data"])})


async def insert_league(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    host_id: int,
    kind: str,
    options: Mapping[str, Any],
    data: Mapping[str, Any],
    now: int,
) -> int:
    """Add a draft of a league. Return its id."""
    values = {"guild_id": guild_id, "channel_id": channel_id, "host_id": host_id, "kind": kind, "created_at": now}
    stored = {"options": json.dumps(options), "data": json.dumps(data), "status": "draft"}
    return new_id(await conn.execute(insert(leagues).values(**values, **stored)))


async def get_league(
    conn: AsyncConnection, league_id: int, guild_id: int | None = None, *, lock: bool = False
) -> League | None:
    """Return a league if it belongs to the server (``None``: any). ``lock``: lock its row for the transaction."""
    query = select(leagues).where(leagues.c.id == league_id)
    if guild_id is not None:
        query = query.where(leagues.c.guild_id == guild_id)
    row = (await conn.execute(query.with_for_update() if lock else query)).mappings().first()
    return None if row is None else _league(row)


async def list_leagues(conn: AsyncConnection, guild_id: int, statuses: Sequence[str]) -> list[League]:
    """Return the leagues of a server in the given states, newest first."""
    query = select(leagues).where(leagues.c.guild_id == guild_id, leagues.c.status.in_(statuses))
    return [_league(row) for row in (await conn.execute(query.order_by(leagues.c.id.desc()))).mappings()]


async def set_league(conn: AsyncConnection, league_id: int, **values: Any) -> None:
    """Change columns of a league; ``options`` and ``data`` are mappings."""
    stored = {name: json.dumps(value) if name in ("options", "data") else value for name, value in values.items()}
    await conn.execute(update(leagues).where(leagues.c.id == league_id).values(**stored))


async def save_gone_channel(conn: AsyncConnection, guild_id: int, channel_id: int, now: int) -> bool:
    """Record that a channel was deleted. Return whether leagues were in it."""
    mine = (leagues.c.guild_id == guild_id, leagues.c.channel_id == channel_id, leagues.c.channel_gone_at.is_(None))
    return (await conn.execute(update(leagues).where(*mine).values(channel_gone_at=now))).rowcount > 0


async def delete_drafts(conn: AsyncConnection, guild_id: int, before: int) -> int | None:
    """Delete the drafts of a server that were begun up to a time.

    Return when the oldest remaining one was begun; ``None`` if there is none.
    """
    drafts = (leagues.c.guild_id == guild_id, leagues.c.status == "draft")
    await conn.execute(delete(leagues).where(*drafts, leagues.c.created_at <= before))
    oldest: int | None = await conn.scalar(select(func.min(leagues.c.created_at)).where(*drafts))
    return oldest


async def insert_season(conn: AsyncConnection, league_id: int, number: int, starts_at: int, ends_at: int) -> Season:
    """Add a season that members can join. Return it."""
    values: Any = {"league_id": league_id, "number": number, "status": "joining", "starts_at": starts_at, "ends_at": ends_at}
    season_id = new_id(await conn.execute(insert(seasons).values(**values)))
    return Season(season_id, **values, ended_at=None, message_id=None)


async def set_season(conn: AsyncConnection, season_id: int, **values: Any) -> None:
    """Change columns of a season."""
    await conn.execute(update(seasons).where(seasons.c.id == season_id).values(**values))


async def get_season(conn: AsyncConnection, season_id: int, *, lock: bool = False, shared: bool = False) -> Season | None:
    """Return a season.

    ``lock``: lock its row for the transaction; ``shared``: with a lock that other transactions can share.
    """
    query = select(seasons).where(seasons.c.id == season_id)
    row = (await conn.execute(query.with_for_update(read=shared) if lock else query)).mappings().first()
    return None if row is None else Season(**row)


async def find_season(conn: AsyncConnection, season_id: int, *, lock: bool = False) -> tuple[League, Season] | None:
    """Return a season with its league. ``lock``: lock the row of the season for the transaction."""
    season = await get_season(conn, season_id, lock=lock)
    league = None if season is None else await get_league(conn, season.league_id)
    return None if season is None or league is None else (league, season)


async def list_seasons(conn: AsyncConnection, league_id: int) -> list[Season]:
    """Return the seasons of a league, newest first."""
    query = select(seasons).where(seasons.c.league_id == league_id).order_by(seasons.c.number.desc())
    return [Season(**row) for row in (await conn.execute(query)).mappings()]


async def list_alive(conn: AsyncConnection, guild_id: int) -> list[tuple[League, Season]]:
    """Return the seasons of a server that are not over, each with its league, by id."""
    query = select(seasons.c.id).join(leagues, leagues.c.id == seasons.c.league_id)
    query = query.where(leagues.c.guild_id == guild_id, leagues.c.status == "open", seasons.c.status.in_(ALIVE))
    found = (await conn.scalars(query.order_by(seasons.c.id))).all()
    return [pair for season_id in found if (pair := await find_season(conn, season_id)) is not None]


async def list_finished_seasons(
    conn: AsyncConnection, guild_id: int, kind: str | None, limit: int, channels: Collection[int] | None = None
) -> list[tuple[League, Season]]:
    """Return the finished seasons of a server, of one game and in the given channels (``None``: in all), last one first."""
    query = select(seasons.c.id).join(leagues, leagues.c.id == seasons.c.league_id)
    query = query.where(leagues.c.guild_id == guild_id, seasons.c.status == "over")
    if kind is not None:
        query = query.where(leagues.c.kind == kind)
    if channels is not None:
        query = query.where(leagues.c.channel_id.in_(channels))
    found = (await conn.scalars(query.order_by(seasons.c.ended_at.desc(), seasons.c.id.desc()).limit(limit))).all()
    return [pair for season_id in found if (pair := await find_season(conn, season_id)) is not None]


async def give_back(conn: AsyncConnection, served: Assignment, since: int, now: int) -> None:
    """Extend the unfinished seasons of the given servers by the time from ``since`` to ``now`` (ms since 1970).

    Those that members can join also begin later. Times that had passed by ``since`` stay.
    """
    own = seasons.c.league_id.in_(select(leagues.c.id).where(*served_conditions(leagues.c.guild_id, served)))
    for time, states in ((seasons.c.starts_at, ("joining",)), (seasons.c.ends_at, ALIVE)):
        later = update(seasons).where(own, seasons.c.status.in_(states), time > since)
        await conn.execute(later.values({time.name: time + (now - since)}))


async def lock_open(conn: AsyncConnection, guild_id: int) -> None:
    """Lock the rows of a server's open leagues for the transaction."""
    query = select(leagues.c.id).where(leagues.c.guild_id == guild_id, leagues.c.status == "open")
    await conn.execute(query.order_by(leagues.c.id).with_for_update(key_share=True))


async def count_open(conn: AsyncConnection, guild_id: int) -> int:
    """Return the number of open leagues of a server."""
    query = select(func.count()).select_from(leagues).where(leagues.c.guild_id == guild_id, leagues.c.status == "open")
    return int(await conn.scalar(query) or 0)

"""Queries about ``vacations``: times in which a member's clocks are stopped. Times are in milliseconds since 1970."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of
from bot.storage.rows import new_id
from bot.storage.schema import games, players, vacations


class Vacation(NamedTuple):
    """A vacation of a member, in all servers."""

    id: int
    start_at: int
    end_at: int


async def insert_vacation(conn: AsyncConnection, user_id: int, start: int, end: int) -> int:
    """Add a vacation. Return its id."""
    values = {"guild_id": home_of(user_id), "user_id": user_id, "start_at": start, "end_at": end}
    return new_id(await conn.execute(insert(vacations).values(values)))


async def list_vacations(conn: AsyncConnection, user_id: int, since: int) -> list[Vacation]:
    """Return a member's vacations that end after ``since``, earliest first."""
    mine = (vacations.c.guild_id == home_of(user_id), vacations.c.user_id == user_id, vacations.c.end_at > since)
    query = select(vacations.c.id, vacations.c.start_at, vacations.c.end_at).where(*mine).order_by(vacations.c.start_at)
    return [Vacation(*row) for row in (await conn.execute(query)).all()]


async def end_vacation(conn: AsyncConnection, vacation: Vacation, now: int) -> None:
    """End a vacation that has begun, or delete one that has not begun."""
    here = vacations.c.id == vacation.id
    if vacation.start_at >= now:
        await conn.execute(delete(vacations).where(here))
    else:
        await conn.execute(update(vacations).where(here).values(end_at=now))


async def list_games_waiting_for(conn: AsyncConnection, user_id: int) -> list[tuple[int, int]]:
    """Return the server id and id of each running game in which a person is to move, by id."""
    query = select(games.c.guild_id, games.c.id).join(players, players.c.game_id == games.c.id)
    query = query.where(games.c.status == "running", games.c.seat == players.c.seat, players.c.user_id == user_id)
    return [(row.guild_id, row.id) for row in await conn.execute(query.order_by(games.c.id))]

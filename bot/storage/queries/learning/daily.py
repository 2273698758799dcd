"""Queries about ``daily_puzzles``: the puzzle of each day, and its solvers."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema_learning import daily_puzzles, puzzle_tries


class DailyRow(NamedTuple):
    """The puzzle of a day."""

    day: str
    """The date in the time zone of the server: ``2026-11-24``."""
    puzzle: str
    channel_id: int
    message_id: int | None


class Tries(NamedTuple):
    """The attempts of a server's members at a puzzle."""

    solvers: tuple[int, ...]
    """The user ids of the members who found a best answer."""
    tried: int


_COLUMNS = (daily_puzzles.c.day, daily_puzzles.c.puzzle, daily_puzzles.c.channel_id, daily_puzzles.c.message_id)


async def get_day(conn: AsyncConnection, guild_id: int, day: str) -> DailyRow | None:
    """Return the puzzle of a day; ``None`` if there is none."""
    query = select(*_COLUMNS).where(daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day)
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else DailyRow(*row)


async def get_day_before(conn: AsyncConnection, guild_id: int, day: str) -> DailyRow | None:
    """Return the last puzzle before a day; ``None`` if there is none."""
    query = select(*_COLUMNS).where(daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day < day)
    row = (await conn.execute(query.order_by(daily_puzzles.c.day.desc()).limit(1))).one_or_none()
    return None if row is None else DailyRow(*row)


async def insert_day(conn: AsyncConnection, guild_id: int, day: str, puzzle: str, channel_id: int) -> None:
    """Save the puzzle of a day, which waits to be posted."""
    await conn.execute(insert(daily_puzzles).values(guild_id=guild_id, day=day, puzzle=puzzle, channel_id=channel_id))


async def set_puzzle(conn: AsyncConnection, guild_id: int, day: str, puzzle: str) -> None:
    """Replace the puzzle of a day with another one."""
    here = (daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day)
    await conn.execute(update(daily_puzzles).where(*here).values(puzzle=puzzle))


async def save_message(conn: AsyncConnection, guild_id: int, day: str, message_id: int) -> None:
    """Save the message of a day."""
    here = (daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day)
    await conn.execute(update(daily_puzzles).where(*here).values(message_id=message_id))


async def list_used(conn: AsyncConnection, guild_id: int) -> set[str]:
    """Return the ids of the puzzles of all days."""
    return set((await conn.execute(select(daily_puzzles.c.puzzle).where(daily_puzzles.c.guild_id == guild_id))).scalars())


async def count_tries(conn: AsyncConnection, guild_id: int, puzzle: str) -> Tries:
    """Return the solvers of a puzzle, by the time of their last action, and the number of members who tried it."""
    c = puzzle_tries.c
    here = (c.guild_id == guild_id, c.puzzle == puzzle)
    solved = await conn.execute(select(c.user_id).where(*here, c.result == "right").order_by(c.at, c.user_id))
    tried = await conn.scalar(select(func.count()).where(*here, (c.misses > 0) | c.result.is_not(None)))
    return Tries(tuple(solved.scalars()), tried or 0)

"""Queries about ``imported_games``: game records from files, for viewing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id
from bot.storage.schema_statistics import imported_games


async def add_imported_games(
    conn: AsyncConnection, guild_id: int, user_id: int, games: Sequence[str], now: int, most: int
) -> list[int]:
    """Add games. Return their ids. If the member then has more than ``most``, delete the oldest."""
    values = {"guild_id": guild_id, "user_id": user_id, "at": now}
    added = [new_id(await conn.execute(insert(imported_games).values(**values, data=data))) for data in games]
    mine = (imported_games.c.guild_id == guild_id, imported_games.c.user_id == user_id)
    newest = select(imported_games.c.id).where(*mine).order_by(imported_games.c.id.desc()).offset(most).limit(1)
    last = await conn.scalar(newest)
    if last is not None:
        await conn.execute(delete(imported_games).where(*mine, imported_games.c.id <= last))
    return added


class ImportedRow(NamedTuple):
    """A game from a file."""

    id: int
    guild_id: int
    data: str


async def list_imported_games(conn: AsyncConnection, guild_ids: Collection[int | None] | None) -> list[ImportedRow]:
    """Return the imported games of the given servers (``None``: of all)."""
    query = select(imported_games.c.id, imported_games.c.guild_id, imported_games.c.data).order_by(imported_games.c.id)
    if guild_ids is not None:
        query = query.where(imported_games.c.guild_id.in_(guild_ids))
    return [ImportedRow(*row) for row in await conn.execute(query)]


async def set_data(conn: AsyncConnection, number: int, data: str) -> None:
    """Replace the data of an imported game."""
    await conn.execute(update(imported_games).where(imported_games.c.id == number).values(data=data))


async def get_imported_game(conn: AsyncConnection, guild_id: int, number: int) -> str | None:
    """Return an imported game of a server as JSON; ``None`` if there is none with this number."""
    query = select(imported_games.c.data).where(imported_games.c.id == number, imported_games.c.guild_id == guild_id)
    found: str | None = await conn.scalar(query)
    return found


async def forget_old_imports(conn: AsyncConnection, before: int) -> None:
    """Delete the games that were imported before a time."""
    await conn.execute(delete(imported_games).where(imported_games.c.at < before))

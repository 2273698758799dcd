"""Queries about ``imported_games``: records from elsewhere that somebody looks through."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id
from bot.storage.schema import imported_games


async def add_imported_games(
    conn: AsyncConnection, guild_id: int, user_id: int, games: Sequence[str], now: int, most: int
) -> list[int]:
    """Add games. Return their ids. If the member has more than ``most`` then, delete the oldest."""
    values = {"guild_id": guild_id, "user_id": user_id, "at": now}
    added = [new_id(await conn.execute(insert(imported_games).values(**values, data=data))) for data in games]
    mine = (imported_games.c.guild_id == guild_id, imported_games.c.user_id == user_id)
    newest = select(imported_games.c.id).where(*mine).order_by(imported_games.c.id.desc()).offset(most).limit(1)
    last = await conn.scalar(newest)
    if last is not None:
        await conn.execute(delete(imported_games).where(*mine, imported_games.c.id <= last))
    return added


async def get_imported_game(conn: AsyncConnection, guild_id: int, number: int) -> str | None:
    """Return an imported game of a server as JSON; ``None`` if it has none of that number."""
    query = select(imported_games.c.data).where(imported_games.c.id == number, imported_games.c.guild_id == guild_id)
    found: str | None = await conn.scalar(query)
    return found


async def forget_old_imports(conn: AsyncConnection, before: int) -> None:
    """Delete the games that were imported before a time."""
    await conn.execute(delete(imported_games).where(imported_games.c.at < before))

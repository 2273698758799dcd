"""Newcomers to a game: they get one note that it has a lesson."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.learning import lessons as store
from bot.usecases.context import Context


async def welcome(context: Context, guild_id: int, user_id: int, kind: str) -> bool:
    """Return whether to notify a member now of a game's lesson, and save that it was done."""
    if await context.db.read(lambda conn: store.knows_game(conn, user_id, kind)):
        return False

    async def work(conn: AsyncConnection) -> bool:
        return await store.add_newcomer(conn, user_id, kind, guild_id, context.clock())

    return await context.db.write(work)

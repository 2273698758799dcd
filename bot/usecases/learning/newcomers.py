"""Newcomers to a game: they are told once that it has a lesson."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.learning import lessons as store
from bot.usecases.context import Context


async def welcome(context: Context, guild_id: int, user_id: int, kind: str) -> bool:
    """Return whether to tell a member now that a game has a lesson, and save that it was told."""
    if await context.db.read(lambda conn: store.knows_game(conn, user_id, kind)):
        return False

    async def work(conn: AsyncConnection) -> bool:
        return await store.add_newcomer(conn, user_id, kind, guild_id, context.clock())

    return await context.db.write(work)

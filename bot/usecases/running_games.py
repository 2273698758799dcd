"""Updating the count of running games when games begin, end or stop."""

from __future__ import annotations

from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.usecases.announcements import Appended, StatusChanged
from bot.usecases.context import Context


async def follow_status(context: Context, conn: AsyncConnection, changed: Appended | StatusChanged) -> None:
    """Count the running games of the server again, once the transaction is committed."""
    context.db.after_commit(conn, partial(context.running_games.mark, changed.guild_id))

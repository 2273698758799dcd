"""Drafts: a player's choices in the panel that were not played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play import drafts as store
from bot.usecases.announcements import Appended
from bot.usecases.context import Context


async def follow_append(_: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Delete the drafts of earlier versions."""
    await store.delete_old_drafts(conn, appended.row.id, appended.log.version)


async def keep(context: Context, game_id: int, user_id: int, version: int, draft: Mapping[str, Any]) -> None:
    """Save the user's choices."""
    await context.db.write(lambda conn: store.save_draft(conn, game_id, user_id, version, draft))

"""Queries about ``mistakes``, and what is chosen in the panel of a moment that is tried again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import drafts, mistakes


async def get_mistake(conn: AsyncConnection, game_id: int, seat: int) -> str | None:
    """Return what was found about a seat in a game, as JSON; ``None`` if nobody has looked yet."""
    query = select(mistakes.c.data).where(mistakes.c.game_id == game_id, mistakes.c.seat == seat)
    found: str | None = await conn.scalar(query)
    return found


async def save_mistake(conn: AsyncConnection, game_id: int, seat: int, data: str, now: int) -> None:
    """Store what was found, as JSON."""
    await upsert(conn, mistakes, ("game_id", "seat"), game_id=game_id, seat=seat, data=data, at=now)


async def get_draft(conn: AsyncConnection, game_id: int, user_id: int, place: int) -> Mapping[str, Any]:
    """Return what a user has chosen at a place of the record of a finished game."""
    query = select(drafts.c.data).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.version == place)
    found: str | None = await conn.scalar(query)
    return {} if found is None else dict(json.loads(found))

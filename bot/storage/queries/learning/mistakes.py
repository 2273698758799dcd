"""Queries about ``mistakes``, and the drafts of players who practise one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import drafts
from bot.storage.schema_learning import mistakes


async def get_mistake(conn: AsyncConnection, game_id: int, seat: int) -> str | None:
    """Return the mistake of a seat in a game, as JSON; ``None`` if it has not been searched yet."""
    query = select(mistakes.c.data).where(mistakes.c.game_id == game_id, mistakes.c.seat == seat)
    found: str | None = await conn.scalar(query)
    return found


async def save_mistake(conn: AsyncConnection, game_id: int, seat: int, data: str, now: int) -> None:
    """Store the result of the search, as JSON."""
    await upsert(conn, mistakes, ("game_id", "seat"), game_id=game_id, seat=seat, data=data, at=now)


async def get_draft(conn: AsyncConnection, game_id: int, user_id: int, place: int) -> Mapping[str, Any]:
    """Return a user's draft at an index in the record of a finished game; empty if there is none."""
    query = select(drafts.c.data).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.version == place)
    found: str | None = await conn.scalar(query)
    return {} if found is None else dict(json.loads(found))

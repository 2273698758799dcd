"""Queries about ``drafts``: the unsent choices in players' panels, also of those who practise a mistake."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import drafts

_DELETE_OLD = delete(drafts).where(drafts.c.game_id == bindparam("game"), drafts.c.version != bindparam("current"))


async def save_draft(conn: AsyncConnection, game_id: int, user_id: int, version: int, draft: Mapping[str, Any]) -> None:
    """Save a user's draft."""
    data = json.dumps(dict(draft))
    await upsert(conn, drafts, ("game_id", "user_id"), game_id=game_id, user_id=user_id, version=version, data=data)


async def get_draft(conn: AsyncConnection, game_id: int, user_id: int, version: int) -> Mapping[str, Any]:
    """Return a user's draft at a version of a game, or at an index in the record of a finished one; empty if there is none."""
    query = select(drafts.c.data).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.version == version)
    found: str | None = await conn.scalar(query)
    return {} if found is None else dict(json.loads(found))


async def delete_draft(conn: AsyncConnection, game_id: int, user_id: int) -> None:
    """Delete a user's draft in a game."""
    await conn.execute(delete(drafts).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id))


async def delete_old_drafts(conn: AsyncConnection, game_id: int, version: int) -> None:
    """Delete the drafts from other versions of the game."""
    await conn.execute(_DELETE_OLD, {"game": game_id, "current": version})

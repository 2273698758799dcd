"""Queries about ``remarks`` and ``notes``: texts that people write in a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import notes, remarks


class Remark(NamedTuple):
    """A remark by a player at a version of a game."""

    version: int
    name: str
    text: str
    at: int
    """Time of the comment (ms since 1970)."""


async def save_remark(
    conn: AsyncConnection, game_id: int, version: int, *, user_id: int, name: str, text: str, now: int
) -> None:
    """Save a player's remark at a version of a game. It replaces an earlier one at the same version."""
    key = ("game_id", "version", "user_id")
    await upsert(conn, remarks, key, game_id=game_id, version=version, user_id=user_id, name=name, text=text, at=now)


async def get_remarks(conn: AsyncConnection, game_id: int) -> Sequence[Remark]:
    """Return all remarks in a game, in order."""
    query = select(remarks.c.version, remarks.c.name, remarks.c.text, remarks.c.at).where(remarks.c.game_id == game_id)
    return [Remark(*row) for row in await conn.execute(query.order_by(remarks.c.version, remarks.c.at))]


async def delete_remarks(conn: AsyncConnection, game_id: int) -> list[int]:
    """Delete all remarks in a game. Return the versions that had one."""
    gone = delete(remarks).where(remarks.c.game_id == game_id).returning(remarks.c.version)
    return list(await conn.scalars(gone))


async def save_note(conn: AsyncConnection, game_id: int, user_id: int, text: str, now: int) -> None:
    """Save a user's note about a game. It replaces the previous one; an empty text deletes it."""
    if text:
        await upsert(conn, notes, ("game_id", "user_id"), game_id=game_id, user_id=user_id, text=text, at=now)
    else:
        await conn.execute(delete(notes).where(notes.c.game_id == game_id, notes.c.user_id == user_id))

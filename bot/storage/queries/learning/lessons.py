"""Queries about ``lessons`` and ``newcomers``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import insert_once, upsert
from bot.storage.schema import games, players
from bot.storage.schema_learning import lessons, newcomers


class LessonRow(NamedTuple):
    """The progress of a member in a lesson."""

    step: str
    misses: int
    played: str | None
    """The correct move that was played, one decision per line; ``None`` while the step is not done."""
    draft: Mapping[str, Any]


async def get_lesson(conn: AsyncConnection, guild_id: int, user_id: int, kind: str) -> LessonRow | None:
    """Return the progress of a member; ``None`` if they have not begun."""
    query = select(lessons.c.step, lessons.c.misses, lessons.c.played, lessons.c.data).where(
        lessons.c.guild_id == guild_id, lessons.c.user_id == user_id, lessons.c.kind == kind
    )
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else LessonRow(row.step, row.misses, row.played, json.loads(row.data))


async def save_lesson(conn: AsyncConnection, guild_id: int, user_id: int, kind: str, row: LessonRow, now: int) -> None:
    """Save the progress of a member."""
    values = {"step": row.step, "misses": row.misses, "played": row.played, "data": json.dumps(dict(row.draft)), "at": now}
    key = ("guild_id", "user_id", "kind")
    await upsert(conn, lessons, key, guild_id=guild_id, user_id=user_id, kind=kind, **values)


async def knows_game(conn: AsyncConnection, user_id: int, kind: str) -> bool:
    """Return whether a user knows a kind of game: has finished one, begun its lesson, or been notified of the lesson."""
    begun = select(lessons.c.kind).where(lessons.c.user_id == user_id, lessons.c.kind == kind)
    told = select(newcomers.c.kind).where(newcomers.c.user_id == user_id, newcomers.c.kind == kind)
    finished = (
        select(games.c.kind)
        .join(players, players.c.game_id == games.c.id)
        .where(players.c.user_id == user_id, games.c.kind == kind, games.c.status == "over")
    )
    return (await conn.scalar(union_all(begun, told, finished).limit(1))) is not None


async def add_newcomer(conn: AsyncConnection, user_id: int, kind: str, guild_id: int, now: int) -> bool:
    """Record that a user was notified of a lesson. Return whether this is the first time."""
    return await insert_once(conn, newcomers, ("user_id", "kind"), user_id=user_id, kind=kind, guild_id=guild_id, at=now)

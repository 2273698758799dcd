"""Queries about ``demos``: games that computers play in one message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id
from bot.storage.schema import demos
from rules import Record


@dataclass(frozen=True, slots=True)
class Demo:
    """A game that computers play in one message."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    user_id: int
    """Who started it."""
    kind: str
    level: int
    record: Record
    shown: int
    """How many actions its message showed last."""


async def insert_demo(
    conn: AsyncConnection, *, guild_id: int, channel_id: int, user_id: int, level: int, record: Record
) -> int:
    """Add a demo without a message. Return its id."""
    values = {"guild_id": guild_id, "channel_id": channel_id, "user_id": user_id, "kind": record.game, "level": level}
    values |= {"record": record.model_dump_json(), "shown": len(record.actions)}
    return new_id(await conn.execute(insert(demos).values(**values)))


async def get_demo(conn: AsyncConnection, demo_id: int, *, lock: bool = False) -> Demo | None:
    """Return the demo of that id. ``lock``: lock its row."""
    query = select(demos).where(demos.c.id == demo_id)
    row = (await conn.execute(query.with_for_update() if lock else query)).mappings().first()
    return None if row is None else _demo(row)


async def find_demo_beside(conn: AsyncConnection, guild_id: int, channel_id: int, user_id: int) -> Demo | None:
    """Return a demo in the channel, or one that the user has started anywhere in the server."""
    query = select(demos).where(demos.c.guild_id == guild_id)
    query = query.where(or_(demos.c.channel_id == channel_id, demos.c.user_id == user_id))
    row = (await conn.execute(query.limit(1))).mappings().first()
    return None if row is None else _demo(row)


async def set_demo(conn: AsyncConnection, demo_id: int, **values: Any) -> None:
    """Change columns of a demo: ``message_id``, ``record`` (JSON), ``shown``."""
    await conn.execute(update(demos).where(demos.c.id == demo_id).values(**values))


async def delete_demo(conn: AsyncConnection, demo_id: int) -> None:
    """End a demo."""
    await conn.execute(delete(demos).where(demos.c.id == demo_id))


def _demo(row: Any) -> Demo:
    values = {name: row[name] for name in ("id", "guild_id", "channel_id", "message_id", "user_id", "kind", "level", "shown")}
    return Demo(**values, record=Record.model_validate_json(row["record"]))

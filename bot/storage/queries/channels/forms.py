"""Queries about the forms of messages: those made of components are listed, all others are plain."""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import component_messages

_IS_LISTED = select(select(component_messages).where(component_messages.c.message_id == bindparam("message")).exists())


async def save_components(conn: AsyncConnection, guild_id: int, message_id: int) -> None:
    """Record that a message is made of components."""
    await upsert(conn, component_messages, ("message_id",), message_id=message_id, guild_id=guild_id)


async def is_plain(conn: AsyncConnection, message_id: int) -> bool:
    """Return whether a message is plain: it has a text and files of its own."""
    return not await conn.scalar(_IS_LISTED, {"message": message_id})

"""Queries about a server's latest games, and ``latest_messages``: the message that lists them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.game_lists import load_games
from bot.storage.queries.play.games import LISTED, GameRow
from bot.storage.rows import upsert
from bot.storage.schema import games, players
from bot.storage.schema_statistics import latest_messages


@dataclass(frozen=True, slots=True)
class LatestMessage:
    """The message of a server that lists its latest games."""

    guild_id: int
    channel_id: int
    message_id: int | None
    """The id of the message; ``None`` while it is waiting to be posted."""


async def list_latest(
    conn: AsyncConnection, guild_id: int, first: int, limit: int, channels: Collection[int], user_id: int | None
) -> list[GameRow]:
    """Return running and finished games of a server, most recently played first. Skip the first ``first`` of them.

    Only games in ``channels`` are included, and games in which the user plays.
    """
    mine = select(players.c.game_id).where(players.c.game_id == games.c.id, players.c.user_id == user_id).exists()
    seen = or_(games.c.channel_id.in_(channels), mine) if user_id is not None else games.c.channel_id.in_(channels)
    query = select(games).where(games.c.guild_id == guild_id, games.c.status.in_(("running", "over")), LISTED, seen)
    return await load_games(conn, query.order_by(games.c.updated_at.desc(), games.c.id.desc()).limit(limit).offset(first))


async def get_message(conn: AsyncConnection, guild_id: int) -> LatestMessage | None:
    """Return the message with the latest games of a server; ``None`` if it has none."""
    row = (await conn.execute(select(latest_messages).where(latest_messages.c.guild_id == guild_id))).mappings().first()
    return None if row is None else LatestMessage(**row)


async def set_message(conn: AsyncConnection, guild_id: int, channel_id: int, message_id: int | None) -> None:
    """Save the message with the latest games; ``None`` while it is waiting to be posted."""
    await upsert(conn, latest_messages, ("guild_id",), guild_id=guild_id, channel_id=channel_id, message_id=message_id)


async def save_posted_message(conn: AsyncConnection, guild_id: int, channel_id: int, message_id: int) -> None:
    """Save the posted message, if the server still wants it in that channel."""
    mine = (latest_messages.c.guild_id == guild_id, latest_messages.c.channel_id == channel_id)
    await conn.execute(update(latest_messages).where(*mine).values(message_id=message_id))


async def forget_message(conn: AsyncConnection, guild_id: int) -> None:
    """Stop updating the message of a server."""
    await conn.execute(delete(latest_messages).where(latest_messages.c.guild_id == guild_id))

"""Looking through a game, and sharing with others what one sees."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.games.story import Story, of_game
from bot.storage.queries import posts, seat_changes
from bot.storage.queries.seat_changes import SeatChange
from bot.usecases.context import Context
from bot.usecases.play.apply import NO_GAME, load
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import imports

REPLAY = -1
"""In the place of a scene's number: the whole game as a moving picture."""


async def story(context: Context, guild_id: int, source: str, version: int | None = None) -> Story:
    """Returns what somebody of a server may look through; ``version``: as the game stood then. Raises Refusal."""
    number = int(source[1:])
    if source.startswith("i"):
        return await imports.story(context, guild_id, number)
    if not source.startswith("g"):
        raise Refusal(NO_GAME)

    async def look(conn: AsyncConnection) -> tuple[GameLog, list[SeatChange]]:
        return await load(context, conn, guild_id, number), await seat_changes.changes_of(conn, number)

    log, changes = await context.db.read(look)
    return await asyncio.to_thread(of_game, log, version, changes)


async def share(
    context: Context, guild_id: int, channel_id: int, source: str, version: int, scene: int, message_id: int
) -> None:
    """Has a scene posted in a channel, or the replay, for whoever sees it in a private message.

    Raises Refusal where that was shared from that message already.
    """
    payload: dict[str, Any] = {"source": source, "version": version, "scene": scene, "message": message_id}

    async def work(conn: AsyncConnection) -> None:
        if await posts.has_post(conn, "share", channel_id, payload):
            raise Refusal("You have shared this already.")
        await context.outbox.put(conn, "share", guild_id, channel_id, **payload)

    await context.db.write(work)

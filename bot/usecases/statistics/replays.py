"""Replays: stepping through a game, and sharing a scene with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.seats import seat_changes
from bot.storage.queries.seats.seat_changes import SeatChange
from bot.usecases.context import Context, write_transaction
from bot.usecases.play.change import NO_GAME, load
from bot.usecases.refusal import Refusal
from bot.usecases.statistics import imports
from bot.usecases.statistics.imports import ImportedGame

REPLAY = -1
"""Instead of a scene's number: the whole game as a moving picture."""


class PlayedGame(NamedTuple):
    """A game of a server."""

    log: GameLog
    changes: Sequence[SeatChange]
    """The former holders of its seats, the oldest change first."""


async def find(context: Context, guild_id: int, source: str) -> PlayedGame | ImportedGame:
    """Return a game or an import by its ``source``: ``g12`` is game 12, ``i5`` import 5. Raise Refusal if there is none."""
    number = int(source[1:])
    if source.startswith("i"):
        return await imports.find(context, guild_id, number)
    if not source.startswith("g"):
        raise Refusal(NO_GAME)

    async def look(conn: AsyncConnection) -> PlayedGame:
        return PlayedGame(await load(context, conn, guild_id, number), await seat_changes.get_changes(conn, number))

    return await context.db.read(look)


@write_transaction
async def share(
    context: Context,
    conn: AsyncConnection,
    guild_id: int,
    channel_id: int,
    source: str,
    version: int,
    scene: int,
    message_id: int,
) -> None:
    """Post a scene or the moving picture in a channel, at the request of a member who sees it in a private message.

    Raise Refusal if it was already shared from that message.
    """
    payload: dict[str, Any] = {"source": source, "version": version, "scene": scene, "message": message_id}
    if await posts.has_post(conn, "share", channel_id, payload):
        raise Refusal("You have shared this already.")
    await context.outbox.put(conn, "share", guild_id, channel_id, **payload)

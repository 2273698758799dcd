"""Adjourning: a game stops, and any of its players can take it up again."""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR
from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import game_lists, games
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.announcements import GamesChanged, announce
from bot.usecases.channels.stopping import end_all
from bot.usecases.context import Context
from bot.usecases.play.apply import load
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

HOMELESS = "homeless"
"""The kind of the row that says when a game is adjourned whose channel is gone."""

GRACE = HOUR
"""Milliseconds in which a game may go on in another channel: it moves to where somebody plays."""


async def adjourn(context: Context, conn: AsyncConnection, log: GameLog, why: str) -> None:
    """Adjourn a running game, inside a transaction that has locked it. What was proposed or offered in it ends."""
    row = log.row
    await games.set_status(conn, row.id, "adjourned")
    await end_all(context, conn, log)
    await clocks.update_board(context, conn, row)
    await announce(context, conn, GamesChanged(row.guild_id))
    logger.info("game adjourned", extra={"guild": row.guild_id, "game": row.id, "why": why})


async def schedule_after_failed_board(context: Context, conn: AsyncConnection, post: Post) -> None:
    """A board was given up: unless the game moves or a later board is posted, it is adjourned after a while."""
    if post.game_id is not None:
        await _schedule(context, conn, post.guild_id, post.game_id, channel=post.channel_id, post=post.id)


async def schedule_after_deleted_channel(context: Context, guild_id: int, channel_id: int) -> None:
    """Discord has said that a channel was deleted: its games are adjourned, unless they move to another one."""

    async def work(conn: AsyncConnection) -> None:
        for row in await game_lists.games_in_channel(conn, guild_id, channel_id, None, limit=1000):
            await _schedule(context, conn, guild_id, row.id, channel=channel_id)

    await context.db.write(work)


async def _schedule(context: Context, conn: AsyncConnection, guild_id: int, game_id: int, **payload: int) -> None:
    for known in await due.get_rows(conn, game_id=game_id):
        if known.kind == HOMELESS and known.payload["channel"] == payload["channel"]:
            return
    await context.schedule.schedule(conn, HOMELESS, context.clock() + GRACE, guild_id=guild_id, game_id=game_id, **payload)


async def homeless(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Adjourn a game that is still where nothing can be posted; nobody could read it there, so nothing tells it."""
    if row.game_id is None:
        return
    log = await load(context, conn, None, row.game_id, lock=True)
    if log.row.status != "running" or log.row.channel_id != row.payload["channel"]:
        return
    post = row.payload.get("post")
    if post is None or not await posts.has_later_board(conn, row.game_id, post):
        await adjourn(context, conn, log, "its channel is gone")

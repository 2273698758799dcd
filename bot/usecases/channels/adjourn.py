"""Stopping games: adjourned until one of the players resumes them, or called off without a result."""

from __future__ import annotations

import logging
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR
from bot.common.home import is_home
from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import game_lists, games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases import access
from bot.usecases.announcements import ChannelGone, DeciderChanged, GamesChanged, GameStopped, TurnBegan, announce
from bot.usecases.channels.boards import repeat_board
from bot.usecases.channels.relocate import move_in
from bot.usecases.context import Context, User, write_transaction
from bot.usecases.play.change import Change, by_press, get_row, load
from bot.usecases.server import guild_settings
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

HOMELESS = "homeless"
"""The kind of the scheduled task that adjourns a game whose channel is gone."""

ABANDONED = "abandoned"
"""The kind of the scheduled task that announces the end of an adjourned game, or ends it."""
ABANDONED_AFTER = 23 * DAY
"""Milliseconds after which the end of a game that nobody resumes is announced."""

GRACE = HOUR
"""Milliseconds before a game without a channel is adjourned. It moves to any channel in which a player moves meanwhile."""


async def adjourn(context: Context, conn: AsyncConnection, log: GameLog, why: str) -> None:
    """Adjourn a running game, inside a transaction that has locked it. Its open proposals and offers end."""
    row = log.row
    await games.set_game(conn, row.id, status="adjourned")
    await end_all(context, conn, log)
    await clocks.update_board(context, conn, row)
    at = context.clock() + ABANDONED_AFTER
    await context.schedule.schedule(conn, ABANDONED, at, guild_id=row.guild_id, game_id=row.id)
    await announce(context, conn, GamesChanged(row.guild_id))
    logger.info("game adjourned", extra={"guild": row.guild_id, "game": row.id, "why": why})


async def schedule_after_failed_board(context: Context, conn: AsyncConnection, post: Post) -> None:
    """Schedule the adjournment of a game whose board could not be posted, unless it moves or a later board is posted.

    A game at somebody's home is not adjourned: ``/board`` shows it.
    """
    if post.game_id is not None and not is_home(post.guild_id):
        await _schedule(context, conn, post.guild_id, post.game_id, channel=post.channel_id, post=post.id)


@write_transaction
async def schedule_after_deleted_channel(context: Context, conn: AsyncConnection, guild_id: int, channel_id: int) -> None:
    """Schedule the adjournment of the games of a channel that Discord reports as deleted, unless they move to another one."""
    await announce(context, conn, ChannelGone(guild_id, channel_id))
    for row in await game_lists.list_games_in_channel(conn, guild_id, channel_id, None, limit=1000):
        if row.channel_id == channel_id:  # a game whose thread alone was deleted goes on in the channel
            await _schedule(context, conn, guild_id, row.id, channel=channel_id)


async def _schedule(context: Context, conn: AsyncConnection, guild_id: int, game_id: int, **payload: int) -> None:
    for known in await due.get_rows(conn, game_id=game_id):
        if known.kind == HOMELESS and known.payload["channel"] == payload["channel"]:
            return
    await context.schedule.schedule(conn, HOMELESS, context.clock() + GRACE, guild_id=guild_id, game_id=game_id, **payload)


async def adjourn_homeless(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Adjourn a game that is still in a channel where nothing can be posted.

    No message is posted, since nobody could read it.
    """
    log = await load(context, conn, None, row.game_id or 0, lock=True)
    if log.row.status != "running" or log.row.channel_id != row.payload["channel"]:
        return
    post = row.payload.get("post")
    if post is None or not await posts.has_later_board(conn, log.row.id, post):
        await adjourn(context, conn, log, "its channel is gone")


@by_press("resume", event="game resumed", again=get_row)
async def resume(context: Context, change: Change, user: User, channel_id: int, *, parent_id: int | None = None) -> GameRow:
    """Resume an adjourned game in a channel, with a new board. Return the game. Raise Refusal if the user cannot resume it.

    The player to move gets the time of a new game. ``parent_id``: the channel of the thread ``channel_id``.
    """
    conn, log, _ = change
    access.to_resume(log.row, log.state(), user.id)
    access.to_play_here(await guild_settings.read(conn, log.row.guild_id), channel_id, parent_id)
    moved = channel_id not in (log.row.channel_id, log.row.thread_id)
    await games.set_game(conn, log.row.id, status="running", updated_at=context.clock())
    await due.cancel(conn, ABANDONED, guild_id=log.row.guild_id, game_id=log.row.id)
    clock = await store.get_last_clock(conn, log.row)
    if moved:
        await posts.drop_for_game(conn, log.row.id)
    if clock is not None and clock.claim_id is not None:
        await context.outbox.put_for_game(conn, "claim_edit", log.row, turn=clock.version)
    log.row = replace(log.row, status="running", board_version=log.version)
    if moved:
        log.row = await move_in(context, conn, log.row, channel_id)
    await clocks.restore_time(context, conn, log)
    await announce(context, conn, TurnBegan(log.row))
    await announce(context, conn, DeciderChanged(log.row, log.state()))
    await repeat_board(context, conn, log)
    await announce(context, conn, GamesChanged(log.row.guild_id))
    return log.row


async def call_off(context: Context, conn: AsyncConnection, log: GameLog, *, by: int | None) -> None:
    """End a running or adjourned game without a result, inside a transaction that has locked it.

    ``by``: the member who cancels it; ``None`` if it ends because nobody has resumed it.
    """
    row, ending = log.row, None if by else games.ABANDONED
    await games.set_game(conn, row.id, status="cancelled", cancelled_by=by, ending=ending)
    for each in await due.get_rows(conn, game_id=row.id):
        await due.finish(conn, each)
    await end_all(context, conn, log)
    log.row = replace(row, status="cancelled", cancelled_by=by, ending=ending)
    await context.outbox.put_for_game(conn, "notice", log.row, what="cancelled")
    await context.outbox.put_for_game(conn, "board_edit", log.row)
    await announce(context, conn, GamesChanged(row.guild_id))


async def end_all(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """End proposals, offers of seats, premoves and the clock, inside a transaction, and queue the edits of their messages."""
    await clocks.update_status(context, conn, log.row)
    await clocks.forget_ping(context, conn, log.row)
    await announce(context, conn, GameStopped(log.row))

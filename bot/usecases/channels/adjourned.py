"""Adjourned games: any of their players takes one up again, in the channel where they do."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.usecases import access
from bot.usecases.announcements import DeciderChanged, GamesChanged, TurnBegan, announce
from bot.usecases.channels.relocate import move_in
from bot.usecases.context import Context, User
from bot.usecases.play.apply import keep_committed, load, log_event, queue_board
from bot.usecases.server import guild_settings
from bot.usecases.time import clocks


async def resume(
    context: Context,
    guild_id: int,
    game_id: int,
    channel_id: int,
    user: User,
    *,
    parent_id: int | None = None,
    interaction_id: int,
) -> GameRow:
    """An adjourned game goes on in a channel, with a new board. Raise Refusal where the user cannot take it up.

    Whoever is to move has the time of a new game. ``parent_id``: the channel of the thread ``channel_id``.
    """

    async def work(conn: AsyncConnection) -> GameLog:
        log = await load(context, conn, guild_id, game_id, lock=True)
        access.to_resume(log.row, log.state(), user.id)
        access.to_play_here(await guild_settings.read(conn, guild_id), channel_id, parent_id)
        moved = channel_id not in (log.row.channel_id, log.row.thread_id)
        await games.set_status(conn, game_id, "running")
        clock = await store.last_clock(conn, game_id)
        if moved:
            await posts.drop_for_game(conn, game_id)
        if clock is not None and clock.claim_id is not None:
            await context.outbox.put_for_game(conn, "claim_edit", log.row, turn=clock.version)
        log.row = replace(log.row, status="running", board_version=log.version)
        if moved:
            log.row = await move_in(context, conn, log.row, channel_id)
        await clocks.restore_time(context, conn, log)
        await announce(context, conn, TurnBegan(log.row, log.row.seat))
        await announce(context, conn, DeciderChanged(log.row, log.state()))
        await queue_board(context, conn, log.row, log.last_turn(), log.version)
        await announce(context, conn, GamesChanged(guild_id))
        return log

    log = await context.db.write(work)
    keep_committed(context, log)
    log_event("game resumed", log, user.id, interaction_id)
    return log.row

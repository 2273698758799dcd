"""Adjourned games: any of their players takes one up again, in the channel where they do."""

from __future__ import annotations

from dataclasses import replace

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks as store
from bot.usecases import access
from bot.usecases.announcements import DeciderChanged, GamesChanged, TurnBegan, announce
from bot.usecases.channels.relocate import move_in
from bot.usecases.context import Context, User
from bot.usecases.play.apply import queue_board
from bot.usecases.play.change import Change, Press, change_by_press, get_log
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
    """Have an adjourned game go on in a channel, with a new board. Raise Refusal if the user cannot take it up.

    The player to move has the time of a new game. ``parent_id``: the channel of the thread ``channel_id``.
    """

    async def do(change: Change) -> GameLog:
        conn, log, _ = change
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

    press = Press(user, interaction_id, "resume")
    return (await change_by_press(context, guild_id, game_id, press, do, event="game resumed", again=get_log)).row

"""Demos: games that do not count, played by computers alone in one message that is edited. They are deleted when they end."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.computers import find_demo_channel
from bot.storage.queries.play import games
from bot.usecases import access
from bot.usecases.announcements import Appended, DeciderChanged
from bot.usecases.computers import moves
from bot.usecases.computers.seats import make_computers
from bot.usecases.context import Context, write_transaction
from bot.usecases.play.apply import begin
from bot.usecases.play.change import load
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from rules import GAMES

OVER = "This demo is over. Start another with `/demo`."
SEATS = 3
"""Number of computers in a demo of a game for more than two."""


@write_transaction
async def start(
    context: Context,
    conn: AsyncConnection,
    guild_id: int,
    channel_id: int,
    user_id: int,
    kind: str,
    level: int,
    *,
    parent_id: int | None = None,
) -> GameLog:
    """Start a demo, which begins once its message is posted. ``parent_id``: the channel of the thread ``channel_id``.

    Raise Refusal if games are not played there, or if the channel or the user already has a demo.
    """
    access.to_use_computer(kind)
    game = GAMES[kind]
    seated = make_computers(min(SEATS, game.seats[-1]), level)
    state = game.start(len(seated))
    access.to_play_here(await guild_settings.read(conn, guild_id), channel_id, parent_id)
    other = await find_demo_channel(conn, guild_id, channel_id, user_id)
    if other == channel_id:
        raise Refusal("A demo is already running in this channel. The member who started it can stop it.")
    if other is not None:
        raise Refusal("Your demo in <#{channel}> is still running. Stop it, or wait until it is over.", channel=other)
    game_id = await games.insert_game(
        conn,
        guild_id=guild_id,
        channel_id=channel_id,
        kind=kind,
        rules=game.version,
        options=state.options.model_dump(mode="json"),
        setup=state.setup,
        seated=seated,
        started_by=user_id,
        now=context.clock(),
    )
    await begin(context, conn, game_id)
    log = await load(context, conn, None, game_id)
    await games.set_game(conn, game_id, board_version=log.version)
    log.row = replace(log.row, board_version=log.version)
    return log


@write_transaction
async def save_message(context: Context, conn: AsyncConnection, game_id: int, message_id: int) -> None:
    """Save the message of a demo, and schedule its next turn after a pause."""
    row = await games.get_game(conn, game_id, None, lock=True)
    if row is not None:
        await games.set_game(conn, game_id, board_message_id=message_id)
        await moves.schedule_move(context, conn, replace(row, board_message_id=message_id))


async def follow_decider(context: Context, conn: AsyncConnection, change: Appended | DeciderChanged) -> None:
    """Queue the edit that shows the newest turn of a demo."""
    if change.row.is_demo and change.row.board_message_id is not None:
        await context.outbox.put_for_game(conn, "board_edit", change.row)


@write_transaction
async def save_shown(context: Context, conn: AsyncConnection, log: GameLog) -> bool:
    """Mark the position in ``log`` as shown, and delete a finished demo. Return whether the demo still existed."""
    if await games.get_game(conn, log.row.id, None, lock=True) is None:
        return False
    if log.row.is_over:
        await games.delete_game(conn, log.row.id)
    else:
        await games.set_game(conn, log.row.id, board_version=log.version)
    return True


@write_transaction
async def stop(context: Context, conn: AsyncConnection, guild_id: int, game_id: int, user_id: int, *, manages: bool) -> GameLog:
    """End a demo of a server, as the member who started it or as a manager of the server.

    Return its last log. Raise Refusal for others.
    """
    row = await games.get_game(conn, game_id, None, lock=True)
    if row is None or row.guild_id != guild_id or not row.is_demo:
        raise Refusal(OVER)
    access.to_stop_demo(row, user_id, manages=manages)
    log = await context.cache.load(conn, row)
    await games.delete_game(conn, game_id)
    return log


async def end(context: Context, game_id: int) -> None:
    """End a demo whose message is gone."""
    await context.db.write(lambda conn: games.delete_game(conn, game_id))

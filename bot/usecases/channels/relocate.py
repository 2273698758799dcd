"""Moving a game to another channel, for example because its own was deleted."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import games, proposals
from bot.storage.queries.play.games import GameRow
from bot.usecases.channels import threads
from bot.usecases.channels.boards import repeat_board
from bot.usecases.context import Context
from bot.usecases.play.change import Change, change_game
from bot.usecases.play.proposals import queue_message
from bot.usecases.public import sites


async def move_to_channel(context: Context, guild_id: int, game_id: int, channel_id: int) -> None:
    """Move a game to a channel. Its newest board and open proposals are posted there; posts for the old channel are dropped."""

    async def do(change: Change) -> None:
        await posts.drop_for_game(change.conn, game_id)
        await move_log(context, change.conn, change.log, channel_id)

    await change_game(context, guild_id, game_id, do)


async def move_log(context: Context, conn: AsyncConnection, log: GameLog, channel_id: int) -> None:
    """Move a game to a channel, inside a transaction that has locked it, and post its newest board and open proposals there."""
    log.row = await move_in(context, conn, replace(log.row, board_version=log.version), channel_id)
    await repeat_board(context, conn, log, ping=not log.row.is_adjourned)
    for proposal in await proposals.list_open(conn, log.row.id):  # their messages stayed in the old channel
        await proposals.set_proposal(conn, proposal.id, message_id=None)
        await queue_message(context, conn, log.row, proposal.id, "proposal")


async def move_in(context: Context, conn: AsyncConnection, row: GameRow, channel_id: int) -> GameRow:
    """Save the new channel of a game, and that none of its messages is in it yet. Return the updated row."""
    await threads.take_away(context, conn, row)
    listed = await sites.find_listed(context, conn, row.guild_id, channel_id)
    await games.set_channel(conn, row.id, channel_id, row.board_version or 0, public_in=listed)
    return replace(row, channel_id=channel_id, board_message_id=None, thread_id=None, no_thread=None, status_message_id=None)

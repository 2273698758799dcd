"""What those who manage a server can do with any game: cancel it, or move it to another channel. The channel is told."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists, games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import due
from bot.usecases import access
from bot.usecases.announcements import GamesChanged, announce
from bot.usecases.channels import stopping
from bot.usecases.channels.relocate import ask_again, move_in
from bot.usecases.context import Context, User
from bot.usecases.play.apply import keep_committed, load, log_event, queue_board
from bot.usecases.refusal import Refusal

PAGE = 25
"""Games on a page: as many as a menu has entries."""

Done = Literal["cancelled", "moved"]
"""What somebody who manages the server has done with a game."""


async def games_of(context: Context, guild_id: int, page: int) -> tuple[list[GameRow], bool]:
    """Return a page of the running and adjourned games of a server, newest first, and whether there are older ones."""
    found = await context.db.read(lambda conn: game_lists.unfinished_games(conn, guild_id, page * PAGE, PAGE + 1))
    return found[:PAGE], len(found) > PAGE


async def cancel(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameRow:
    """A running or adjourned game ends without a result. Raise Refusal where it has ended already."""

    async def work(conn: AsyncConnection) -> GameLog:
        log = await load(context, conn, guild_id, game_id, lock=True)
        access.to_be_managed(log.row)
        await games.set_status(conn, game_id, "cancelled")
        for row in await due.get_rows(conn, game_id=game_id):
            await due.finish(conn, row.id)
        await stopping.end_all(context, conn, log)
        log.row = replace(log.row, status="cancelled")
        await _tell(context, conn, log.row, "cancelled")
        await announce(context, conn, GamesChanged(guild_id))
        return log

    log = await context.db.write(work)
    keep_committed(context, log)
    log_event("game cancelled", log, user.id, interaction_id)
    return log.row


async def move(context: Context, guild_id: int, game_id: int, channel_id: int, user: User, *, interaction_id: int) -> GameRow:
    """A running or adjourned game goes on in another channel, where its newest board comes. What waits elsewhere is dropped."""

    async def work(conn: AsyncConnection) -> GameLog:
        log = await load(context, conn, guild_id, game_id, lock=True)
        access.to_be_managed(log.row)
        if log.row.channel_id == channel_id:
            raise Refusal("This game is in this channel already.")
        await posts.drop_for_game(conn, game_id)
        await _tell(context, conn, log.row, "moved", to=channel_id)
        log.row = await move_in(context, conn, replace(log.row, board_version=log.version), channel_id)
        await queue_board(context, conn, log.row, log.last_turn(), log.version, ping=not log.row.is_adjourned)
        await ask_again(context, conn, log.row)
        return log

    log = await context.db.write(work)
    keep_committed(context, log)
    log_event("game moved", log, user.id, interaction_id)
    return log.row


async def _tell(context: Context, conn: AsyncConnection, row: GameRow, what: Done, to: int | None = None) -> None:
    """Put the public line about it, and the board's new text, into the outbox."""
    await context.outbox.put_for_game(conn, "notice", row, what=what, to=to)
    if what == "cancelled":
        await context.outbox.put_for_game(conn, "board_edit", row)

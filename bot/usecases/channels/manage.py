"""Actions of a server's managers on any game: cancel it, or move it to another channel. Both are posted in the channel."""

from __future__ import annotations

from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.channels import adjourn
from bot.usecases.channels.relocate import move_log
from bot.usecases.context import Context, User
from bot.usecases.play.change import Change, by_press, get_row
from bot.usecases.refusal import Refusal

PAGE = 25
"""Maximum number of games on a page, which is the number of entries that a menu may have."""


async def list_games(context: Context, guild_id: int, page: int) -> tuple[list[GameRow], bool]:
    """Return a page of the running and adjourned games of a server, newest first, and whether there are older ones."""
    found = await context.db.read(lambda conn: game_lists.list_unfinished_games(conn, guild_id, page * PAGE, PAGE + 1))
    return found[:PAGE], len(found) > PAGE


@by_press("cancel game", event="game cancelled", again=get_row)
async def cancel_game(context: Context, change: Change, user: User) -> GameRow:
    """End a running or adjourned game without a result. Return the game. Raise Refusal if it has ended already."""
    conn, log, _ = change
    access.to_be_managed(log.row)
    await adjourn.call_off(context, conn, log, by=user.id)
    return log.row


@by_press("move game", event="game moved", again=get_row)
async def relocate_game(context: Context, change: Change, _: User, channel_id: int) -> GameRow:
    """Move a running or adjourned game to another channel, and return it.

    Its newest board is posted there; waiting posts are dropped.
    """
    conn, log = change.conn, change.log
    access.to_be_managed(log.row)
    if log.row.channel_id == channel_id:
        raise Refusal("This game is in this channel already.")
    await posts.drop_for_game(conn, log.row.id)
    await context.outbox.put_for_game(conn, "notice", log.row, what="moved", to=channel_id)
    await move_log(context, conn, log, channel_id)
    return log.row

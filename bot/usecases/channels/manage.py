"""Actions of a server's managers on any game: cancel it, or move it to another channel. Both are posted in the channel."""

from __future__ import annotations

from bot.games.log import GameLog
from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists
from bot.storage.queries.play.games import GameRow
from bot.usecases import access
from bot.usecases.channels import adjourn
from bot.usecases.channels.relocate import move_log
from bot.usecases.context import Context, User
from bot.usecases.play.change import Change, Press, change_by_press, get_log
from bot.usecases.refusal import Refusal

PAGE = 25
"""Maximum number of games on a page, which is the number of entries that a menu may have."""


async def list_games(context: Context, guild_id: int, page: int) -> tuple[list[GameRow], bool]:
    """Return a page of the running and adjourned games of a server, newest first, and whether there are older ones."""
    found = await context.db.read(lambda conn: game_lists.list_unfinished_games(conn, guild_id, page * PAGE, PAGE + 1))
    return found[:PAGE], len(found) > PAGE


async def cancel_game(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameRow:
    """End a running or adjourned game without a result. Raise Refusal if it has ended already."""

    async def do(change: Change) -> GameLog:
        conn, log, _ = change
        access.to_be_managed(log.row)
        await adjourn.call_off(context, conn, log, by=user.id)
        return log

    press = Press(user, interaction_id, "cancel game")
    return (await change_by_press(context, guild_id, game_id, press, do, event="game cancelled", again=get_log)).row


async def relocate_game(
    context: Context, guild_id: int, game_id: int, channel_id: int, user: User, *, interaction_id: int
) -> GameRow:
    """Move a running or adjourned game to another channel. Its newest board is posted there; waiting posts are dropped."""

    async def do(change: Change) -> GameLog:
        conn, log, _ = change
        access.to_be_managed(log.row)
        if log.row.channel_id == channel_id:
            raise Refusal("This game is in this channel already.")
        await posts.drop_for_game(conn, game_id)
        await context.outbox.put_for_game(conn, "notice", log.row, what="moved", to=channel_id)
        await move_log(context, conn, log, channel_id)
        return log

    press = Press(user, interaction_id, "move game")
    return (await change_by_press(context, guild_id, game_id, press, do, event="game moved", again=get_log)).row

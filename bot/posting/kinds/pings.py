"""Posts of the short message that mentions a player, and tasks that delete the bot's own messages."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.edits import try_show
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.play import games
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import ping as message
from bot.usecases import queries
from bot.usecases.context import Context
from bot.usecases.notifications.notify import is_current


class PingPost(PostKind):
    """A mention of a player, with a link to the board."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the mention. If the game has moved on it has no button, and so is not sent.

        Raise PermanentError for a reminder of a member who has left the server, or does not see the channel.
        """
        log = await queries.read_log(app.context, post.game_id or 0)
        game = log.row
        seat, board = post.payload["seat"], post.payload["board"]
        user = game.players[seat].user_id
        asks = "reminder" in post.payload and user is not None
        if asks and await app.check_member(game.guild_id, game.channel_id, user) in ("left", "unseen"):
            raise PermanentError("the member is gone")
        press = message.PingPress(game.id, board, post.id)
        view = message.make_buttons(game, seat, press) if is_current(game, board) else None
        words = await message.find_words(app, game, post.payload)
        return Composed(press.id, Reply(message.write_text(log, seat, words), view=view, mentions=game.members([seat])))

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the remaining time in a reminder. Raise PermanentError if the message is not a reminder."""
        log = await queries.read_log(app.context, post.game_id or 0)
        game = log.row
        message_id = post.payload["message"]
        said = await queries.find_payload(app.context, game.id, message_id, "ping")
        if said is None or "reminder" not in said or not is_current(game, said["board"]):
            raise PermanentError("no reminder to edit")
        words = await message.find_words(app, game, said)
        view = message.make_buttons(game, said["seat"], message.PingPress(game.id, said["board"], said["post"]))
        text = message.write_text(log, said["seat"], words)
        await try_show(app, channel.get_partial_message(message_id), Reply(text, view=view))

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message, and delete the previous one. Delete this one if the game has moved on since it was sent."""
        game = await games.get_game(conn, post.game_id or 0, None)
        if game is None:
            return
        old: int | None = message_id
        if is_current(game, post.payload["board"]):
            old = await games.set_ping(conn, game.id, message_id)
        if old is not None and (old != message_id or not is_current(game, post.payload["board"])):
            await context.outbox.put_after(conn, "remove", post, message=old)


class RemovedMessage(PostKind):
    """A message of the bot that will be deleted."""

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Delete the message."""
        await channel.get_partial_message(post.payload["message"]).delete()

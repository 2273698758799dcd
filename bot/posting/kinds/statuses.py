"""Posting the status message of a game in a thread, and bringing it up to date."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting import edits
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import games
from bot.storage.queries.posts import Post
from bot.ui.framework import ids
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import status as message
from bot.usecases import queries
from bot.usecases.channels import threads
from bot.usecases.context import Context


class StatusPost(PostKind):
    """The message in the channel that says how a game in a thread stands."""

    async def compose(self, app: App, post: Post) -> Composed:
        """The status as it is now. It mentions nobody."""
        game = await queries.row(app.context, post.game_id or 0)
        return Composed(ids.status(game.id, post.id, ""), Reply(message.text(game), view=message.buttons(game, post.id)))

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message; the one before goes."""
        before = await games.set_status_message(conn, post.game_id or 0, message_id)
        if before is not None and before != message_id:
            await context.outbox.put_after(conn, "remove", post, message=before)


STATUS = StatusPost()


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the status message up to date; where Discord does not allow that any more, a new one takes its place."""
    game = await queries.row(app.context, post.game_id or 0)
    if game.status_message_id is None:
        raise PermanentError("its message is not known")
    old = channel.get_partial_message(game.status_message_id)
    if not await edits.try_edit(old, {"content": message.text(game), "view": message.buttons(game, post.id)}):
        await threads.replace_status(app.context, game.id)

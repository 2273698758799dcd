"""The message of a server that tells of its latest games, and keeping it up to date."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.error_codes import UNKNOWN_MESSAGE
from bot.posting.edits import try_edit
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import latest as store
from bot.storage.queries.posts import Post
from bot.ui.framework import ids
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.statistics import latest as message
from bot.usecases.context import Context
from bot.usecases.statistics import latest


class LatestPost(PostKind):
    """The message, once it is to be posted."""

    async def compose(self, app: App, post: Post) -> Composed:
        """The first page. Raises GiveUp where the server wants it elsewhere by now, or not at all."""
        wanted = await latest.message_of(app.context, post.guild_id)
        if wanted is None or wanted.channel_id != post.channel_id:
            raise PermanentError("it is not wanted there any more")
        return Composed(ids.latest(0, "open"), await _message(app, post.guild_id))

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message."""
        await store.posted(conn, post.guild_id, post.channel_id, message_id)


LATEST = LatestPost()


async def _message(app: App, guild_id: int) -> Reply:
    page = await latest.page(app.context, guild_id, 0)
    return Reply(message.text(page), view=message.buttons(page, public=True))


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message up to date; where Discord does not let it be edited any more, a new one takes its place."""
    reply, old = await _message(app, post.guild_id), post.payload["message"]
    try:
        if await try_edit(channel.get_partial_message(old), {"content": reply.content, "view": reply.view}):
            return
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
    await latest.replace(app.context, post.guild_id, old)

"""Posts about a server instead of a game: the list of its latest games, the puzzle of the day, the seasons of its leagues."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.error_codes import UNKNOWN_MESSAGE
from bot.posting.edits import try_show
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.learning import daily as daily_store
from bot.storage.queries.statistics import latest as store
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.league import message as league_message
from bot.ui.learning import daily_message
from bot.ui.statistics import latest as message
from bot.usecases.context import Context
from bot.usecases.league import season, views
from bot.usecases.learning import daily
from bot.usecases.statistics import latest


class LatestPost(PostKind):
    """The message of the latest games."""

    is_plain = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the first page. Raise PermanentError if the server has moved or disabled the list meanwhile."""
        wanted = await latest.get_message(app.context, post.guild_id)
        if wanted is None or wanted.channel_id != post.channel_id:
            raise PermanentError("the server no longer wants it there")
        return Composed(message.LatestPress(0, "open").id, await _compose_page(app, post))

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message."""
        await store.save_posted_message(conn, post.guild_id, post.channel_id, message_id)

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the message. If Discord no longer allows edits of it, replace it with a new one."""
        old = post.payload["message"]
        if not await _show_in(app, channel.get_partial_message(old), await _compose_page(app, post)):
            await latest.replace(app.context, post.guild_id, old)


class DailyPost(PostKind):
    """The puzzle of a day, with the solution of the day before."""

    changes = False
    is_plain = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the message. Raise PermanentError if there is no such day."""
        found = await daily.find_day(app.context, post.guild_id, post.payload["day"])
        if found is None:
            raise PermanentError("the puzzle of the day does not exist")
        reply = await daily_message.render_day(app, post.guild_id, found)
        return Composed(reply.files[0].name, reply)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message."""
        await daily_store.save_message(conn, post.guild_id, post.payload["day"], message_id)


class LeaguePost(PostKind):
    """The message of a season."""

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the message in its current state. Raise PermanentError if the league has moved to another channel."""
        found = await views.view_season(app.context, post.payload["season"])
        if found.league.channel_id != post.channel_id:
            raise PermanentError("the league is in another channel")
        reply = await league_message.make_message(app, found)
        return Composed(league_message.find_mark(found, reply), reply, is_open=True)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message."""
        await season.save_message(context, conn, post.payload["season"], post.channel_id, message_id)

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the message. If it is gone, or Discord no longer allows edits of it, replace it with a new one."""
        found, old = await views.view_season(app.context, post.payload["season"]), post.payload["message"]
        if found.season.message_id != old:
            raise PermanentError("the season has another message")
        if not await _show_in(app, channel.get_partial_message(old), await league_message.make_message(app, found)):
            await season.replace_message(app.context, found.season.id, old)


async def _show_in(app: App, message: discord.PartialMessage, reply: Reply) -> bool:
    """Replace the content of a message. Return ``False`` if it is gone, or Discord no longer allows edits of it."""
    try:
        return await try_show(app, message, reply)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False


async def _compose_page(app: App, post: Post) -> Reply:
    """Return the first page, with only the games that everybody in the channel can see."""
    seen = app.context.list_public_channels(post.guild_id) | {post.channel_id}
    page = await latest.get_page(app.context, post.guild_id, 0, seen)
    return message.render(page, public=True)

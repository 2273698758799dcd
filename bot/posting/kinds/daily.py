"""Posts of the daily puzzle."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, PostKind
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.learning import daily as store
from bot.ui.framework.app import App
from bot.ui.learning import daily_message
from bot.usecases.context import Context
from bot.usecases.learning import daily


class DailyPost(PostKind):
    """The puzzle of a day, with the answer of the day before."""

    changes = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the message. Raise PermanentError if its puzzle is not shipped any more."""
        found = await daily.find_day(app.context, post.guild_id, post.payload["day"])
        if found is None:
            raise PermanentError("there is no such puzzle any more")
        reply = await daily_message.render_day(app, post.guild_id, found)
        return Composed(reply.files[0].name, reply)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message."""
        await store.save_message(conn, post.guild_id, post.payload["day"], message_id)

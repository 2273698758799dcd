"""Posts of tables whose message was not sent as the answer to a press, and edits of the messages of all tables."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.errors import PermanentError
from bot.posting.kinds.base import Composed, CurrentMessage, PostKind
from bot.storage.queries.channels import posts
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.tables import game_tables
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import table as message
from bot.ui.tables import changes
from bot.usecases.context import Context
from bot.usecases.tables import changing, tables


class TablePost(CurrentMessage):
    """The message of a table."""

    keeps_files = True

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the table in its current state, with pictures of its setting, unless it is closed."""
        table = await tables.get(app.context, post.table_id or 0)
        files = await message.draw_setting(table, await themes.of_server(app, table.guild_id))
        text, view, colour = message.write_text(table), message.make_buttons(table), message.choose_colour(table)
        invited = (table.opponent_id,) if table.opponent_id else ()
        reply = Reply(text, view=view, files=files, colour=colour, mentions=invited)
        return Composed(message.TablePress.prefix(table.id), reply, message_id=table.message_id)

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Update the message. Delete that of a cancelled invitation, with its mention."""
        table = await tables.get(app.context, post.table_id or 0)
        if table.is_withdrawn and table.message_id is not None:
            await channel.get_partial_message(table.message_id).delete()
        else:
            await super().edit(app, channel, post)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message.

        If somebody pressed a button meanwhile, show the table again, because this post may have overwritten the result.
        """
        if post.table_id is None:
            return
        await game_tables.set_table(conn, post.table_id, message_id=message_id)
        table = await game_tables.get_table(conn, post.table_id, None)
        if table is not None and (not table.is_open or await posts.is_table_waiting(conn, table.id, post.id)):
            await context.outbox.put_for_table(conn, "table_edit", table, look=True, after=post.id)


class TableSetting(TablePost):
    """The message of a table after its host has changed the setting, with the pictures drawn again."""

    keeps_files = False


class TableChangePost(PostKind):
    """The line that notifies the members at a table of the host's changes."""

    changes = False

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the line, with a button to leave. It mentions those members who have not turned mentions off."""
        table = await tables.get(app.context, post.table_id or 0)
        if not table.is_open:
            raise PermanentError("the table is closed")
        made = [changing.Change(*each) for each in post.payload["changes"]]
        silent = set(post.payload["silent"])
        text, view = changes.write_text(table, made, post.payload["told"], silent), changes.make_buttons(table, post.id)
        pinged = tuple(user for user in post.payload["told"] if user not in silent)
        return Composed(changes.ChangedPress.prefix(table.id, post.id), Reply(text, view=view, mentions=pinged))

"""Posting tables, where the answer to a press did not show them, and editing their messages."""

from __future__ import annotations

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.edits import edit_message
from bot.posting.kinds.base import Composed, PermanentError, PostKind
from bot.storage.queries import game_tables
from bot.storage.queries.posts import Post
from bot.ui.framework import ids, themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import table as message
from bot.usecases.context import Context
from bot.usecases.tables import tables


class TablePost(PostKind):
    """The message of a table."""

    async def compose(self, app: App, post: Post) -> Composed:
        """The table as it stands; pings the invited member."""
        table = await tables.get(app.context, post.table_id or 0)
        invited = (table.opponent_id,) if table.opponent_id else ()
        files = await message.shown(table, await themes.of_server(app, table.guild_id))
        reply = Reply(message.text(table), view=message.buttons(table), files=files, mentions=invited)
        return Composed(ids.table(table.id, ""), reply)

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Saves the message of the table. Where the table was closed meanwhile, the message has to say so."""
        if post.table_id is None:
            return
        await game_tables.set_table(conn, post.table_id, message_id=message_id)
        table = await game_tables.get_table(conn, post.table_id, None)
        if table is not None and not table.is_open:
            await context.outbox.put_for_table(conn, "table_edit", table, look=True)


TABLE = TablePost()


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message of a table up to date."""
    table = await tables.get(app.context, post.table_id or 0)
    if table.message_id is None:
        raise PermanentError("its message is not known")
    shown = channel.get_partial_message(table.message_id)
    if table.is_open:
        await edit_message(shown, content=message.text(table), view=message.buttons(table))
    else:
        await edit_message(shown, content=message.text(table), view=None, attachments=[])

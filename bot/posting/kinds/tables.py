"""Posts of tables that were not sent as the answer to a press, and edits of every table's message."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.posting.kinds.base import Composed, Current, CurrentMessage
from bot.storage.queries.channels.posts import Post
from bot.storage.queries.tables import game_tables
from bot.storage.queries.tables.game_tables import GameTable
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.reply import Reply
from bot.ui.messages import table as message
from bot.usecases.context import Context
from bot.usecases.tables import tables


class TablePost(CurrentMessage):
    """The message of a table."""

    async def load(self, app: App, post: Post) -> Current:
        """Return the table as it stands. A closed table loses its pictures."""
        return _show(await tables.get(app.context, post.table_id or 0))

    async def compose(self, app: App, post: Post) -> Composed:
        """Return the table as it stands, with the pictures that show what it is for. It pings the invited member."""
        table = await tables.get(app.context, post.table_id or 0)
        now = _show(table)
        invited = (table.opponent_id,) if table.opponent_id else ()
        files = await message.draw_setting(table, await themes.of_server(app, table.guild_id))
        return Composed(now.mark, Reply(now.text, view=now.view, files=files, mentions=invited))

    async def record_sent(self, context: Context, conn: AsyncConnection, post: Post, message_id: int) -> None:
        """Save the message. If the table was closed meanwhile, the message has to say so."""
        if post.table_id is None:
            return
        await game_tables.set_table(conn, post.table_id, message_id=message_id)
        table = await game_tables.get_table(conn, post.table_id, None)
        if table is not None and not table.is_open:
            await context.outbox.put_for_table(conn, "table_edit", table, look=True)


def _show(table: GameTable) -> Current:
    text, view = message.text(table), message.buttons(table)
    edit: dict[str, Any] | None = None if table.is_open else {"content": text, "view": None, "attachments": []}
    return Current(table.message_id, text, view, mark=message.TablePress.prefix(table.id), edit=edit)

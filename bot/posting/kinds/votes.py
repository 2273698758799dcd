"""Editing the message of a vote: when it counts, and when the table for the next game is open."""

from __future__ import annotations

import discord

from bot.posting.edits import edit_message
from bot.posting.kinds.base import PermanentError
from bot.storage.queries.posts import Post
from bot.ui.framework.app import App
from bot.ui.messages import vote as message
from bot.usecases import queries
from bot.usecases.tables import opening, votes


async def edit(app: App, channel: discord.PartialMessageable, post: Post) -> None:
    """Brings the message of a vote up to date."""
    if post.game_id is None:
        raise PermanentError("its game is gone")
    log = await queries.log(app.context, post.game_id)
    shown = channel.get_partial_message(post.payload["message"])
    after = await opening.next_table(app.context, log.row.id)
    if after is not None:
        await edit_message(shown, content=message.closed(log.row, after), view=None)
        return
    text, buttons = message.message(log.row, log.state(), await votes.get(app.context, log.row))
    await edit_message(shown, content=text, view=buttons)

"""Edits of the message of a demo, which was sent as an answer."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.common.error_codes import THREAD_ARCHIVED
from bot.posting.edits import try_show
from bot.posting.errors import PermanentError
from bot.posting.kinds.base import PostKind
from bot.storage.queries.channels.posts import Post
from bot.ui.framework.app import App
from bot.ui.messages import demo as message
from bot.usecases.computers import demos


class DemoPost(PostKind):
    """The message of a demo."""

    async def edit(self, app: App, channel: discord.PartialMessageable, post: Post) -> None:
        """Show the demo as it stands. A demo whose message is gone, or cannot be edited any more, ends."""
        found = await demos.get(app.context, post.payload["demo"])
        if found is None or found.message_id is None:
            raise PermanentError("the demo has ended")
        reply = await message.render_demo(app, found)
        target = channel.get_partial_message(found.message_id)
        try:
            is_shown = await try_show(app, target, reply)
        except discord.HTTPException as error:
            if isinstance(error, discord.NotFound | discord.Forbidden) or error.code == THREAD_ARCHIVED:
                await demos.end(app.context, found)
            raise
        if not is_shown:
            await demos.end(app.context, found)
            raise PermanentError("its message is too old to be edited")
        if not found.record.replay().is_over and await demos.get(app.context, found.id) is None:
            await try_show(app, target, replace(reply, view=None))  # it was stopped meanwhile
            return
        await demos.save_drawn(app.context, found)

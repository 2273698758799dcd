"""Edits of the message of a demo, which was sent in response to a command or press."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.common.error_codes import THREAD_ARCHIVED
from bot.games.log import GameLog
from bot.posting.edits import try_show
from bot.posting.errors import PermanentError
from bot.ui.framework.app import App
from bot.ui.messages import demo as message
from bot.usecases.computers import demos


async def edit_demo(app: App, target: discord.PartialMessage, log: GameLog) -> None:
    """Show the position of a demo. A demo whose message is gone, or cannot be edited any more, ends."""
    reply = await message.render_demo(app, log)
    try:
        is_shown = await try_show(app, target, reply)
    except discord.HTTPException as error:
        if isinstance(error, discord.NotFound | discord.Forbidden) or error.code == THREAD_ARCHIVED:
            await demos.end(app.context, log.row.id)
        raise
    if not is_shown:
        await demos.end(app.context, log.row.id)
        raise PermanentError("its message is too old to be edited")
    if not await demos.save_shown(app.context, log):  # it was stopped meanwhile
        await try_show(app, target, replace(reply, view=None))

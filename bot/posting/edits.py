"""Editing a message that may be too old for it: Discord limits the edits of messages older than an hour."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord

from bot.posting.errors import BlockedError
from bot.ui.framework.app import App
from bot.ui.framework.attachment import list_kept_files
from bot.ui.framework.reply import Reply

TOO_MANY_EDITS = 30046
"""Discord's code for too many edits of a message that is older than an hour."""
OLD = timedelta(hours=1)
"""Discord limits the edits of messages older than this."""
TOO_OLD = "Discord does not let me edit the message again yet: it is older than an hour"
"""Why an old message cannot be edited now. Discord allows another edit after a while."""
PATIENCE = 15.0
"""Seconds for an edit of an old message: discord.py waits inside it for as long as a limit lasts."""


async def try_edit(message: discord.PartialMessage, parts: dict[str, Any]) -> bool:
    """Edit a message. Return ``False`` if Discord does not allow it because the message is old. Raise any other failure."""
    is_old = discord.utils.utcnow() - message.created_at > OLD
    try:
        async with asyncio.timeout(PATIENCE if is_old else None):
            await message.edit(**parts)
    except discord.RateLimited:
        if is_old:
            return False
        raise
    except discord.HTTPException as error:
        if error.code == TOO_MANY_EDITS:
            return False
        raise
    except (TimeoutError, KeyError):  # discord.py expects each 429 to say how long it lasts, and this one need not
        if is_old:
            return False
        raise
    return True


async def try_show(app: App, message: discord.PartialMessage, reply: Reply) -> bool:
    """Edit a message to be a reply, in the form in which it was posted. Return and raise as :func:`try_edit` does."""
    if app.has_older_form(message.id):
        return await try_edit(message, reply.edit_parts(older_form=True))
    if reply.keep_files and reply.kept is None:
        reply = replace(reply, kept=list_kept_files(await message.fetch()))
    try:
        return await try_edit(message, reply.edit_parts())
    except discord.HTTPException as error:
        if error.status != 400 or not reply.kept:
            raise
    # The message has other files than it should have, such as none, because its picture could not be drawn.
    return await try_edit(message, replace(reply, kept=list_kept_files(await message.fetch())).edit_parts())


async def show(app: App, message: discord.PartialMessage, reply: Reply) -> None:
    """Edit a message to be a reply. Raise BlockedError if it is too old for that now."""
    if not await try_show(app, message, reply):
        raise BlockedError(TOO_OLD)

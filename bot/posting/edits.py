"""Edits of messages that may be too old: Discord limits the edits of messages older than an hour."""

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
"""The reason why an old message cannot be edited now. Discord allows another edit after a while."""
PATIENCE = 15.0
"""Seconds that an edit of an old message may take: discord.py waits out any rate limit within the call."""


async def try_edit(message: discord.PartialMessage, parts: dict[str, Any]) -> bool:
    """Edit a message. Return ``False`` if Discord refuses because the message is old. Raise any other failure."""
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
    except (TimeoutError, KeyError):  # discord.py requires a retry time in each 429, and this one can lack it
        if is_old:
            return False
        raise
    return True


async def try_show(app: App, message: discord.PartialMessage, reply: Reply) -> bool:
    """Replace the content of a message with a reply, in the form it was posted in.

    Return and raise the same as :func:`try_edit`.
    """
    if await app.is_plain(message.id):
        return await try_edit(message, reply.edit_parts(plain=True))
    if reply.keep_files:
        reply = replace(reply, kept=list_kept_files(await message.fetch()))
    return await try_edit(message, reply.edit_parts(plain=False))


async def show(app: App, message: discord.PartialMessage, reply: Reply) -> None:
    """Replace the content of a message with a reply. Raise BlockedError if it is too old to be edited now."""
    if not await try_show(app, message, reply):
        raise BlockedError(TOO_OLD)

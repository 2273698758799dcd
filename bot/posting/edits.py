"""Editing a message that may be too old for it: Discord limits the edits of messages older than an hour."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord

from bot.posting.kinds.base import BlockedError

TOO_MANY_EDITS = 30046
"""Discord's code for too many edits of a message that is older than an hour."""
OLD = timedelta(hours=1)
"""The age from which on Discord limits the edits of a message."""
PATIENCE = 15.0
"""Seconds for an edit of an old message: discord.py waits inside it for as long as a limit lasts."""


async def try_edit(message: discord.PartialMessage, parts: dict[str, Any]) -> bool:
    """Edits a message. Returns ``False`` where Discord does not allow it because the message is old. Raises what else fails."""
    is_old = discord.utils.utcnow() - message.created_at > OLD
    try:
        async with asyncio.timeout(PATIENCE if is_old else None):
            await message.edit(**parts)
    except discord.HTTPException as error:
        if error.code == TOO_MANY_EDITS:
            return False
        raise
    except (TimeoutError, KeyError):  # discord.py reads in every 429 for how long it lasts, and this one need not say so
        if is_old:
            return False
        raise
    return True


async def edit_message(message: discord.PartialMessage, **parts: Any) -> None:
    """Edits a message. Raises NotNow where it is too old for that now: Discord allows another edit after a while."""
    if not await try_edit(message, parts):
        raise BlockedError("Discord does not let me edit the message again yet: it is older than an hour")

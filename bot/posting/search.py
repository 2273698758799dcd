"""The search in a channel for a post that was sent although its answer was lost."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import discord

from bot.storage.queries.channels.posts import Post
from bot.ui.framework.layout import walk

logger = logging.getLogger(__name__)

HISTORY = 200
"""Number of messages to search after the first attempt, and number of the newest messages to search."""


async def find_posted(
    client: discord.Client, channel: discord.PartialMessageable, post: Post, mark: str
) -> discord.Message | None:
    """Return the bot's message with this ``mark``, sent since the first attempt; ``None`` if there is none."""
    begun = datetime.fromtimestamp((post.first_try_at or post.created_at) / 1000, UTC) - timedelta(minutes=5)
    try:
        for oldest_first in (True, False):
            looked_at = 0
            async for message in channel.history(limit=HISTORY, after=begun, oldest_first=oldest_first):
                looked_at += 1
                if client.user is not None and message.author.id == client.user.id and _has_mark(message, mark):
                    return message
            if looked_at < HISTORY:
                break
    except (discord.Forbidden, discord.NotFound):
        logger.info("no permission to read the channel's history", extra={"post": post.id})
    return None


def _has_mark(message: discord.Message, mark: str) -> bool:
    """Return whether the message has a picture with this name, or a button whose id begins with it."""
    if any(attachment.filename == mark for attachment in message.attachments):
        return True
    return any((getattr(part, "custom_id", None) or "").startswith(mark) for part in walk(message.components))

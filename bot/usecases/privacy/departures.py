"""Servers that remove the bot: their data is deleted after 30 days, unless the bot comes back."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.common.clock import DAY
from bot.storage.queries.server import guilds as store
from bot.usecases.context import Context
from bot.usecases.privacy.forgetting import forget_departed_server

logger = logging.getLogger(__name__)

KEPT = 30 * DAY
"""Milliseconds for which the data of a server is kept after it has removed the bot."""

IsGone = Callable[[int], Awaitable[bool | None]]
"""Asks Discord whether the bot has left a server. Returns ``None`` if Discord gives no answer."""


async def save_removal(context: Context, guild_id: int, bot_id: int) -> None:
    """Record that a server removed the bot, as reported by Discord."""
    await context.db.write(lambda conn: store.add_departure(conn, guild_id, bot_id, context.clock()))
    logger.info("a server has removed the bot", extra={"guild": guild_id})


async def present(context: Context, guild_id: int) -> None:
    """Cancel the deletion of a server's data, because Discord reports that the bot is in it."""
    if guild_id in await context.db.read(store.list_all_departed):
        await context.db.write(lambda conn: store.remove_departure(conn, guild_id))
        logger.info("a server has taken the bot back", extra={"guild": guild_id})


async def all_present(context: Context, guild_ids: Iterable[int]) -> None:
    """Cancel the deletion of the data of all servers in which the bot is, as reported by Discord."""
    for guild_id in (await context.db.read(store.list_all_departed)).intersection(guild_ids):
        await present(context, guild_id)


async def delete_departed(context: Context, bot_id: int, is_gone: IsGone) -> int:
    """Delete the data of the servers that removed the bot 30 days ago, after asking Discord again. Return their number."""
    before, count = context.clock() - KEPT, 0
    for guild_id in await context.db.read(lambda conn: store.list_departed(conn, bot_id, before, context.assignment)):
        gone = await is_gone(guild_id)
        if gone and await forget_departed_server(context, guild_id):
            logger.info("the data of a server that removed the bot was deleted", extra={"guild": guild_id})
            count += 1
        elif gone is False:
            await present(context, guild_id)
    return count

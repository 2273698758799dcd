"""Housekeeping every few hours: delete old data, recompute outdated statistics, check the icons."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.queries.channels import posts
from bot.storage.queries.pages import keys
from bot.storage.queries.play import interactions
from bot.storage.queries.statistics import imported_games
from bot.usecases.context import Context
from bot.usecases.privacy.forgetting import save_list
from bot.usecases.statistics import rebuild
from bot.usecases.statistics.imports import KEPT as IMPORTS_KEPT
from bot.usecases.tables import tables

logger = logging.getLogger(__name__)

INTERVAL = 6 * 3600.0
"""Seconds between rounds."""
KEPT = 7 * DAY
"""Milliseconds for which posts, and the interactions that changed a game, are stored."""


async def keep_house(
    context: Context, delete_departed: Callable[[], Awaitable[object]], keep_icons: Callable[[], Awaitable[None]]
) -> None:
    """Do a round at the start, then one every few hours. Run until cancelled."""
    while True:
        await do_round(context, delete_departed, keep_icons)
        await asyncio.sleep(INTERVAL)


async def do_round(
    context: Context, delete_departed: Callable[[], Awaitable[object]], keep_icons: Callable[[], Awaitable[object]]
) -> None:
    """Delete old data, recompute statistics that older rules produced, and check the icons. Never raises."""
    try:
        await rebuild.schedule_where_rules_changed(context)  # in every round, because an older process may still be running
        await context.db.write(lambda conn: _forget_before(conn, context.clock() - KEPT))
        await tables.delete_closed(context)
        await delete_departed()
        await save_list(context)
        await keep_icons()
    except Exception:
        logger.exception("the housekeeping failed and will be tried again")


async def _forget_before(conn: AsyncConnection, before: int) -> None:
    await interactions.forget_interactions(conn, before)
    await posts.forget_sent(conn, before)
    await imported_games.forget_old_imports(conn, before + KEPT - IMPORTS_KEPT)
    await keys.forget_old_keys(conn, before + KEPT)

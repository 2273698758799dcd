"""Saves the publicly visible channels of servers with public pages every few seconds, for the other processes."""

from __future__ import annotations

import asyncio
import logging

from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.usecases.context import Context
from bot.usecases.public import sites

logger = logging.getLogger(__name__)


@in_background
async def keep_sites(context: Context) -> None:
    """Save the visible channels periodically. Run until cancelled."""
    while True:
        try:
            await sites.keep(context)
        except DatabaseBusy:
            logger.warning("what everybody sees could not be saved: the database is busy")
        except Exception:
            logger.exception("what everybody sees could not be saved and will be tried again")
        await asyncio.sleep(sites.INTERVAL)

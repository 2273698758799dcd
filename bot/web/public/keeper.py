"""Writes down again and again what everybody sees in the servers that show public pages, for the other processes."""

from __future__ import annotations

import asyncio
import logging

from bot.storage.engine.errors import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.usecases.context import Context
from bot.usecases.public import sites

IDLE = 60.0
"""Seconds between two looks where no server of this process shows pages."""

logger = logging.getLogger(__name__)


class PublicKeeper:
    """A loop that runs as long as pages are served."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, on the running event loop."""
        self._task = asyncio.create_task(self._run(), name="public pages")

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @in_background
    async def _run(self) -> None:
        while True:
            kept = 0
            try:
                kept = await sites.keep(self._context)
            except DatabaseBusy:
                logger.warning("what everybody sees could not be written down: the database is busy")
            except Exception:
                logger.exception("what everybody sees could not be written down and will be tried again")
            await asyncio.sleep(sites.INTERVAL if kept else IDLE)

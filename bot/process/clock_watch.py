"""The machine's clock, compared with one that nobody sets: where it was set, what waits for a time is looked at again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.common.clock import SECOND
from bot.storage.engine.database import DatabaseBusy
from bot.usecases.context import Context
from bot.usecases.time import set_back

INTERVAL = 5.0
"""Seconds from one look to the next: what waits for the wrong time waits so much longer at most."""

LEAST = SECOND
"""The clock counts as set if it went so far (ms) from the other one between two looks. Less is how clocks are kept right."""

logger = logging.getLogger(__name__)


class ClockWatch:
    """Notices that the clock of a process was set. ``steady``: a clock that nobody sets, in seconds."""

    def __init__(self, context: Context, steady: Callable[[], float] = time.monotonic) -> None:
        self._context = context
        self._steady = steady
        self._ahead = self._measure()

    def _measure(self) -> int:
        """Return how far the clock is ahead of the steady one (ms)."""
        return self._context.clock() - round(self._steady() * SECOND)

    async def look(self) -> None:
        """Follow the clock if it was set since the last look. Raise DatabaseBusy; then the next look does it."""
        ahead = self._measure()
        moved = ahead - self._ahead
        if abs(moved) >= LEAST:
            logger.warning("the clock was set", extra={"seconds": moved / SECOND})
            if moved < 0:
                await set_back.follow(self._context, -moved)
            self._context.schedule.wake()
            self._context.outbox.wake()
        self._ahead = ahead


async def watch(context: Context, interval: float = INTERVAL) -> None:
    """Look every ``interval`` seconds. Run until it is cancelled."""
    clock_watch = ClockWatch(context)
    while True:
        await asyncio.sleep(interval)
        try:
            await clock_watch.look()
        except DatabaseBusy as busy:
            logger.warning("the change of the clock waits for the database: %s", busy)
        except Exception:
            logger.exception("the look at the clock failed and will be tried again")

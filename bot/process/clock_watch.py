"""Compares the machine's clock with a monotonic one. After the clock was set, all waiting work is checked again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from bot.common.clock import SECOND
from bot.storage.engine.database import DatabaseBusy
from bot.usecases.context import Context
from bot.usecases.time import clock_rollback

INTERVAL = 5.0
"""Seconds between checks. Work can wait at most this long because the clock was set."""

LEAST = SECOND
"""The smallest change (ms) between two checks that counts as a set clock. Smaller ones are routine corrections."""

logger = logging.getLogger(__name__)


class ClockWatch:
    """Detects that the clock of a process was set. ``steady``: a monotonic clock, in seconds."""

    def __init__(self, context: Context, steady: Callable[[], float] = time.monotonic) -> None:
        self._context = context
        self._steady = steady
        self._ahead = self._measure()

    def _measure(self) -> int:
        """Return the milliseconds by which the clock is ahead of the monotonic one."""
        return self._context.clock() - round(self._steady() * SECOND)

    async def check(self) -> None:
        """Adjust to the clock if it was set since the last check.

        Raise DatabaseBusy if that fails; the next check then tries again.
        """
        ahead = self._measure()
        moved = ahead - self._ahead
        if abs(moved) >= LEAST:
            logger.warning("the clock was set", extra={"seconds": moved / SECOND})
            if moved < 0:
                await clock_rollback.follow(self._context, -moved)
            self._context.schedule.wake()
            self._context.outbox.wake()
        self._ahead = ahead


async def watch(context: Context, interval: float = INTERVAL) -> None:
    """Check every ``interval`` seconds. Run until cancelled."""
    clock_watch = ClockWatch(context)
    while True:
        await asyncio.sleep(interval)
        try:
            await clock_watch.check()
        except DatabaseBusy as busy:
            logger.warning("the change of the clock waits for the database: %s", busy)
        except Exception:
            logger.exception("the check of the clock failed and will be tried again")

"""Ends a process that hangs, or that can no longer send anything, so that its supervisor restarts it.

Another process may need the shards or the SQLite file of one that hangs. If Discord refuses or limits requests, a restart would
not help, so the process continues.
"""

from __future__ import annotations

import asyncio
import faulthandler
import json
import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import aiohttp
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.process.host.health import Vitals
from bot.storage.engine.database import DatabaseBusy
from bot.storage.queries.server import bot_values
from bot.usecases.context import Context

HUNG = 45.0
"""Seconds for which the event loop can hang before the process ends. PostgreSQL releases its locks sooner."""

ROUND = 5.0
"""Seconds between the event loop's signals to the watchdog."""

PATIENCE = 600.0
"""Seconds after which a process counts as stalled: a post was due, Discord was connected, and no request about a message was
answered."""
MOST = 3
"""Maximum number of times that each process of a bot may end as stalled in 24 hours."""
KEY = "ended as stalled {}"
"""The key of the times (ms) at which a process ended as stalled; ``{}`` is the number of the process."""

logger = logging.getLogger(__name__)


async def watch() -> None:
    """End the process with status 1 once its event loop hangs, and write the stack of each thread to standard error.

    Run until cancelled. Python's own ``faulthandler`` thread watches, so it also ends a process that never releases the
    interpreter lock.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__ or 2)
            await asyncio.sleep(ROUND)
    finally:
        faulthandler.cancel_dump_traceback_later()


class StallWatch:
    """Watches one process. ``clock``: in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._well_at = clock()
        self._is_stalled = asyncio.Event()

    async def note_answer(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        """Record that Discord has answered, also with an error. Call this at the end of each request."""
        if request.method != "GET" and "/channels/" in request.url.path:
            self._well_at = self._clock()

    def note(self, vitals: Vitals) -> None:
        """Record the state of the process, as measured at a heartbeat."""
        if vitals.trouble is not None or not vitals.stuck_post:
            self._well_at = self._clock()
        elif self._clock() - self._well_at >= PATIENCE:
            self._is_stalled.set()

    async def wait(self, context: Context, find_number: Callable[[], int]) -> None:
        """Wait until the process has to end, or until cancelled.

        ``find_number`` returns the number of the process, which stays the same after a restart.
        """
        while True:
            await self._is_stalled.wait()
            self._is_stalled.clear()
            self._well_at = self._clock()
            try:
                if await context.db.write(partial(_count_end, number=find_number(), now=context.clock())):
                    return
                logger.error("nothing can be sent, but this process has ended for that %s times in 24 hours: goes on", MOST)
            except DatabaseBusy as busy:
                logger.warning("a process that can send nothing goes on without its database: %s", busy)


async def _count_end(conn: AsyncConnection, number: int, now: int) -> bool:
    """Record that a process ends, and return ``True``; ``False`` if it has ended too often in the last 24 hours."""
    key = KEY.format(number)
    stored = await bot_values.get_value(conn, key)
    recent = [at for at in json.loads(stored or "[]") if 0 <= now - at < DAY]
    if len(recent) >= MOST:
        return False
    await bot_values.save_value(conn, key, json.dumps([*recent, now]))
    return True

"""Ends a process that hangs, because another process needs its shards and its SQLite file."""

from __future__ import annotations

import asyncio
import faulthandler
import sys

HUNG = 45.0
"""Seconds for which the event loop can hang before the process ends. PostgreSQL releases its locks sooner."""

ROUND = 5.0
"""Seconds between the event loop's signals to the watchdog."""


async def watch() -> None:
    """End the process with status 1 once its event loop hangs, and write the stack of each thread to standard error.

    Run until cancelled. A thread of Python itself does the watching, so it also ends a process that never releases the
    interpreter lock.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__ or 2)
            await asyncio.sleep(ROUND)
    finally:
        faulthandler.cancel_dump_traceback_later()

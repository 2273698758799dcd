"""The end of a process that hangs: its shards, and its SQLite file, are needed by another one."""

from __future__ import annotations

import asyncio
import faulthandler
import sys

HUNG = 45.0
"""Seconds after which a process ends whose event loop has not come round. PostgreSQL gives up its locks sooner."""

ROUND = 5.0
"""Tell the watchdog this often (s) that the event loop comes round."""


async def watch() -> None:
    """Have the process end with 1 once its event loop hangs; what each thread does then is written to standard error.

    Run until it is cancelled. A thread of Python's own watches, which also ends a process that never lets go of Python's lock.
    """
    try:
        while True:
            faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__ or 2)
            await asyncio.sleep(ROUND)
    finally:
        faulthandler.cancel_dump_traceback_later()

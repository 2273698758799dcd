"""A place in a transaction where it waits until a test lets it go on, whichever thread it runs in."""

from __future__ import annotations

import asyncio
import threading


class Gate:
    """``await gate.passed()`` stands in the transaction; the test awaits ``reached()`` and calls ``open()``."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.current_thread()
        self._reached = asyncio.Event()
        self._open_here = asyncio.Event()
        self._open_there = threading.Event()

    async def passed(self) -> None:
        """Waits until the gate is open. On SQLite a transaction has a thread of its own, which this blocks."""
        self._loop.call_soon_threadsafe(self._reached.set)
        if threading.current_thread() is self._thread:
            await self._open_here.wait()
        else:
            self._open_there.wait()

    async def reached(self) -> None:
        """Returns once a transaction waits here."""
        await self._reached.wait()

    def open(self) -> None:
        """Lets it go on."""
        self._open_here.set()
        self._open_there.set()

"""A place in a transaction where it waits until a test lets it go on."""

from __future__ import annotations

import asyncio

from tests.waiting import limited


class Gate:
    """``await gate.passed()`` stands in the transaction; the test awaits ``reached()`` and calls ``open()``."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._open = asyncio.Event()

    async def passed(self) -> None:
        """Wait until the gate is open."""
        self._reached.set()
        await self._open.wait()

    async def reached(self) -> None:
        """Wait until a transaction waits here."""
        async with limited("a transaction at the gate"):
            await self._reached.wait()

    def open(self) -> None:
        """Let the transaction go on."""
        self._open.set()

"""Notices between processes on PostgreSQL: whoever has put something into the outbox or the schedule of a server that another
process serves wakes that process.

A notice is part of the transaction: it comes once that is committed, and never where it is rolled back. One that is lost costs
time alone, since every process looks by itself, too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import postgresql

CHANNEL = "land_games"
ANSWER = 4.0
"""Seconds that the server may take to answer."""
LOOK = 20.0
"""Seconds between two looks whether the server is still there."""
PAUSE = 2.0
"""Seconds between two attempts to connect."""

_NOTIFY: Any = text("SELECT pg_notify(:channel, :guild)")

logger = logging.getLogger(__name__)


async def notify(conn: AsyncConnection, guild_id: int) -> None:
    """Wake whoever serves a server, once the transaction is committed. Do nothing on SQLite: there is one process."""
    if conn.dialect.name == "postgresql":
        await conn.execute(_NOTIFY, {"channel": CHANNEL, "guild": str(guild_id)})


class Notices:
    """Hears notices on a connection of its own."""

    def __init__(self, url: URL, hear: Callable[[int | None], None]) -> None:
        """``hear`` is called with the server that a notice is about; with ``None`` where some may have been missed."""
        self._url = url
        self._hear = hear
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen."""
        self._task = asyncio.create_task(self._run(), name="notices")

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
                logger.warning("hears no notices of other processes for the moment: %r", error)
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Listen until the connection ends."""
        engine, ended = postgresql.make_engine(self._url, ANSWER, pool=1), asyncio.Event()
        try:
            async with engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                driver.add_termination_listener(lambda _: ended.set())
                async with asyncio.timeout(ANSWER):
                    await driver.add_listener(CHANNEL, self._heard)
                self._hear(None)
                while not ended.is_set():
                    async with asyncio.timeout(ANSWER):
                        await driver.fetchval("SELECT 1")
                    with suppress(TimeoutError):
                        await asyncio.wait_for(ended.wait(), LOOK)
        finally:
            await engine.dispose()

    def _heard(self, _connection: object, _process: int, _channel: str, told: str) -> None:
        self._hear(int(told) if told.isdecimal() else None)

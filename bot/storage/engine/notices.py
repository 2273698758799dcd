"""Notices between processes on PostgreSQL about new entries in the outbox or the schedule.

A process that adds an entry for a server wakes the process that serves this server. A notice is part of the transaction: it is
sent at the commit, and never after a rollback. A lost notice only costs time, because every process also polls.
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

from bot.common.tasks import end_tasks
from bot.storage.engine import postgresql

CHANNEL = "land_games"
ANSWER = 4.0
"""Seconds within which the server must answer."""
LOOK = 20.0
"""Seconds between checks whether the server is still reachable."""
PAUSE = 2.0
"""Seconds between attempts to connect."""

_NOTIFY: Any = text("SELECT pg_notify(:channel, :guild)")

logger = logging.getLogger(__name__)


async def notify(conn: AsyncConnection, guild_id: int) -> None:
    """Wake the process that serves a server, once the transaction is committed. Do nothing on SQLite, which has one process."""
    if conn.dialect.name == "postgresql":
        await conn.execute(_NOTIFY, {"channel": CHANNEL, "guild": str(guild_id)})


class Notices:
    """Listens for notices on its own connection."""

    def __init__(self, url: URL, hear: Callable[[int | None], None]) -> None:
        """Listen for notices on the database at ``url``.

        ``hear`` is called with the server of each notice, or with ``None`` if notices may have been missed.
        """
        self._url = url
        self._hear = hear
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start listening."""
        self._task = asyncio.create_task(self._run(), name="notices")

    async def close(self) -> None:
        """Stop listening."""
        await end_tasks(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except (SQLAlchemyError, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
                logger.warning("no notices from other processes for the moment: %r", error)
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

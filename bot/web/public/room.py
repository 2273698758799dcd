"""The data that the public pages' worker caches between jobs: games, turns, pictures, rankings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Thread
from typing import Any, TypeVar

from bot.games.cache import GameCache
from bot.storage.engine.database import Database
from bot.storage.queries.public.shown import Shown
from bot.usecases.context import Context
from bot.usecases.pages.cache import Cache
from bot.usecases.public.memory import Ledger, Memory, add_members, update_ledger

REPLAYS, PICTURES, LEDGERS = 16, 256, 16

T = TypeVar("T")


class Room:
    """The cache of a worker, with an event loop and a read-only connection to the database."""

    def __init__(self, database_url: str) -> None:
        self.context: Context
        self.logs = GameCache()
        self.replays = Cache(REPLAYS)
        self.pictures = Cache(PICTURES)
        self._ledgers = Cache(LEDGERS)
        self._now = 0
        self._loop = asyncio.new_event_loop()  # in a separate thread, because the job's own thread may run another loop
        self._thread = Thread(target=self._loop.run_forever, name="public pages", daemon=True)
        self._thread.start()
        self._run(self._open(database_url))

    async def remember(self, shown: Shown) -> Memory:
        """Return the results of the finished games of a server."""

        async def begin() -> Ledger:
            return Ledger(shown)

        ledger = await self._ledgers.get(shown, begin)
        await update_ledger(self.context, ledger)
        return await add_members(self.context, shown.guild_id, ledger.describe(self._now))

    def do(self, now: int, work: Callable[[Room], Coroutine[Any, Any, T]]) -> T:
        """Run ``work`` and return its result. ``now``: the time of the job."""
        self._now = now
        return self._run(work(self))

    def close(self) -> None:
        """Close the connection, and clear the cache."""
        self._run(self.context.db.close())
        self._run(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _open(self, database_url: str) -> None:
        self.context = Context(Database.reader(database_url), clock=lambda: self._now)


rooms: dict[str, Room] = {}
"""The caches of this process, by the address of the database. A worker has one."""


def enter_room(database_url: str) -> Room:
    """Return the cache of this process for a database."""
    if database_url not in rooms:
        rooms[database_url] = Room(database_url)
    return rooms[database_url]

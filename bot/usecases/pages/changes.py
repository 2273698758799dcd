"""Waiting until a game has changed, for open pages. One query a second serves all pages of a process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from bot.common.tasks import end_tasks
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.queries.pages import page_versions
from bot.storage.queries.play.games import GameRow

logger = logging.getLogger(__name__)

INTERVAL = 1.0
"""Seconds between queries of the database, which are needed because another process may have changed the game."""

GRACE = 0.1
"""Seconds from a change to the query, so that the player who made it is answered before hundreds of pages ask for news."""


class Changes:
    """The pages that wait for changes of games. Its task runs while any page waits."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._waiting: Counter[int] = Counter()
        self._versions: dict[int, str] = {}
        self._changed = asyncio.Condition()
        self._told = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def find(self, game_id: int) -> str:
        """Return the version of a game's page as a text, which differs after any change that the page shows."""
        found = await self._db.read(lambda conn: page_versions.list_page_versions(conn, [game_id]))
        return found.get(game_id, "")

    async def wait(self, game_id: int, version: str, seconds: float) -> bool:
        """Return whether a game has changed since this ``version`` of its page. Wait at most ``seconds``."""
        self._waiting[game_id] += 1
        if self._versions.get(game_id, version) != version:  # the page may have been rendered after this version was read
            del self._versions[game_id]
            self._told.set()
        self._start()
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self._versions.get(game_id, version) != version)
        except TimeoutError:
            return False
        finally:
            self._waiting[game_id] -= 1
            if not self._waiting[game_id]:
                del self._waiting[game_id]
                self._versions.pop(game_id, None)
        return True

    def wake(self, row: GameRow) -> None:
        """Wake the pages that wait for a game that this process has changed."""
        if row.id in self._waiting:
            self._told.set()

    async def close(self) -> None:
        """Wake all waiting pages, and stop the queries."""
        await end_tasks(self._task)

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look(), name="changes of games")

    async def _look(self) -> None:
        while self._waiting:
            try:
                found = await self._db.read(lambda conn: page_versions.list_page_versions(conn, list(self._waiting)))
            except DatabaseBusy:
                logger.warning("open pages could not be told what is new: the database is busy")
            else:
                async with self._changed:
                    self._versions |= found
                    self._changed.notify_all()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), INTERVAL)
                await asyncio.sleep(GRACE)
            self._told.clear()

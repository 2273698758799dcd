"""Wait until a game has moved on, for open pages. One look a second serves all pages of a process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusy
from bot.storage.queries.pages import keys as store

logger = logging.getLogger(__name__)

INTERVAL = 1.0
"""Look into the database so many seconds after the last look: another process may have played."""


class Changes:
    """Who waits for which games. It runs while somebody waits."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._waiting: Counter[int] = Counter()
        self._stands: dict[int, tuple[int, int]] = {}
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def wait(self, game_id: int, stand: tuple[int, int], seconds: float) -> bool:
        """Return whether a game's version and time differ from ``stand``, at the latest after so many seconds."""
        self._waiting[game_id] += 1
        self._start()
        try:
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self._stands.get(game_id, stand) != stand)
        except TimeoutError:
            return False
        finally:
            self._waiting[game_id] -= 1
            if not self._waiting[game_id]:
                del self._waiting[game_id]
                self._stands.pop(game_id, None)
        return True

    async def close(self) -> None:
        """Wake everybody who waits, and look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look(), name="changes of games")

    async def _look(self) -> None:
        while self._waiting:
            games = list(self._waiting)
            try:
                found = await self._db.read(lambda conn, wanted=games: store.list_stands(conn, wanted))
            except DatabaseBusy:
                logger.warning("open pages could not be told what is new: the database is busy")
            else:
                async with self._changed:
                    self._stands |= {row.game_id: (row.version, row.updated_at) for row in found}
                    self._changed.notify_all()
            await asyncio.sleep(INTERVAL)

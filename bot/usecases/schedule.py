"""The schedule: use cases add tasks for a time, and the scheduler runs them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Serving
from bot.storage.engine.database import Database
from bot.storage.engine.notices import notify
from bot.storage.queries.time import due


class Schedule:
    """Adds scheduled tasks within a transaction, and wakes the scheduler once it is committed."""

    def __init__(self, db: Database, serving: Serving) -> None:
        """``serving``: decides whether this process runs the tasks of a server.

        For other servers, the responsible process is notified.
        """
        self._db, self._serving = db, serving
        self._wake: Callable[[int], None] = lambda at: None

    def wakes(self, call: Callable[[int], None]) -> None:
        """Register the scheduler: ``call`` is called with the new time whenever a task was added or moved."""
        self._wake = call

    def wake(self, at: int = 0) -> None:
        """Wake the scheduler for a task at ``at``; without a time, any task may be due now."""
        self._wake(at)

    async def schedule(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, **subject_and_payload: Any) -> None:
        """Schedule a task: see :func:`bot.storage.queries.time.due.schedule`."""
        await due.schedule(conn, kind, at, guild_id=guild_id, **subject_and_payload)
        await self._wake_after(conn, at, guild_id)

    async def add(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int) -> None:
        """Schedule a task of a server in addition to others: see :func:`bot.storage.queries.time.due.add`."""
        await due.add(conn, kind, at, guild_id=guild_id)
        await self._wake_after(conn, at, guild_id)

    async def move(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, game_id: int, **payload: Any) -> None:
        """Move a task of a game to another time: see :func:`bot.storage.queries.time.due.move`."""
        await due.move(conn, kind, at, guild_id=guild_id, game_id=game_id, **payload)
        await self._wake_after(conn, at, guild_id)

    async def _wake_after(self, conn: AsyncConnection, at: int, guild_id: int) -> None:
        if not self._serving.assignment.serves(guild_id):
            await notify(conn, guild_id)
        self._db.after_commit(conn, partial(self.wake, at))

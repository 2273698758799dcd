"""The schedule: a use case says what is due at a time, and the scheduler does it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.engine.notices import notify
from bot.storage.queries.time import due


class Schedule:
    """Takes scheduled tasks in the transaction that makes them due, and wakes the scheduler once that is committed."""

    def __init__(self, db: Database, serves: Callable[[int], bool] = lambda _: True) -> None:
        """``serves``: whether this process does what is due in a server; another one is told of it."""
        self.db = db
        self._serves = serves
        self._wake: Callable[[int], None] = lambda at: None

    def wakes(self, call: Callable[[int], None]) -> None:
        """Call ``call`` with the new time whenever something has got another time: this is how the scheduler listens."""
        self._wake = call

    def wake(self, at: int = 0) -> None:
        """Wake the scheduler: something is due at a time; without one, anything may be due now."""
        self._wake(at)

    async def schedule(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, **subject_and_payload: Any) -> None:
        """Schedule a task, as :func:`bot.storage.queries.time.due.schedule` says."""
        await due.schedule(conn, kind, at, guild_id=guild_id, **subject_and_payload)
        await self._wake_after(conn, at, guild_id)

    async def move(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, game_id: int, **payload: Any) -> None:
        """Schedule a task about a game for another time, as :func:`bot.storage.queries.time.due.move` says."""
        await due.move(conn, kind, at, guild_id=guild_id, game_id=game_id, **payload)
        await self._wake_after(conn, at, guild_id)

    async def _wake_after(self, conn: AsyncConnection, at: int, guild_id: int) -> None:
        """Have whoever does what is due in a server know of a new time once the transaction is committed."""
        if not self._serves(guild_id):
            await notify(conn, guild_id)
        self.db.after_commit(conn, partial(self.wake, at))

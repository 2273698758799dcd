"""Where a use case says what is due at a time. The sleeper listens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.queries.time import due


class Schedule:
    """Takes what is due, in the transaction that makes it due, and wakes the sleeper once that is committed."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._wake: Callable[[int], None] = lambda at: None

    def wakes(self, call: Callable[[int], None]) -> None:
        """Has ``call`` called whenever something has got another time, with that time: this is how the sleeper listens."""
        self._wake = call

    def wake(self, at: int = 0) -> None:
        """Says that something is due at a time; without one, that anything may be due now."""
        self._wake(at)

    async def schedule(self, conn: AsyncConnection, kind: str, at: int, **subject_and_payload: Any) -> None:
        """Has something done at a time, as :func:`bot.storage.queries.time.due.schedule` says."""
        await due.schedule(conn, kind, at, **subject_and_payload)
        self.db.after_commit(conn, partial(self.wake, at))

    async def move(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, game_id: int) -> None:
        """Has a deed about a game done at another time, as :func:`bot.storage.queries.time.due.move` says."""
        await due.move(conn, kind, at, guild_id=guild_id, game_id=game_id)
        self.db.after_commit(conn, partial(self.wake, at))

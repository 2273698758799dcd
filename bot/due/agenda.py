"""Where a use case says what is due at a time. The sleeper listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import due
from bot.storage.database import Database


class Agenda:
    """Takes what is due, in the transaction that makes it due, and wakes the sleeper once that is committed."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self._wake: Callable[[], None] = lambda: None

    def wakes(self, call: Callable[[], None]) -> None:
        """Has ``call`` called whenever something may be due sooner: this is how the sleeper listens."""
        self._wake = call

    def wake(self) -> None:
        """Says that something may be due now."""
        self._wake()

    async def schedule(self, conn: AsyncConnection, kind: str, at: int, **subject_and_payload: Any) -> None:
        """Has something done at a time, as :func:`bot.storage.due.schedule` says."""
        await due.schedule(conn, kind, at, **subject_and_payload)
        self.db.after_commit(conn, self.wake)

    async def move(self, conn: AsyncConnection, kind: str, at: int, *, guild_id: int, game_id: int) -> None:
        """Has a deed about a game done at another time, as :func:`bot.storage.due.move` says."""
        await due.move(conn, kind, at, guild_id=guild_id, game_id=game_id)
        self.db.after_commit(conn, self.wake)

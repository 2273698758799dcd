"""See what is asked of the database: statements and transactions, of every engine of this process."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import Pool

from bot.storage.engine import sqlite


@dataclass(slots=True)
class Asked:
    """What was asked while it was counted."""

    statements: list[str] = field(default_factory=list)
    """Without those that begin a transaction."""
    transactions: int = 0

    def clear(self) -> None:
        """Begin to count anew."""
        self.statements.clear()
        self.transactions = 0


@contextmanager
def count_statements() -> Iterator[Asked]:
    """Count within. A statement for several rows counts once."""
    asked = Asked()

    def add_statement(_conn: Connection, _cursor: Any, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            asked.statements.append(statement)

    def add_transaction(_conn: Connection) -> None:
        asked.transactions += 1

    event.listen(Engine, "before_cursor_execute", add_statement)
    event.listen(Engine, "begin", add_transaction)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", add_statement)
        event.remove(Engine, "begin", add_transaction)


@contextmanager
def count_steps() -> Iterator[Counter[str]]:
    """Count the steps of SQLite's machine, in hundreds, on connections that are opened within; PostgreSQL shows none."""
    counted = Counter[str]()

    def count_hundred() -> None:
        counted["steps"] += 1

    def begin(connection: Any, _record: Any) -> None:
        if connection.dbapi.paramstyle == "qmark":
            connection.run_async(lambda opened: opened.set_progress_handler(count_hundred, 100))

    event.listen(Pool, "connect", begin)
    try:
        yield counted
    finally:
        event.remove(Pool, "connect", begin)


@contextmanager
def notice_write() -> Iterator[asyncio.Event]:
    """Yield an event that is set as a transaction asks to write: SQLite for its lock, PostgreSQL for rows."""
    wanted = asyncio.Event()

    def notice(_conn: Connection, _cursor: Any, statement: str, *_: object) -> None:
        if "FOR UPDATE" in statement or "FOR NO KEY UPDATE" in statement:
            wanted.set()

    begin = sqlite.begin

    async def notice_begin(connection: AsyncConnection, *, writes: bool) -> None:
        if writes:
            wanted.set()
        await begin(connection, writes=writes)

    event.listen(Engine, "before_cursor_execute", notice)
    try:
        with patch.object(sqlite, "begin", notice_begin):
            yield wanted
    finally:
        event.remove(Engine, "before_cursor_execute", notice)

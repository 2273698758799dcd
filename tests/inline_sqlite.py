"""SQLite without a thread: for tests in which one process has one connection.

aiosqlite hands each statement to a thread of its connection. Waking that and being woken took half of the processor time of
tests in the simulated Discord; greenlets, and a coroutine for each step of a cursor, took a seventh of the rest. Tests of
transactions, locks and crashes have the thread, as the bot does.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import aiosqlite
import pytest
from sqlalchemy import Connection, Transaction
from sqlalchemy.connectors import asyncio as adapter
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.engine import interfaces
from sqlalchemy.ext.asyncio import engine
from sqlalchemy.util import greenlet_spawn

Result = TypeVar("Result")


def patch_sqlite(patch: pytest.MonkeyPatch) -> None:
    """Have connections to SQLite that are made from now on run their statements at once, in the thread of the event loop."""
    patch.setattr(aiosqlite.Connection, "_connect", _connect)
    patch.setattr(aiosqlite.Connection, "_execute", _execute)
    patch.setattr(AsyncAdapt_aiosqlite_connection, "cursor", _open_cursor)
    patch.setattr(adapter, "await_", _run)
    patch.setattr(interfaces, "await_", _run)
    patch.setattr(engine, "greenlet_spawn", _spawn)


async def _connect(connection: Any) -> Any:
    connection._connection = connection._connector()
    return connection


async def _execute(connection: Any, function: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    if not connection._running or not connection._connection:
        raise ValueError("Connection closed")
    return function(*arguments, **named)


class _Cursor(sqlite3.Cursor):
    """Fetches all rows of a statement as it runs, as SQLAlchemy's cursor for aiosqlite does."""

    _rows: deque[Any]

    def execute(self, *statement: Any) -> _Cursor:
        super().execute(*statement)
        self._rows = deque(super().fetchall())
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        rows = list(self._rows)
        self._rows.clear()
        return rows

    async def _async_soft_close(self) -> None:
        """Do nothing: no statement is open."""


def _open_cursor(connection: Any) -> _Cursor:
    """Return a cursor of sqlite3 itself."""
    opened: _Cursor = connection._connection._conn.cursor(_Cursor)
    return opened


def _run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that waits for nothing, without a switch to the event loop and back."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    raise RuntimeError("a statement waited for something")


async def _spawn(function: Callable[..., Any], *arguments: Any, _require_await: bool = False, **named: Any) -> Any:
    """Run a method of SQLAlchemy: at once where it waits for nothing, as on an open connection to SQLite."""
    owner = getattr(function, "__self__", None)
    connection = owner.connection if isinstance(owner, Transaction) else owner
    if isinstance(connection, Connection) and connection.dialect.name == "sqlite":
        return function(*arguments, **named)
    return await greenlet_spawn(function, *arguments, **named)

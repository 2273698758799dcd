"""SQLite under SQLAlchemy's asynchronous interface without a thread for each statement.

The usual driver hands every statement over to a thread and back, which costs more than the statement itself. Here a
statement is carried out on the spot, so a coroutine that awaits nothing but its connection never pauses. ``driven`` runs
such a coroutine from start to end: ``Database`` does that in a thread of its own, one hop for a whole transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable
from typing import Any, TypeVar

from sqlalchemy import URL, AsyncAdaptedQueuePool, Connection, Pool, RootTransaction
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.util import await_only, greenlet_spawn
from sqlalchemy.util.concurrency import in_greenlet

from bot.storage.engine.prepared import prepared

T = TypeVar("T")

DRIVER = "sqlite+direct"
"""The name of this dialect in a URL."""


class DirectConnection(AsyncConnection):
    """A connection whose statements are carried out on the spot, for a coroutine that is driven outside the event loop."""

    def __init__(self, engine: AsyncEngine) -> None:
        driver: Connection = driven(greenlet_spawn(engine.sync_engine.connect))  # the pool makes its first one in a greenlet
        super().__init__(engine, driver)
        self.driver = driver
        self._sqlite: sqlite3.Connection = driver.connection.driver_connection  # type: ignore[assignment]

    def transaction(self, *, writes: bool) -> RootTransaction:
        """Begins a transaction: one that ``writes``, or one that only reads."""
        transactions(self.driver, writes=writes)
        return self.driver.begin()

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:
        """As ``AsyncConnection`` does it, and in a shorter way where a statement comes again (``prepared``)."""
        if execution_options is None and (ready := prepared(statement, parameters, self.driver.dialect)) is not None:
            return ready.execute(self._sqlite, parameters or {})
        return self.driver.execute(statement, parameters, execution_options=execution_options)

    async def exec_driver_sql(self, statement: str, parameters: Any = None, execution_options: Any = None) -> Any:
        """As ``AsyncConnection`` does it."""
        return self.driver.exec_driver_sql(statement, parameters, execution_options)


class _Cursor(sqlite3.Cursor):
    async def _async_soft_close(self) -> None:
        """SQLAlchemy's asynchronous results ask for this; the rows are read from here when they are asked for."""


class SQLiteConnection(sqlite3.Connection):
    """Python's connection, with what its next transaction is to be."""

    writes = False
    """Whether the next transaction writes."""
    query_only: bool | None = None
    """Whether SQLite refuses to write; ``None``: not known."""

    def begin(self) -> None:
        """Begins a transaction. sqlite3 itself would begin late, and never before a SELECT: what is read first could be stale
        when it is written.
        """
        if self.query_only is not (wanted := not self.writes):
            self.execute(f"PRAGMA query_only = {'ON' if wanted else 'OFF'}")
            self.query_only = wanted
        self.execute("BEGIN IMMEDIATE" if self.writes else "BEGIN")

    def cursor(self, factory: Any = _Cursor) -> Any:
        """A cursor that SQLAlchemy's asynchronous results take."""
        return super().cursor(factory)


class DirectSQLite(SQLiteDialect_pysqlite):
    """The dialect of Python's ``sqlite3``, for an ``AsyncEngine``."""

    driver = "direct"
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        """A pool that an ``AsyncEngine`` takes."""
        return AsyncAdaptedQueuePool

    def create_connect_args(self, url: URL) -> Any:
        """As ``sqlite3`` wants them, with our connection."""
        names, options = super().create_connect_args(url)
        return names, {**options, "factory": SQLiteConnection}

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begins a transaction of the kind that the connection has been told."""
        dbapi_connection.begin()

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """Carries a statement out on the spot."""
        _await_something()
        cursor.execute(statement, parameters)

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """Carries a statement out on the spot, for several rows."""
        _await_something()
        cursor.executemany(statement, parameters)


def transactions(connection: Connection, *, writes: bool) -> None:
    """Says whether the transactions of a connection write, from the next one on. At first they only read."""
    driver = connection.connection.driver_connection
    if isinstance(driver, SQLiteConnection):
        driver.writes = writes


async def _nothing() -> None:
    """Never pauses."""


def _await_something() -> None:
    """SQLAlchemy insists that a statement of an ``AsyncEngine`` awaits something."""
    if in_greenlet():
        await_only(_nothing())


registry.register("sqlite.direct", __name__, DirectSQLite.__name__)


def driven(work: Awaitable[T]) -> T:
    """Returns what a coroutine returns that never pauses. Raises what it raises, and RuntimeError where it pauses."""
    running = work.__await__()
    try:
        next(running)
    except StopIteration as end:
        result: T = end.value
        return result
    running.close()
    raise RuntimeError("a transaction awaited something other than its connection")

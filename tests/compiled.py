"""One cache of compiled statements for the databases of all tests.

SQLAlchemy compiles a statement once for each engine. A bot has one engine all its life, but each test opens a database of
its own: compiling took a third of the time at the database.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Dialect, event
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.engine import Engine

_compiled: dict[Any, Any] = {}


def share() -> None:
    """From now on what is compiled for one engine serves every engine of that kind."""
    for dialect in (SQLiteDialect_aiosqlite, PGDialect_asyncpg):
        _equal_by_type(dialect)

    @event.listens_for(Engine, "engine_connect")
    def use_shared(connection: Connection) -> None:
        connection.execution_options(compiled_cache=_compiled)


def _equal_by_type(dialect: type[Dialect]) -> None:
    """A compiled statement is kept under its dialect. Those of one kind compile alike: here they have the same server."""
    dialect.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]
    dialect.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]

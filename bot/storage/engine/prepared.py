"""Statements of which SQLAlchemy has made SQL once, and which SQLite's driver then gets as they are.

SQLAlchemy's way to the driver, the long way, takes several times as long as most statements. A statement that a module keeps (a
constant, or what a cached function returns) goes it once. From its second time on it goes the short way, unless it needs
more from SQLAlchemy than its SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Insert, Select
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase

Statement = Select[Any] | UpdateBase
Values = Mapping[str, Any]


class PreparedResult(IteratorResult[Any]):
    """The rows of a statement, and what SQLite says of a change."""

    rowcount: int
    """Of a change."""
    inserted_primary_key: tuple[int | None]
    """Of an insert, for a table whose key is a number that SQLite gives; ``bot.storage.rows.new_id`` reads it."""


class Prepared:
    """The SQL of one statement, and the order of its values."""

    def __init__(self, sql: str, names: tuple[str, ...], fixed: dict[str, Any], kind: type[Statement]) -> None:
        self.sql = sql
        self.names = names
        """The name of each value, in the order of the SQL."""
        self.fixed = fixed
        """The values that are the same each time."""
        self.changes = issubclass(kind, UpdateBase)
        self.inserts = issubclass(kind, Insert)
        self.columns: SimpleResultMetaData | None = None
        """The names of the columns of its rows; known once it has been carried out."""

    def execute(self, connection: sqlite3.Connection, values: Values) -> PreparedResult:
        """Carries the statement out. Raises what SQLAlchemy would raise."""
        fixed = self.fixed
        try:
            cursor = connection.execute(self.sql, [values[name] if name in values else fixed[name] for name in self.names])
            rows = cursor.fetchall()
        except sqlite3.Error as error:
            raise DBAPIError.instance(self.sql, None, error, sqlite3.Error, hide_parameters=True) from error
        if self.columns is None:
            self.columns = SimpleResultMetaData([column[0] for column in cursor.description or ()])
        result = PreparedResult(self.columns, iter(rows))
        if self.changes:
            result.rowcount = cursor.rowcount
        if self.inserts:
            result.inserted_primary_key = (cursor.lastrowid,)
        return result


def prepare(statement: Statement, given: frozenset[str], dialect: Dialect) -> Prepared | None:
    """Makes the SQL of a statement for values of the names ``given``; ``None`` where SQLAlchemy has to do more than that."""
    compiled = statement.compile(dialect=dialect, column_keys=sorted(given))
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - SQLAlchemy's compiler of SQL
    if compiled.post_compile_params or compiled.literal_execute_params or compiled.prefetch:
        return None
    binds = {name: bind for bind, name in compiled.bind_names.items()}
    if any(bind.callable or (bind.required and name not in given) for name, bind in binds.items()):
        return None  # SQLAlchemy works the value out, or says that it is missing
    types = [bind.type.dialect_impl(dialect) for bind in binds.values()]
    columns = [column.type.dialect_impl(dialect) for column in statement.exported_columns]
    if any(kind.bind_processor(dialect) for kind in types) or any(kind.result_processor(dialect, None) for kind in columns):
        return None
    names = tuple(compiled.positiontup or ())
    fixed = {name: bind.value for name, bind in binds.items() if name not in given}
    return Prepared(str(compiled), names, fixed, type(statement))


_ready: WeakKeyDictionary[Any, dict[tuple[str, ...], Prepared | None]] = WeakKeyDictionary()
"""What is known of each statement that was carried out, by the names of its values; ``None`` where it goes the long way."""


def prepared(statement: Any, values: Values | None, dialect: Dialect) -> Prepared | None:
    """The SQL of a statement that is not carried out for the first time; ``None`` where it goes the long way."""
    if not isinstance(statement, Select | UpdateBase) or not (values is None or isinstance(values, dict)):
        return None
    known = _ready.get(statement)
    if known is None:
        _ready[statement] = {}
        return None
    given = tuple(values or ())
    if given not in known:
        known[given] = prepare(statement, frozenset(given), dialect)
    return known[given]

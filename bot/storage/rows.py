"""Small helpers for the query modules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

from sqlalchemy import Column, ColumnElement, CursorResult, Executable, FromClause, RowMapping, Table, case, literal_column
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment


class Dataclass(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


D = TypeVar("D", bound=Dataclass)


def fill(kind: type[D], row: RowMapping, **read: Any) -> D:
    """Return a dataclass filled from the columns of a row with the names of its fields.

    ``read``: the values of its other fields.
    """
    return kind(**{name: row[name] for name in kind.__dataclass_fields__ if name not in read}, **read)


def new_id(result: CursorResult[Any]) -> int:
    """Return the id that the database gave to one inserted row."""
    key = result.inserted_primary_key
    if key is None:
        raise RuntimeError("the insert gave no id")
    return int(key[0])


async def upsert(conn: AsyncConnection, table: Table, key: Sequence[str], /, **values: Any) -> None:
    """Insert a row, or replace the row with the same ``key`` columns."""
    await upsert_all(conn, table, key, [values])


async def upsert_all(conn: AsyncConnection, table: Table, key: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows with the same columns, or replace those with the same ``key`` (executemany)."""
    if rows:
        await conn.execute(_upsert(conn.dialect.name, table, tuple(key), tuple(rows[0])), rows)


@cache
def _upsert(dialect: str, table: Table, key: tuple[str, ...], names: tuple[str, ...]) -> Executable:
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    new = make(table)
    rest = {name: new.excluded[name] for name in names if name not in key}
    if not rest:
        return new.on_conflict_do_nothing(index_elements=list(key))
    return new.on_conflict_do_update(index_elements=list(key), set_=rest)


async def insert_once(conn: AsyncConnection, table: Table, key: Sequence[str], /, **values: Any) -> bool:
    """Insert a row unless there is one with the same ``key`` columns. Return whether it was inserted."""
    make = postgresql.insert if conn.dialect.name == "postgresql" else sqlite.insert
    done = await conn.execute(make(table).on_conflict_do_nothing(index_elements=list(key)), values)
    return done.rowcount == 1


def served_conditions(guild_id: Column[int], served: Assignment) -> list[ColumnElement[bool]]:
    """Return the conditions that a row belongs to a server of this process; none if the process serves all.

    ``id >> 22`` is written as a division, which SQLite and PostgreSQL compute alike. The first shard serves everybody's home.
    """
    if served.shards is None:
        return []
    shard = case((guild_id < 0, 0), else_=(guild_id // (1 << 22)) % served.count)
    return [shard.in_(sorted(served.shards))]


def is_one_of(table: FromClause, kinds: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition that a row has one of these kinds. Literal names let SQLAlchemy compile the SQL only once."""
    return table.c.kind.in_([literal_column(f"'{kind}'") for kind in kinds])

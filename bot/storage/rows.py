"""Small helpers for the query modules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import CursorResult, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def new_id(result: CursorResult[Any]) -> int:
    """The id that an insert of one row was given."""
    key = result.inserted_primary_key
    if key is None:
        raise RuntimeError("the insert gave no id")
    return int(key[0])


async def put(conn: AsyncConnection, table: Table, key: Sequence[str], /, **values: Any) -> None:
    """Inserts a row, in the place of the one with the same ``key`` columns if there is one."""
    make = postgresql.insert if conn.dialect.name == "postgresql" else sqlite.insert
    new = make(table).values(**values)
    rest = {name: new.excluded[name] for name in values if name not in key}
    await conn.execute(new.on_conflict_do_update(index_elements=list(key), set_=rest))

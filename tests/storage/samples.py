"""Rows for tests: something in every table, for as many guilds as wanted."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import metadata

ROOT = Path(__file__).parents[2]

BIG = 2**62
"""An id as large as Discord's will ever be, so that no engine keeps it in 32 bits."""

AWKWARD = 'Zoë "the ’cow" 🐄 \\ %s :x; line\nbreak'


def row_of(table: Table, number: int, parents: dict[str, Any]) -> dict[str, Any]:
    """Return a row with a value in every column, the ``number``-th of its table, with ``parents`` as its parents."""
    row: dict[str, Any] = {}
    for column in table.columns:
        if column.name == "id" and column.primary_key:
            continue
        if column.name in parents and (column.foreign_keys or column.name == "guild_id"):
            row[column.name] = parents[column.name]
        elif table.name == "premoves" and column.name == "data":
            row[column.name] = f'{{"A{number} F": {{}}}}'
        elif column.name in ("options", "setup", "payload", "data"):
            row[column.name] = f'{{"number": {number}}}'
        elif column.name == "kind" and table.name in ("games", "game_tables"):
            row[column.name] = ("pastures", "nomads")[number % 2]
        elif column.name == "status":
            row[column.name] = "running" if table.name == "games" else "open"
        elif column.name == "holder":
            row[column.name] = "member"
        elif column.name == "token_hash":  # two tokens never have the same
            row[column.name] = f"{table.name} {AWKWARD} {number}"
        elif column.type.python_type is str:
            row[column.name] = f"{AWKWARD} {number}"
        elif column.name.endswith("_id") or column.name == "at" or column.name.endswith("_at"):
            row[column.name] = BIG + number
        else:
            row[column.name] = number
    return row


def has_one_row(table: Table) -> bool:
    """Return whether a guild or a parent has at most one row in a table."""
    first, *others = table.primary_key.columns
    return not others and (first.name == "guild_id" or bool(first.foreign_keys))


async def fill(connection: AsyncConnection, guild_id: int, rows: int = 3) -> None:
    """Add ``rows`` rows to every table. Rows that can belong to a guild belong to this one."""
    for table in metadata.sorted_tables:
        first, parents = await _count(connection, table), await _parents(connection, table, guild_id)
        numbers = range(first, first + (1 if has_one_row(table) else rows))
        await connection.execute(insert(table), [row_of(table, number, parents) for number in numbers])


async def _count(connection: AsyncConnection, table: Table) -> int:
    return (await connection.execute(select(func.count()).select_from(table))).scalar_one()


async def _parents(connection: AsyncConnection, table: Table, guild_id: int) -> dict[str, Any]:
    """Return the newest row of each parent table."""
    parents: dict[str, Any] = {"guild_id": guild_id}
    for column in table.columns:
        for key in column.foreign_keys:
            parents[column.name] = (await connection.execute(select(func.max(key.column)))).scalar_one()
    return parents


async def everything(connection: AsyncConnection) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    return {
        table.name: [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))]
        for table in metadata.sorted_tables
    }


def fill_any(connection: Connection, tables: list[Table]) -> dict[str, list[dict[str, Any]]]:
    """Put two rows into each of some tables as an older version had them; return all rows by table."""
    for table in tables:
        parents: dict[str, Any] = {"guild_id": 7}
        for column in table.columns:
            for key in column.foreign_keys:
                parents[column.name] = connection.execute(select(func.max(key.column))).scalar_one()
        rows = [row_of(table, number, parents) for number in ((0,) if has_one_row(table) else (0, 1))]
        connection.execute(insert(table), rows)
    return rows_of(connection, tables)


def rows_of(connection: Connection, tables: list[Table]) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of some tables."""
    return {
        t.name: [dict(r) for r in connection.execute(select(t).order_by(*t.primary_key.columns)).mappings()] for t in tables
    }


@contextlib.contextmanager
def another_process(use: str, path: Path) -> Iterator[None]:
    """Have another process use an SQLite file, as one of ``tests.programs.sqlite_user``, until the block ends."""
    command = [sys.executable, "-m", "tests.programs.sqlite_user", use, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"ready\n"
        try:
            yield
        finally:
            other.communicate()

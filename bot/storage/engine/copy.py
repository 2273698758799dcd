"""Copy all rows from one database to another, of either engine, and verify that their contents are equal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, Table, func, insert, select, text, tuple_
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database, parse
from bot.storage.engine.errors import DatabaseBusy, DatabaseProblem, LastingProblem
from bot.storage.schema import metadata

BATCH = 2000
"""Number of rows held in memory at a time."""


@dataclass(frozen=True)
class Contents:
    """The contents of a table: the number of rows, and a digest of all their values in the order of their keys."""

    rows: int
    digest: str


@dataclass(frozen=True)
class CopyResult:
    """The copied tables. ``changed``: whether the source was changed during the copy, so that the copy lacks these changes."""

    tables: dict[str, Contents]
    changed: bool

    def __str__(self) -> str:
        games, actions = self.tables["games"].rows, self.tables["game_log"].rows
        done = f"Everything is copied (games: {games}, actions: {actions}); both databases hold the same."
        late = " But the bot went on writing to the old one: stop it, empty the new one, and copy again."
        return done + (late if self.changed else " Set DATABASE_URL to the new one, then start the bot.")


async def copy_database(source_url: str, target_url: str) -> CopyResult:
    """Copy every row of one database into another that is empty, in one transaction.

    The source is read as a consistent snapshot, and not changed. The copy never assigns an id that the source has already
    assigned. Before the commit, the copy is read back and compared. Raise DatabaseProblem on failure.
    """
    async with Database.opened(source_url, migrate=False) as source, _open_target(source.url, target_url) as target:
        try:
            return await _copy(source, target)
        except DatabaseBusy as error:
            raise DatabaseProblem(f"Nothing was copied: {error.__cause__ or error}.") from error
        except (SQLAlchemyError, OSError) as error:
            raise DatabaseProblem(f"Nothing was copied: {getattr(error, 'orig', error)}.") from error


@asynccontextmanager
async def _open_target(source: URL, target_url: str) -> AsyncIterator[Database]:
    """Open the database to copy into. Raise DatabaseProblem, which names its setting, if that fails."""
    try:
        if parse(target_url) == source:
            raise DatabaseProblem("A database cannot be copied onto itself: name two.")
        target = await Database.open(target_url)
    except DatabaseProblem as problem:
        kind = LastingProblem if isinstance(problem, LastingProblem) else DatabaseProblem
        raise kind(str(problem).replace("DATABASE_URL", "TARGET_DATABASE_URL")) from problem
    try:
        yield target
    finally:
        await target.close()


async def digest_table(connection: AsyncConnection, table: Table) -> Contents:
    """Return the number of rows of a table, and a digest of them. Equal rows give equal digests on either engine."""
    rows, digest = 0, hashlib.sha256()
    async for batch in read_batches(connection, table):
        rows += len(batch)
        _digest(digest, table, batch)
    return Contents(rows, digest.hexdigest())


async def read_batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[dict[str, Any]]]:
    """Yield the rows of a table in the order of its key, ``BATCH`` at a time."""
    key = list(table.primary_key.columns)
    order = [column.collate("C") if _sorts_by_language(connection, column) else column for column in key]
    query = select(table).order_by(*order).limit(BATCH)
    after = query
    while batch := [dict(row) for row in (await connection.execute(after)).mappings()]:
        yield batch
        if len(batch) < BATCH:
            return
        last = [batch[-1][column.name] for column in key]
        after = query.where(tuple_(*order) > tuple_(*last))


def _sorts_by_language(connection: AsyncConnection, column: Any) -> bool:
    """Return whether the database sorts a column by the rules of a language, as PostgreSQL does with text.

    SQLite compares bytes.
    """
    return connection.dialect.name == "postgresql" and column.type.python_type is str


def _digest(digest: Any, table: Table, batch: Sequence[dict[str, Any]]) -> None:
    for row in batch:
        digest.update(json.dumps([row[column.name] for column in table.columns]).encode() + b"\n")


async def _copy(source: Database, target: Database) -> CopyResult:
    async def read(old: AsyncConnection) -> dict[str, Contents]:
        async def write(new: AsyncConnection) -> dict[str, Contents]:
            return {table.name: await _copy_table(old, new, table) for table in metadata.sorted_tables}

        return await target.write(write)

    async def look_again(old: AsyncConnection) -> dict[str, Contents]:
        return {table.name: await digest_table(old, table) for table in metadata.sorted_tables}

    copied = await source.read(read)
    return CopyResult(copied, changed=await source.read(look_again) != copied)


async def _copy_table(old: AsyncConnection, new: AsyncConnection, table: Table) -> Contents:
    if (await new.execute(select(func.count()).select_from(table))).scalar_one():
        raise DatabaseProblem("The database to copy into has games already: name an empty one.")
    rows, digest = 0, hashlib.sha256()
    async for batch in read_batches(old, table):
        await new.execute(insert(table), batch)
        rows += len(batch)
        _digest(digest, table, batch)
    if table.dialect_options["sqlite"]["autoincrement"]:  # ids of deleted rows are never reused
        await _set_last_number(new, table, await _last_number(old, table))
    there, here = Contents(rows, digest.hexdigest()), await digest_table(new, table)
    if there != here:
        raise DatabaseProblem(
            f"Nothing was copied: {table.name} came out with {here.rows} rows of {there.rows}, or with other values."
        )
    return there


async def _last_number(connection: AsyncConnection, table: Table) -> int:
    """Return the highest id ever assigned; 0 if there is none."""
    if connection.dialect.name == "sqlite":
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        return int((await connection.execute(query, {"name": table.name})).scalar() or 0)
    query = text("SELECT coalesce(pg_sequence_last_value(CAST(:name AS regclass)), 0)")
    return int((await connection.execute(query, {"name": await _sequence(connection, table)})).scalar_one())


async def _set_last_number(connection: AsyncConnection, table: Table, number: int) -> None:
    if number == 0:
        return
    values = {"name": table.name, "number": number}
    if connection.dialect.name == "sqlite":
        await connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), values)
        await connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"), values)
    else:
        values["name"] = await _sequence(connection, table)
        await connection.execute(text("SELECT setval(CAST(:name AS regclass), :number)"), values)


async def _sequence(connection: AsyncConnection, table: Table) -> str:
    query = text("SELECT pg_get_serial_sequence(:name, 'id')")
    return str((await connection.execute(query, {"name": table.name})).scalar_one())

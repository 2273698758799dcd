"""From nothing, and from every older version with its rows, a database comes to the tables of this version."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from samples import fill_any, rows_of
from sqlalchemy import Connection, MetaData, Table, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.storage import migrate, sqlite
from bot.storage.database import Database, DatabaseProblem, parse
from bot.storage.tables import games, log, metadata


def bare_engine(url: str) -> AsyncEngine:
    """An engine on a database that need not be of this version, nor be there at all."""
    parsed = parse(url)
    if parsed.get_backend_name() == "postgresql":
        return create_async_engine(parsed)
    path = sqlite.file_of(parsed)
    path.parent.mkdir(exist_ok=True)
    return sqlite.engine(path, "rwc")


async def old_database(url: str, revision: str) -> dict[str, list[dict[str, object]]]:
    """Makes a database as an older version left it, with rows; gives the rows."""

    def make(connection: Connection) -> dict[str, list[dict[str, object]]]:
        migrate.upgrade(connection, revision)
        return fill_any(connection, tables_of(connection))

    engine = bare_engine(url)
    async with engine.execution_options(writes=True).begin() as connection:
        rows = await connection.run_sync(make)
    await engine.dispose()
    return rows


def tables_of(connection: Connection) -> list[Table]:
    reflected = MetaData()
    reflected.reflect(connection)
    return [table for table in reflected.sorted_tables if table.name != "alembic_version"]


@pytest.fixture
def revisions_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the revisions, to which a test may add."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "FOLDER", folder)
    migrate.revisions.cache_clear()
    yield folder
    migrate.revisions.cache_clear()


def add_revision(folder: Path, body: str) -> None:
    number = len(migrate.revisions())
    head = f"import sqlalchemy as sa\nfrom alembic import op\nrevision = '{number + 1:04}'\ndown_revision = '{number:04}'\n"
    (folder / "versions" / f"{number + 1:04}_next.py").write_text(f"{head}\ndef upgrade():\n{body}\n")
    migrate.revisions.cache_clear()


REBUILD = """
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("pace", sa.Text(), nullable=False, server_default="calm"))
        games.alter_column("channel_id", nullable=True)
"""


async def test_from_nothing_to_exactly_the_tables(empty_database_url: str) -> None:
    database = await Database.open(empty_database_url)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return list(compare_metadata(context, metadata))

    async def work(connection: AsyncConnection) -> list[object]:
        return await connection.run_sync(differences)

    assert await database.read(work) == []
    await database.close()


async def test_from_nothing_on_sqlite_every_table_is_strict_and_numbered_as_said(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'games.sqlite3'}")

    async def work(connection: AsyncConnection) -> dict[str, str]:
        found = await connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        return {row.name: row.sql for row in found}

    made = await database.read(work)
    for table in metadata.tables.values():
        options = table.dialect_options["sqlite"]
        assert made[table.name].rstrip().endswith("STRICT")
        assert ("AUTOINCREMENT" in made[table.name]) == bool(options["autoincrement"])
    await database.close()


@pytest.mark.parametrize("revision", migrate.revisions())
async def test_from_each_version_with_its_rows(empty_database_url: str, revision: str) -> None:
    before = await old_database(empty_database_url, revision)
    assert all(before.values())
    database = await Database.open(empty_database_url)

    async def work(connection: AsyncConnection) -> dict[str, list[dict[str, object]]]:
        return await connection.run_sync(lambda c: rows_of(c, tables_of(c)))

    after = await database.read(work)
    for name, rows in before.items():
        kept = [{column: row[column] for column in row if column in rows[0]} for row in after[name]]
        assert kept == rows
    assert await database.check() == []
    await database.close()


async def test_a_rebuilt_table_takes_nothing_with_it(empty_database_url: str, revisions_folder: Path) -> None:
    """SQLite rebuilds a table to change it: what hangs on the old one by a foreign key must not go with it."""
    before = await old_database(empty_database_url, "head")
    add_revision(revisions_folder, REBUILD)
    database = await Database.open(empty_database_url)

    async def work(connection: AsyncConnection) -> tuple[list[object], list[object], list[str]]:
        played = [dict(row) for row in (await connection.execute(select(log).order_by(log.c.game_id, log.c.seq))).mappings()]
        kept = [dict(row) for row in (await connection.execute(select(games).order_by(games.c.id))).mappings()]
        return played, kept, list((await connection.execute(text("SELECT pace FROM games"))).scalars())

    assert await database.read(work) == (before["log"], before["games"], ["calm", "calm"])
    assert await database.check() == []
    await database.close()


async def test_a_migration_that_fails_half_way_changes_nothing(empty_database_url: str, revisions_folder: Path) -> None:
    before = await old_database(empty_database_url, "head")
    add_revision(revisions_folder, f"{REBUILD}    raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        await Database.open(empty_database_url)
    engine = bare_engine(empty_database_url)
    async with engine.connect() as connection:
        after = await connection.run_sync(lambda c: rows_of(c, tables_of(c)))
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == ["0001"]
    await engine.dispose()
    assert after == before


async def test_an_older_database_is_left_alone_without_migrating(empty_database_url: str, revisions_folder: Path) -> None:
    await old_database(empty_database_url, "head")
    add_revision(revisions_folder, REBUILD)
    with pytest.raises(DatabaseProblem, match="`migrate`"):
        await Database.open(empty_database_url, migrate=False)
    await (await Database.open(empty_database_url)).close()
    await (await Database.open(empty_database_url, migrate=False)).close()


async def test_processes_that_start_at_once_migrate_once(empty_database_url: str, revisions_folder: Path) -> None:
    await old_database(empty_database_url, "head")
    add_revision(revisions_folder, REBUILD)
    for database in await asyncio.gather(*(Database.open(empty_database_url) for _ in range(4))):
        assert await database.check() == []
        await database.close()


def test_a_draft_of_a_revision_finds_what_the_tables_have_more(revisions_folder: Path) -> None:
    (revisions_folder / "versions" / "0001_first_tables.py").write_text(
        "revision = '0001'\ndown_revision = None\n\ndef upgrade():\n    pass\n"
    )
    migrate.revisions.cache_clear()
    migrate.draft("every table")
    drafted = (revisions_folder / "versions" / "0002_every_table.py").read_text()
    for table in metadata.tables:
        assert f"op.create_table('{table}'" in drafted
    compile(drafted, "0002_every_table.py", "exec")

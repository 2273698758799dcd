"""A database moves to the other engine with every row, every value and every number that was ever given out."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from sqlalchemy import Table, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import copy
from bot.storage.engine.copy import copy_database
from bot.storage.engine.database import Database, DatabaseProblem
from bot.storage.schema import game_log, games, metadata, posts
from tests.inline_sqlite import patch_sqlite
from tests.storage.samples import everything, fill


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite run its statements in this thread: a copy makes thousands."""
    patch_sqlite(monkeypatch)


@pytest.fixture(params=["sqlite to postgresql", "postgresql to sqlite"])
def urls(request: pytest.FixtureRequest) -> tuple[str, str]:
    """Return a source and a target without rows."""
    source, target = request.param.split(" to ")
    return request.getfixturevalue(f"{source}_url"), request.getfixturevalue(f"{target}_url")


@pytest.fixture
def bare_urls(urls: tuple[str, str], empty_sqlite_url: str, request: pytest.FixtureRequest) -> tuple[str, str]:
    """Return a source, and a target that has no tables yet."""
    is_sqlite = urls[0].startswith("sqlite")
    return urls[0], request.getfixturevalue("empty_postgresql_url") if is_sqlite else empty_sqlite_url


async def filled(url: str) -> Database:
    database = await Database.open(url)
    for guild in (7, 2**62):
        await database.write(partial(fill, guild_id=guild))

    async def drop_the_last(connection: AsyncConnection) -> None:
        await connection.execute(delete(games).where(games.c.id == select(func.max(games.c.id)).scalar_subquery()))

    await database.write(drop_the_last)
    return database


async def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    database = await Database.open(url)
    found = await database.read(everything)
    await database.close()
    return found


@pytest.mark.sample(1)
async def test_both_hold_the_same_and_give_no_number_out_again(
    bare_urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old button must not reach a new game, even if the last game was deleted before the move."""
    monkeypatch.setattr(copy, "BATCH", 2)
    source = await filled(bare_urls[0])
    report = await copy_database(*bare_urls)
    contents = await source.read(everything)
    assert await rows(bare_urls[1]) == contents
    assert {name: table.rows for name, table in report.tables.items()} == {name: len(found) for name, found in contents.items()}
    assert not report.changed
    assert "games: 5" in str(report)
    with pytest.raises(DatabaseProblem, match="has games already"):
        await copy_database(*bare_urls)
    assert await rows(bare_urls[1]) == contents, "a target with games is left as it is"
    await source.close()
    target = await Database.open(bare_urls[1])

    async def next_ids(connection: AsyncConnection) -> list[int]:
        values = {"guild_id": 7, "channel_id": 8, "kind": "land", "rules": 1, "seats": 2, "options": "{}", "setup": "{}"}
        game = insert(games).values(**values, status="running", version=0, created_at=0, updated_at=0)
        post = insert(posts).values(
            guild_id=7, channel_id=8, kind="notice", payload="{}", status="waiting", due_at=0, created_at=0
        )
        return [(await connection.execute(statement)).inserted_primary_key[0] for statement in (game, post)]

    assert await target.write(next_ids) == [7, 7]
    await target.close()


@pytest.mark.sample(1)
async def test_an_empty_database_is_copied_too(urls: tuple[str, str]) -> None:
    await copy_database(*urls)
    assert not any((await rows(urls[1])).values())


async def test_a_database_onto_itself_is_refused(sqlite_url: str) -> None:
    with pytest.raises(DatabaseProblem, match="onto itself"):
        await copy_database(sqlite_url, sqlite_url.replace("+aiosqlite", ""))


@pytest.mark.parametrize("target", ["nonsense", "postgresql://me:secret@127.0.0.1:1/games"])
async def test_a_target_that_cannot_be_opened_is_named_by_its_setting(target: str, sqlite_url: str) -> None:
    """A host who reads “check DATABASE_URL” would look at the database to copy from."""
    with pytest.raises(DatabaseProblem, match=r"\bTARGET_DATABASE_URL\b"):
        await copy_database(sqlite_url, target)


async def test_a_source_that_is_not_there_is_not_made(empty_sqlite_url: str, postgresql_url: str) -> None:
    with pytest.raises(DatabaseProblem, match="no database"):
        await copy_database(empty_sqlite_url, postgresql_url)


@pytest.mark.sample(1)
async def test_a_copy_that_came_out_otherwise_is_not_kept_and_what_is_played_meanwhile_is_told(
    urls: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = await filled(urls[0])
    before = await source.read(everything)
    contents = copy.digest_table

    async def with_a_slip(connection: AsyncConnection, table: Table) -> copy.Contents:
        if table is game_log and connection.engine.dialect.name in urls[1]:
            await connection.execute(update(game_log).values(text="C5 F"))
        return await contents(connection, table)

    monkeypatch.setattr(copy, "digest_table", with_a_slip)
    with pytest.raises(DatabaseProblem, match="log came out"):
        await copy_database(*urls)
    assert not any((await rows(urls[1])).values())

    async def play_on(connection: AsyncConnection, table: Table) -> copy.Contents:
        async def work(other: AsyncConnection) -> None:
            await other.execute(update(games).values(version=games.c.version + 1))

        if table is game_log:
            await source.write(work)
        return await contents(connection, table)

    monkeypatch.setattr(copy, "digest_table", play_on)
    report = await copy_database(*urls)
    assert report.changed
    assert "copy again" in str(report)
    assert await rows(urls[1]) == before, "the copy is of the moment at which it began"
    await source.close()


@pytest.mark.sample(1)
@pytest.mark.postgresql
async def test_every_value_counts_in_the_digest(database: Database) -> None:
    await database.write(lambda connection: fill(connection, 7))

    async def digests(connection: AsyncConnection) -> dict[str, copy.Contents]:
        return {table.name: await copy.digest_table(connection, table) for table in metadata.sorted_tables}

    before = await database.read(digests)
    for table in metadata.sorted_tables:
        column = [c for c in table.columns if not c.primary_key and not c.foreign_keys][-1:] or [table.columns["seat"]]

        async def work(connection: AsyncConnection, table: Table = table, column: Any = column[0]) -> copy.Contents:
            first = (await connection.execute(select(*table.primary_key.columns).limit(1))).one()
            is_first = [key == value for key, value in zip(table.primary_key.columns, first, strict=True)]
            value = "otherwise" if column.type.python_type is str else 77
            await connection.execute(update(table).where(*is_first).values({column: value}))
            return await copy.digest_table(connection, table)

        after = await database.write(work)
        assert after.rows == before[table.name].rows
        assert after.digest != before[table.name].digest

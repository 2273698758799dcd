"""Notices between processes on PostgreSQL: with the transaction or not at all, and again after the connection was cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import notices
from bot.storage.engine.database import Database, parse
from bot.storage.engine.notices import Notices, notify
from tests.waiting import limited, until

GUILD, OTHER = 1_400_000_000_000_000_000, 1_500_000_000_000_000_000


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[list[int | None]]:
    """What is heard within the block, from the moment on at which somebody listens."""
    heard: list[int | None] = []
    listener = Notices(parse(url), heard.append)
    listener.start()
    try:
        await until("the listener to be connected", lambda: heard)
        assert heard == [None], "whatever came before may have been missed"
        yield heard
    finally:
        await listener.close()


@pytest.fixture
async def writer(postgresql_url: str) -> AsyncIterator[Database]:
    """The database of another process."""
    opened = await Database.open(postgresql_url)
    yield opened
    await opened.close()


async def test_a_notice_comes_with_the_commit_once_for_each_server(postgresql_url: str, writer: Database) -> None:
    async with listening(postgresql_url) as heard:
        notified, may_commit = asyncio.Event(), asyncio.Event()

        async def work(conn: AsyncConnection) -> None:
            for guild in (GUILD, GUILD, GUILD + 1):
                await notify(conn, guild)
            notified.set()
            await may_commit.wait()

        writing = asyncio.create_task(writer.write(work))
        async with limited("a transaction with notices that is not committed"):
            await notified.wait()
        await writer.write(lambda conn: notify(conn, OTHER))
        await until("the notice of another transaction", lambda: OTHER in heard)
        assert heard == [None, OTHER]
        may_commit.set()
        await writing
        await until("the notice of the second server", lambda: GUILD + 1 in heard)
        assert heard == [None, OTHER, GUILD, GUILD + 1]


async def test_a_notice_of_what_was_rolled_back_never_comes(postgresql_url: str, writer: Database) -> None:
    async def fail(conn: AsyncConnection) -> None:
        await notify(conn, GUILD)
        raise LookupError

    async with listening(postgresql_url) as heard:
        with pytest.raises(LookupError):
            await writer.write(fail)
        await writer.write(lambda conn: notify(conn, GUILD + 1))
        await until("the notice of the second transaction", lambda: GUILD + 1 in heard)
        assert heard == [None, GUILD + 1]


async def test_a_connection_that_is_cut_is_made_again(
    postgresql_url: str, writer: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "PAUSE", 0.05)
    cut = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name AND query LIKE 'SELECT 1%'"
        " AND pid <> pg_backend_pid()"
    )

    async def end(conn: AsyncConnection) -> None:
        await conn.execute(cut, {"name": make_url(postgresql_url).database})

    async with listening(postgresql_url) as heard:
        await writer.write(end)
        await until("the listener to be connected again", lambda: len(heard) > 1)
        await writer.write(lambda conn: notify(conn, GUILD))
        await until("the notice of the server", lambda: GUILD in heard)
        assert heard == [None, None, GUILD]


@pytest.mark.postgresql
async def test_on_sqlite_nobody_is_told(database: Database) -> None:
    """There is one process. On PostgreSQL a notice that nobody hears does no harm."""
    await database.write(lambda conn: notify(conn, GUILD))

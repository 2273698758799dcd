"""Transactions happen as a whole or not at all, regardless of cancellations, errors, and their number."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import errors
from bot.storage.engine.database import Database, DatabaseBusy, Work
from bot.storage.schema import bot_values, game_log
from tests.sampling import Sample
from tests.storage.gate import Gate

pytestmark = pytest.mark.postgresql


async def keys(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(bot_values.c.key).order_by(bot_values.c.key))).scalars())


def adding(key: str) -> Work[str]:
    async def work(connection: AsyncConnection) -> str:
        await connection.execute(insert(bot_values).values(key=key, value="0"))
        return key

    return work


async def count_up(connection: AsyncConnection) -> int:
    """Read a number, let others come between, write the next number."""
    value = int(
        (await connection.execute(select(bot_values.c.value).where(bot_values.c.key == "n").with_for_update())).scalar_one()
    )
    await asyncio.sleep(0)
    await connection.execute(update(bot_values).where(bot_values.c.key == "n").values(value=str(value + 1)))
    return value + 1


async def test_what_a_work_wrote_is_kept_when_it_returns(database: Database) -> None:
    async def work(connection: AsyncConnection) -> int:
        await connection.execute(insert(bot_values).values(key="a", value="1"))
        return (await connection.execute(select(func.count()).select_from(bot_values))).scalar_one()

    assert await database.write(work) == 1
    assert await database.read(keys) == ["a"]


async def test_what_a_work_wrote_is_undone_when_it_raises(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        await adding("a")(connection)
        raise KeyError("no such cow")

    with pytest.raises(KeyError, match="no such cow"):
        await database.write(work)
    assert await database.read(keys) == []
    assert await database.write(adding("b")) == "b"


async def test_a_row_that_breaks_a_constraint_is_told_as_such(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        await connection.execute(insert(game_log).values(game_id=99, seq=1, kind="action", text="C4", at=0))

    with pytest.raises(IntegrityError):
        await database.write(work)
    await database.write(adding("a"))
    with pytest.raises(IntegrityError):
        await database.write(adding("a"))


async def test_reading_cannot_write(database: Database) -> None:
    with pytest.raises(Exception, match=r"(?i)read-?only"):
        await database.read(adding("a"))
    assert await database.read(keys) == []
    await database.write(adding("b"))
    assert await database.read(keys) == ["b"]


async def test_a_commit_that_fails_leaves_a_connection_that_works(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    async def work(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        await adding("a")(connection)
        await connection.execute(insert(game_log).values(game_id=99, seq=1, kind="action", text="C4", at=0))

    with pytest.raises(IntegrityError):
        await database.write(work)
    assert await database.read(keys) == []
    await database.write(adding("b"))
    assert await database.read(keys) == ["b"]
    await database.close()


async def test_reading_sees_one_moment(database_url: str) -> None:
    one, other = await Database.open(database_url), await Database.open(database_url)
    gate = Gate()

    async def work(connection: AsyncConnection) -> tuple[list[str], list[str]]:
        before = await keys(connection)
        await gate.passed()
        return before, await keys(connection)

    reading = asyncio.ensure_future(one.read(work))
    await gate.reached()
    await other.write(adding("late"))
    gate.open()
    assert await reading == ([], [])
    assert await one.read(keys) == ["late"]
    await one.close()
    await other.close()


async def test_a_cancelled_caller_leaves_the_transaction_to_finish(database: Database) -> None:
    gate = Gate()

    async def work(connection: AsyncConnection) -> None:
        await adding("a")(connection)
        await gate.passed()
        await adding("b")(connection)

    caller = asyncio.ensure_future(database.write(work))
    await gate.reached()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    gate.open()
    await database.write(adding("c"))
    await database.close()
    again = await Database.open(database.url.render_as_string(hide_password=False))
    assert await again.read(keys) == ["a", "b", "c"]
    await again.close()


async def test_what_fails_after_its_caller_is_gone_is_logged(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    gate = Gate()

    async def work(connection: AsyncConnection) -> None:
        await gate.passed()
        raise KeyError("no such cow")

    caller = asyncio.ensure_future(database.write(work))
    await gate.reached()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    gate.open()
    await database.close()
    assert "no such cow" in caplog.text


@pytest.mark.sample(4)
@pytest.mark.parametrize("steps", range(0, 12, 2))
async def test_a_process_that_is_torn_down_keeps_all_or_nothing(database: Database, steps: int) -> None:
    """Everything that runs is cancelled, as at the end of ``asyncio.run``, after more and more steps of the loop."""

    async def work(connection: AsyncConnection) -> None:
        await adding("a")(connection)
        await adding("b")(connection)

    me = asyncio.current_task()
    caller = asyncio.ensure_future(database.write(work))
    for _ in range(steps):
        await asyncio.sleep(0.0005)
    for task in asyncio.all_tasks() - {me}:
        task.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    assert await database.read(keys) in ([], ["a", "b"])
    await database.write(adding("c"))
    assert (await database.read(keys))[-1] == "c"


async def test_a_transaction_within_a_transaction_is_refused(database: Database) -> None:
    async def work(connection: AsyncConnection) -> None:
        await database.write(adding("a"))

    with pytest.raises(RuntimeError, match="within a transaction"):
        await database.write(work)
    assert await database.read(keys) == []


async def test_many_at_once_count_every_one(database_url: str, sample: Sample) -> None:
    one, other = await Database.open(database_url), await Database.open(database_url)
    await one.write(adding("n"))
    each = 30 if sample.is_full else 10
    counted = await asyncio.gather(*(database.write(count_up) for database in (one, other) for _ in range(each)))
    assert sorted(counted) == list(range(1, 2 * each + 1))
    await one.close()
    await other.close()


async def test_closing_waits_for_what_runs_and_begins_nothing_new(database: Database) -> None:
    gate = Gate()

    async def work(connection: AsyncConnection) -> str:
        await gate.passed()
        return await adding("a")(connection)

    running = asyncio.ensure_future(database.write(work))
    await gate.reached()
    closing = asyncio.ensure_future(database.close())
    await asyncio.sleep(0)
    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(adding("b"))
    assert str(refusal.value) == errors.STOPPING
    gate.open()
    assert await running == "a"
    await closing


async def test_a_connection_that_was_closed_refuses_one_transaction_and_is_made_anew(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    assert await database.read(keys) == []
    assert database._idle is not None
    driver = (await database._idle.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.close()
    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(adding("a"))
    assert str(refusal.value) == errors.UNREACHABLE
    await database.write(adding("b"))
    assert await database.read(keys) == ["b"]
    await database.close()


async def test_a_transaction_that_writes_nothing_does_not_end_the_trouble_of_a_full_disk(sqlite_url: str) -> None:
    """A trigger that refuses to write stands for the disk."""
    refuse = "CREATE TRIGGER full BEFORE UPDATE ON alembic_version BEGIN SELECT RAISE(ABORT, 'no room'); END"
    async with Database.opened(sqlite_url) as database:
        await database.write(lambda connection: connection.exec_driver_sql(refuse))
        database.trouble = DatabaseBusy(errors.FULL)
        with pytest.raises(IntegrityError, match="no room"):
            await database.write(lambda connection: connection.execute(select(bot_values)))
        assert database.trouble is not None
        await database.write(lambda connection: connection.exec_driver_sql("DROP TRIGGER full"))
        assert database.trouble is None


async def test_nothing_of_a_closed_database_goes_on(sqlite_url: str) -> None:
    before = set(threading.enumerate())
    database = await Database.open(sqlite_url)
    await database.write(adding("a"))
    await database.close()
    for thread in set(threading.enumerate()) - before:
        if not thread.name.startswith("asyncio_"):  # the loop's own, which stay with it
            thread.join(10)
            assert not thread.is_alive()


async def test_a_sound_database_has_nothing_wrong(database: Database) -> None:
    await database.write(adding("a"))
    assert await database.check() == []


async def test_a_row_without_its_parent_is_found(sqlite_file: Path, sqlite_url: str) -> None:
    with contextlib.closing(sqlite3.connect(sqlite_file)) as connection:  # which does not hold foreign keys
        connection.execute("INSERT INTO game_log (game_id, seq, kind, text, at) VALUES (99, 1, 'action', 'C4', 0)")
        connection.commit()
    database = await Database.open(sqlite_url)
    assert await database.check() == ["a row of game_log hangs on no row of games"]
    await database.close()


async def test_deadlocked_transactions_both_succeed_in_the_end(postgresql_url: str) -> None:
    database = await Database.open(postgresql_url)
    for key in ("a", "b"):
        await database.write(adding(key))
    both = asyncio.Barrier(2)
    runs: list[str] = []

    async def crossing(first: str, second: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            await connection.execute(text("SET LOCAL deadlock_timeout = '20ms'"))
            runs.append(first)
            await connection.execute(select(bot_values).where(bot_values.c.key == first).with_for_update())
            if len(runs) <= 2:
                await both.wait()
            await connection.execute(
                update(bot_values).where(bot_values.c.key == second).values(value=bot_values.c.value + first)
            )

        await database.write(work)

    await asyncio.gather(crossing("a", "b"), crossing("b", "a"))
    assert len(runs) == 3

    async def values(connection: AsyncConnection) -> list[str]:
        return list((await connection.execute(select(bot_values.c.value).order_by(bot_values.c.key))).scalars())

    assert await database.read(values) == ["0b", "0a"]
    await database.close()


async def test_a_reader_sees_what_another_connection_has_saved_and_cannot_write(database: Database) -> None:
    reader = Database.reader(database.url.render_as_string(hide_password=False))
    await database.write(adding("a"))
    assert await reader.read(keys) == ["a"]
    with pytest.raises(DatabaseBusy):
        await reader.write(adding("b"))
    assert await reader.read(keys) == ["a"]
    await reader.close()

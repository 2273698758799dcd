"""A database file that cannot be opened ends in one sentence with the remedy, and is left unchanged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine import errors
from bot.storage.engine.database import Database, DatabaseBusy, DatabaseProblem
from bot.storage.schema import bot_values
from tests.statements import notice_write
from tests.storage.samples import another_process
from tests.waiting import limited


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def problem(url: str, **options: bool) -> str:
    """Return the sentence with which opening fails. Assert that it is one sentence without a trace of Python."""
    with pytest.raises(DatabaseProblem) as refusal:
        await Database.open(url, patience=0.5, **options)
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert "Error" not in sentence
    return sentence


async def keys(connection: AsyncConnection) -> list[str]:
    return list((await connection.execute(select(bot_values.c.key).order_by(bot_values.c.key))).scalars())


async def add(database: Database, *added: str) -> None:
    async def work(connection: AsyncConnection) -> None:
        for key in added:
            await connection.execute(insert(bot_values).values(key=key, value=""))

    await database.write(work)


def copied(path: Path, folder: Path) -> Path:
    """Copy a database and its log in another process. Closing a file here would drop this process's locks on it."""
    subprocess.run(["cp", *path.parent.glob(path.name + "*"), folder], check=True)
    return folder / path.name


# ------------------------------------------------------------------ what is made


async def test_a_missing_database_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "var" / "deep" / "games ü %.sqlite3"
    database = await Database.open(url_of(tmp_path / "var" / "deep" / "games ü %25.sqlite3"))
    await add(database, "a")
    await database.close()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


async def test_the_file_is_as_safe_as_sqlite_can_make_it(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    async def pragmas(connection: AsyncConnection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in names]

    async def strict(connection: AsyncConnection) -> list[str]:
        return list((await connection.exec_driver_sql("SELECT name FROM pragma_table_list WHERE NOT strict")).scalars())

    full = 2
    assert await database.read(pragmas) == ["wal", full, 1]
    assert {name for name in await database.read(strict) if not name.startswith("sqlite_")} == {"alembic_version"}
    await database.close()


async def test_nothing_is_made_without_migrating(tmp_path: Path) -> None:
    assert "`migrate`" in await problem(url_of(tmp_path / "games.sqlite3"), migrate=False)
    assert list(tmp_path.iterdir()) == []


async def test_processes_that_start_at_once_make_one_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    databases = await asyncio.gather(*(Database.open(url_of(path)) for _ in range(4)))
    for number, database in enumerate(databases):
        await add(database, str(number))
    assert await databases[0].read(keys) == ["0", "1", "2", "3"]
    for database in databases:
        await database.close()
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


# ------------------------------------------------------------------ what is refused


async def test_a_url_of_something_else_is_refused() -> None:
    cases: list[str] = [
        "",
        "games.sqlite3",
        "mysql://host/games",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///games.sqlite3?mode=ro",
        "http://",
    ]
    for url in cases:
        assert "DATABASE_URL" in await problem(url), url


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "is not a file" in await problem(url_of(tmp_path))


async def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    sentence = await problem(url_of(tmp_path / "var" / "games.sqlite3"))
    assert "cannot be made" in sentence
    assert str(tmp_path / "var") in sentence


@pytest.mark.parametrize("content", [b"", b"Dear diary, today we played Land.\n" * 400, b"SQLite format 3\0" + b"\xff" * 8000])
async def test_what_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(content)
    sentence = await problem(url_of(path))
    assert "`restore`" in sentence
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("keep", [1, 100, 4096, 0.3, 0.9])
async def test_a_truncated_file_is_refused(sqlite_file: Path, keep: float) -> None:
    whole = sqlite_file.read_bytes()
    cut = whole[: int(keep * len(whole)) if keep < 1 else int(keep)]
    sqlite_file.write_bytes(cut)
    assert "`restore`" in await problem(url_of(sqlite_file))
    assert sqlite_file.read_bytes() == cut


async def test_an_overwritten_page_is_found(sqlite_file: Path) -> None:
    content = bytearray(sqlite_file.read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\xff" * 4096
    sqlite_file.write_bytes(content)
    assert "`restore`" in await problem(url_of(sqlite_file))
    assert sqlite_file.read_bytes() == bytes(content)


async def test_a_log_without_its_file_is_not_thrown_away(sqlite_file: Path) -> None:
    log = sqlite_file.with_name(sqlite_file.name + "-wal")
    sqlite_file.rename(log)
    content = log.read_bytes()
    assert "missing" in await problem(url_of(sqlite_file))
    assert log.read_bytes() == content
    assert not sqlite_file.exists()


async def test_a_newer_database_is_refused(sqlite_file: Path) -> None:
    with contextlib.closing(sqlite3.connect(sqlite_file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    assert "newer version" in await problem(url_of(sqlite_file))
    assert "newer version" in await problem(url_of(sqlite_file), migrate=False)


async def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    assert "another program's" in await problem(url_of(path))
    assert path.read_bytes() == before


# ------------------------------------------------------------------ locks, rights and room


def locked_by_another_process(path: Path) -> contextlib.AbstractContextManager[None]:
    """Another program is in the middle of a long write."""
    return another_process("write", path)


async def test_a_database_locked_at_the_start_is_told(sqlite_file: Path) -> None:
    with locked_by_another_process(sqlite_file):
        assert "locked by another program" in await problem(url_of(sqlite_file))


async def test_a_lock_by_another_process_refuses_moves_and_loses_none(sqlite_url: str, sqlite_file: Path) -> None:
    database = await Database.open(sqlite_url, patience=0.4)
    await add(database, "before")
    with locked_by_another_process(sqlite_file):
        results = await asyncio.gather(*(add(database, f"during {n}") for n in range(5)), return_exceptions=True)
        assert [(type(r), str(r)) for r in results] == [(DatabaseBusy, errors.LOCKED)] * 5
        assert await database.read(keys) == ["before"]
    await add(database, "after")
    assert await database.read(keys) == ["after", "before"]
    await database.close()


async def test_a_short_lock_is_waited_for(sqlite_url: str, sqlite_file: Path) -> None:
    database = await Database.open(sqlite_url)
    with locked_by_another_process(sqlite_file), notice_write() as wanted:
        waiting = asyncio.ensure_future(add(database, "a"))
        async with limited("a transaction that asks for the lock"):
            await wanted.wait()
        assert await database.read(keys) == []
        assert not waiting.done()
    await waiting
    assert await database.read(keys) == ["a"]
    await database.close()


async def test_a_transaction_that_is_cancelled_as_it_begins_leaves_the_lock_to_others(sqlite_url: str) -> None:
    database, other = await Database.open(sqlite_url), await Database.open(sqlite_url, patience=0.4)
    before = asyncio.all_tasks()
    with notice_write() as wanted:
        cancelled = asyncio.ensure_future(add(database, "a"))
        async with limited("a transaction that asks for the lock"):
            await wanted.wait()
    for task in asyncio.all_tasks() - before:
        task.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    await add(other, "b")
    await add(database, "c")
    assert await database.read(keys) == ["b", "c"]
    await database.close()
    await other.close()


async def test_a_full_disk_refuses_moves_and_keeps_what_was(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    async def fill_the_disk(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1")  # it has more pages already, so it grows no further

    async def make_room(connection: AsyncConnection) -> None:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

    async def add_much(connection: AsyncConnection) -> None:
        await connection.execute(insert(bot_values).values(key="small", value=""))
        await connection.execute(insert(bot_values).values(key="large", value="x" * 100_000))

    await add(database, "before")
    await database.write(fill_the_disk)
    with pytest.raises(DatabaseBusy) as refusal:
        await database.write(add_much)
    assert str(refusal.value) == errors.FULL
    assert await database.read(keys) == ["before"]
    await database.write(make_room)
    await database.write(add_much)
    assert await database.read(keys) == ["before", "large", "small"]
    assert await database.check() == []
    await database.close()


@contextlib.contextmanager
def without_rights() -> Iterator[None]:
    """As somebody whom the file permissions bind, which they do not bind root."""
    nobody = 65534
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(nobody)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can look into, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


async def test_a_folder_that_cannot_be_written_is_told(open_folder: Path, sqlite_file: Path) -> None:
    await (await Database.open(url_of(sqlite_file))).close()  # what is imported late must not be so in what follows
    open_folder.chmod(0o555)
    with without_rights():
        sentence = await problem(url_of(open_folder / "games.sqlite3"))
        deeper = await problem(url_of(open_folder / "var" / "games.sqlite3"))
    assert "cannot be made (Permission denied)" in sentence
    assert "cannot be made (Permission denied)" in deeper
    assert list(open_folder.iterdir()) == []


@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
async def test_a_file_that_cannot_be_written_is_told(open_folder: Path, sqlite_file: Path, folder_mode: int) -> None:
    path = Path(shutil.copy(sqlite_file, open_folder))
    await (await Database.open(url_of(path))).close()
    before = path.read_bytes()
    path.chmod(0o444)
    open_folder.chmod(folder_mode)
    with without_rights():
        sentence = await problem(url_of(path))
    assert "write" in sentence
    assert str(path) in sentence
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_READONLY_CANTINIT]
)
async def test_a_file_system_that_can_only_be_read_is_told_and_no_backup_asked_for(
    sqlite_file: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    sentence = await failing(sqlite_file, code, monkeypatch)
    assert "can only be read" in sentence
    assert "restore" not in sentence


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR_SHMSIZE])
async def test_a_disk_that_is_full_at_the_start_is_told_and_no_backup_asked_for(
    sqlite_file: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=0))
    sentence = await failing(sqlite_file, code, monkeypatch)
    assert "is full: make room" in sentence
    assert "restore" not in sentence


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_READONLY, "cannot be written: let the bot write"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be opened: let the bot read and write"),
        (sqlite3.SQLITE_IOERR_READ, "fails (as told): look at the system's log"),
        (sqlite3.SQLITE_IOERR_SHORT_READ, "put a backup back"),
        (sqlite3.SQLITE_CORRUPT, "put a backup back"),
    ],
)
async def test_only_a_file_that_is_broken_is_to_be_replaced_by_a_backup(
    sqlite_file: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    assert words in await failing(sqlite_file, code, monkeypatch)


async def failing(path: Path, code: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the sentence with which opening fails if SQLite answers with that code."""
    error = sqlite3.OperationalError("as told")
    error.sqlite_errorcode = code

    def refuse(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(sqlite3, "connect", refuse)
    return await problem(url_of(path))


async def test_no_migration_is_begun_without_room_for_it(sqlite_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.engine.migrate.read_schema_state", lambda connection: "older")
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=3_000_000))
    before = sqlite_file.read_bytes()
    assert "has 3.0 MB left, and a migration needs 18 MB: make room." in await problem(url_of(sqlite_file))
    assert sqlite_file.read_bytes() == before


# ------------------------------------------------------------------ the write-ahead log


@pytest.fixture
async def left_behind(sqlite_file: Path, sqlite_url: str, tmp_path: Path) -> Path:
    """A database with twenty confirmed transactions of two rows each in its log, as a killed process leaves it."""
    database = await Database.open(sqlite_url)
    for number in range(20):
        await add(database, f"{number:02} a", f"{number:02} b")
    folder = tmp_path / "left"
    folder.mkdir()
    path = copied(sqlite_file, folder)
    await database.close()
    return path


async def test_a_log_that_a_killed_process_left_counts(left_behind: Path) -> None:
    database = await Database.open(url_of(left_behind))
    assert len(await database.read(keys)) == 40
    await database.close()


async def test_a_truncated_log_keeps_whole_transactions_up_to_the_cut(left_behind: Path, tmp_path: Path) -> None:
    log = left_behind.with_name(left_behind.name + "-wal")
    size, kept = log.stat().st_size, []
    for number, cut in enumerate([0, 1, 31, 32, 100, 4152, size // 3, size // 2, size - 4120, size - 1, size]):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = copied(left_behind, folder)
        os.truncate(path.with_name(log.name), cut)
        path.with_name(left_behind.name + "-shm").unlink(missing_ok=True)
        database = await Database.open(url_of(path))
        found = await database.read(keys)
        whole = len(found) // 2
        assert found == [f"{n:02} {letter}" for n in range(whole) for letter in "ab"]
        assert await database.check() == []
        await add(database, "later")
        await database.close()
        kept.append(whole)
    assert kept == sorted(kept)
    assert kept[0] == 0
    assert 0 < kept[6] < kept[7] < 19
    assert kept[-1] == 20


async def test_a_log_that_is_no_log_is_passed_over(left_behind: Path) -> None:
    left_behind.with_name(left_behind.name + "-wal").write_bytes(b"\xa5" * 50_000)
    database = await Database.open(url_of(left_behind))
    assert await database.read(keys) == []
    assert await database.check() == []
    await database.close()


async def test_a_refused_database_keeps_its_log(left_behind: Path) -> None:
    log = left_behind.with_name(left_behind.name + "-wal")
    content = log.read_bytes()
    left_behind.write_bytes(b"Dear diary, today we played Land.\n" * 1000)
    assert "`restore`" in await problem(url_of(left_behind))
    assert log.read_bytes() == content

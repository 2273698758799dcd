"""SQLite: one file, one connection, and a write-ahead log that is flushed before a move is confirmed to a player."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import URL, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError, InvalidRequestError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.engine import disk, migrate
from bot.storage.engine.errors import DamagedFile, DatabaseProblem, LastingProblem, find_sentence, find_sqlite_code, is_locked

SLICE = 0.25
"""Seconds that one attempt waits for another process's lock before other transactions of this process get a turn."""

SMALLEST = 512
"""The size in bytes of the smallest database. SQLite would treat a shorter file as empty and start a new database in it."""

OLDEST = (3, 37, 0)
"""The first version of SQLite with STRICT tables."""


def file_of(url: URL) -> Path:
    """Return the real file of an SQLite URL, with symbolic links resolved, since its log and its lock are next to that file.

    Raise DatabaseProblem if the URL has none.
    """
    if not url.database or url.database == ":memory:" or url.query:
        raise LastingProblem("The database must be a file: set DATABASE_URL to sqlite+aiosqlite:///FILE.")
    return Path(os.path.realpath(url.database))


def name_of(url: URL) -> str:
    """Return the name that the backups of a database get: that of the file in the SQLite URL."""
    return Path(url.database or "").stem


def path_next_to(path: Path, suffix: str) -> Path:
    """Return the path of an accompanying file of a database, such as its write-ahead log (``-wal``)."""
    return path.with_name(path.name + suffix)


def make_engine(
    path: Path,
    mode: str = "rw",
    *,
    timeout: float = SLICE,
    foreign_keys: bool = True,
    journal: str = "WAL",
    begins: bool = True,
) -> AsyncEngine:
    """Return an engine with one connection to an existing file. ``mode``: ``rw``, or ``ro`` to write nothing.

    ``begins``: whether it begins the transactions itself. Otherwise call :func:`begin`, which is faster.
    """
    url = URL.create("sqlite+aiosqlite", database=path.as_uri(), query={"uri": "true", "mode": mode})
    made = create_async_engine(
        url,
        hide_parameters=True,
        pool_size=1,
        max_overflow=0,
        pool_reset_on_return=None,  # each transaction ends before its connection is returned
        connect_args={"timeout": timeout, "isolation_level": None, "cached_statements": 256},
    )

    @event.listens_for(made.sync_engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        cursor.execute("PRAGMA synchronous = FULL")
        if mode != "ro":  # the file stores its journal mode: this changes a new file or a restored backup
            cursor.execute(f"PRAGMA journal_mode = {journal}")
        cursor.close()

    if begins:
        event.listen(made.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return made


async def begin(connection: AsyncConnection, *, writes: bool) -> None:
    """Begin the transaction of a connection whose engine does not. Raise DBAPIError if that fails.

    sqlite3 itself begins a transaction late, and never before a SELECT, so data could change between reading and writing. An
    engine with a listener that begins looks for others at every statement.
    """
    statement, driver = "BEGIN IMMEDIATE" if writes else "BEGIN", _driver_of(connection)
    try:
        # One visit to the connection's thread. A cursor needs three: to open, to execute and to close.
        await driver.execute_fetchall(statement)
        connection.info[_CHANGES] = driver.total_changes
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error
    except ValueError as error:  # aiosqlite's connection is closed
        await connection.invalidate()
        lost = sqlite3.OperationalError(str(error))
        raise DBAPIError.instance(statement, None, lost, sqlite3.Error, connection_invalidated=True) from error


_CHANGES = "changes"
"""The key of the number of changes that a connection had made when its transaction began."""


def check_unchanged(connection: AsyncConnection) -> None:
    """Raise InvalidRequestError if the transaction has changed anything. PostgreSQL itself refuses writes while reading."""
    if _driver_of(connection).total_changes != connection.info[_CHANGES]:
        raise InvalidRequestError("a read-only transaction cannot write")


def _driver_of(connection: AsyncConnection) -> Any:
    return None if connection.sync_connection is None else connection.sync_connection.connection.driver_connection


def inspect_file(path: Path, *, thorough: bool = False) -> Found:
    """Inspect a file before anything is written to it. Return its state and, if ``thorough``, its contents.

    Raise DatabaseProblem if it is missing, truncated, damaged or not a database. The file and its log are not changed.
    """
    check_access(path, os.R_OK)
    if not path.is_file():
        raise LastingProblem(f"{path} is not a file, so it cannot be the games' database: set DATABASE_URL to a file.")
    if path.stat().st_size < SMALLEST:
        raise explain_damage(path, "it is empty")
    reader = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(path.as_uri() + "?mode=ro", uri=True), poolclass=NullPool
    )
    try:
        with reader.connect() as connection:
            check = "PRAGMA integrity_check(1)" if thorough else "PRAGMA quick_check(1)"
            said = str(connection.exec_driver_sql(check).scalar_one())
            if said != "ok":
                raise explain_damage(path, said.replace("\n", " "))
            state = migrate.read_schema_state(connection)
            if not thorough or state not in ("current", "older"):
                return Found(state)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                raise explain_damage(path, "rows without their game")
            games = connection.exec_driver_sql("SELECT count(*) FROM games").scalar_one()
            log = "game_log" if inspect(connection).has_table("game_log") else "log"  # the table's name in 0.1.0
            return Found(state, games, connection.exec_driver_sql(f"SELECT count(*) FROM {log}").scalar_one())  # noqa: S608 - ours
    except SQLAlchemyError as error:
        raise find_problem(path, error) or explain_damage(path, str(getattr(error, "orig", error))) from error


def check_unused(path: Path) -> None:
    """Raise DatabaseProblem if another program has the file open.

    A bot of version 0.1.0 takes no lock that could be checked.
    """
    try:
        with closing(sqlite3.connect(path.as_uri() + "?mode=rw", uri=True, timeout=0.5, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # needs exclusive access to the file
    except sqlite3.Error as error:
        if is_locked(error):
            raise DatabaseProblem(
                f"Another program uses the database {path}, maybe the bot in an older version: stop that one, then start "
                "again. Nothing was changed."
            ) from error  # the migration reports any other error


@dataclass(frozen=True)
class Found:
    """The state of a file for this version of the bot, and its contents."""

    schema: migrate.SchemaState
    games: int = 0
    actions: int = 0


def explain_damage(path: Path, why: str) -> DamagedFile:
    """Return the DatabaseProblem for a file that SQLite cannot read."""
    why = why.rstrip(".")
    return DamagedFile(
        f"The database {path} cannot be read ({why}): put a backup back with `restore`; the file was left as it is.", why
    )


def check_access(path: Path, mode: int) -> None:
    """Raise DatabaseProblem if this user does not have an access ``mode`` of ``os.access`` to an existing file."""
    if os.access(path, os.F_OK) and not os.access(path, mode):
        raise explain_permission(path)


def explain_permission(path: Path | str) -> LastingProblem:
    """Return the problem for a file or folder that belongs to another user, so that this user cannot open or create it."""
    there = disk.find_nearest_existing(Path(path))
    return LastingProblem(f"You may not use {there}: type the command as the bot's user, or let this user read and write it.")


def find_problem(path: Path, error: BaseException) -> DatabaseProblem | None:
    """Return the problem for a file that SQLite failed to open, read or write; ``None`` for an error with another cause."""
    code = find_sqlite_code(error)
    if isinstance(error, PermissionError):
        return explain_permission(path)
    if is_locked(error):
        return DatabaseProblem(f"The database {path} is locked by another program: end that program.")
    if code in _WRITING and disk.is_read_only(path):
        return DatabaseProblem(f"The file system of the database {path} can only be read: mount it so that it can be written.")
    if code == sqlite3.SQLITE_FULL or (code in _WRITING and disk.is_full(path.parent)):
        return DatabaseProblem(f"The disk of the database {path} is full: make room.")
    if code == sqlite3.SQLITE_READONLY:
        return LastingProblem(f"The database {path} cannot be written: let the bot write that file and its folder.")
    if code == sqlite3.SQLITE_CANTOPEN:
        return LastingProblem(f"The database {path} cannot be opened: let the bot read and write that file and its folder.")
    if code == sqlite3.SQLITE_IOERR and _extended(error) not in _CUT_SHORT:
        why = getattr(error, "orig", error)
        return DatabaseProblem(f"The disk of the database {path} fails ({why}): look at the system's log.")
    return explain_damage(path, str(getattr(error, "orig", error))) if find_sentence(error) else None


_WRITING = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL})
"""SQLite's codes for failed writes. Reads can also cause them, because SQLite first makes a file next to the database."""

_CUT_SHORT = frozenset({522, 8458})
"""Codes for a broken file rather than a failing disk: SQLITE_IOERR_SHORT_READ and SQLITE_IOERR_CORRUPTFS."""


def _extended(error: BaseException) -> int | None:
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return code if isinstance(code, int) else None


async def create(path: Path) -> None:
    """Create a migrated database at ``path``, which appears only once it is complete.

    A database that another process has created meanwhile is kept.
    """
    log = path_next_to(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise LastingProblem(f"The database {path} is missing, but its log {log.name} exists: restore the file or a backup.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        draft.touch(exist_ok=False)
    except OSError as error:
        raise explain_folder(path, error) from error
    try:
        made = make_engine(draft, journal="MEMORY")  # a draft has no readers; a write either reaches the file or raises
        try:
            async with made.begin() as connection:
                await connection.run_sync(migrate.upgrade)
        finally:
            await made.dispose()
        publish(draft, path)
    except (OSError, SQLAlchemyError) as error:
        raise explain_folder(path, error) from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            path_next_to(draft, suffix).unlink(missing_ok=True)


def publish(draft: Path, path: Path) -> None:
    """Give a finished file its final name, so that it survives a power failure. Do nothing if another file has that name."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if path.exists():
            return
        draft.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush a folder's directory entries to the disk."""
    if sys.platform == "win32":  # Windows does so automatically, and cannot open folders
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def explain_folder(path: Path, error: Exception) -> DatabaseProblem:
    """Return the problem for a folder in which no database can be created."""
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(getattr(error, "orig", error))
    lasts = isinstance(error, OSError) and not disk.is_full(path.parent)
    return (LastingProblem if lasts else DatabaseProblem)(
        f"The database {path} cannot be made ({why}): see that the bot may write in that folder and that its disk has room, "
        "or set DATABASE_URL."
    )

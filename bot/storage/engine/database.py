"""The only access to the database: atomic transactions, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Literal, TypeVar

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.common import metrics
from bot.common.tasks import run_to_end
from bot.storage.engine import disk, errors, migrate, postgresql, sqlite
from bot.storage.engine.errors import DatabaseBusy, DatabaseProblem, LastingProblem
from bot.storage.engine.priority_lock import PriorityLock
from bot.storage.engine.shard_locks import count_processes

__all__ = ["Database", "DatabaseBusy", "DatabaseProblem", "parse"]

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

PATIENCE = 8.0
"""Seconds that a transaction waits for a locked database before it gives up."""

RETRIES = 5
"""Maximum number of retries of a transaction after a deadlock or a serialisation failure of PostgreSQL."""

_DIALECTS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

logger = logging.getLogger(__name__)


def parse(url: str) -> URL:
    """Return the URL with the driver that the bot uses. Raise DatabaseProblem for an unsupported kind of database."""
    try:
        parsed = make_url(url.strip())
    except (ArgumentError, ValueError):
        parsed = None
    driver = _DIALECTS.get(parsed.drivername.partition("+")[0]) if parsed else None
    if parsed is None or driver is None:
        raise LastingProblem(
            "DATABASE_URL is not understood: write sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME."
        )
    if "@" in (parsed.host or ""):  # the rest of a password, which must not appear in a message
        raise LastingProblem("DATABASE_URL is not understood: in its password, write @ as %40.")
    return parsed.set(drivername=driver)


class Database:
    """An open, migrated database.

    SQLite has one connection, so transactions run one at a time, those of answers first (see ``priority_lock``). On PostgreSQL
    they run concurrently at READ COMMITTED: a transaction that changes a row depending on its contents first selects it
    ``.with_for_update()`` (SQLite ignores that). Transactions lock in the same order: the table, the league, its season, the
    game, then rows that belong to them. Three cannot: a judged game that is resumed locks its season last, and so does a
    player's departure; standing offers are matched by age, but deleted in any order. If PostgreSQL finds a deadlock, the
    transaction is run again.
    """

    def __init__(self, url: URL, engine: AsyncEngine, patience: float) -> None:
        self.url = url
        self.dialect: Literal["sqlite", "postgresql"] = "sqlite" if engine.dialect.name == "sqlite" else "postgresql"
        self._engine = engine
        self._patience = patience
        self._order = PriorityLock()
        self._idle: AsyncConnection | None = None
        """SQLite's connection, kept open between transactions because opening it costs as much as a statement."""
        self._lock: dict[bool, SQLAlchemyError | OSError] = {}
        """The error of the last attempt to write (``True``) or read (``False``), if another program had the file locked."""
        self.trouble: DatabaseBusy | None = None
        """The error of the last attempt to write, if its cause may last; ``None`` if the last write succeeded."""
        self.on_trouble: Callable[[], None] = lambda: None
        """Called when writes begin to fail for a cause that may last, such as a full disk."""
        self._running: set[asyncio.Task[object]] = set()
        self._closing = False
        self._after_commit: dict[AsyncConnection, list[tuple[Callable[[], None], Callable[[], None]]]] = {}

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True, patience: float = PATIENCE) -> Database:
        """Open the database at a URL. Create it if there is none, and migrate it to this version.

        With ``migrate`` false nothing is created or changed. Raise DatabaseProblem if the database cannot be opened; its text
        says how to fix it. An existing database is never replaced by a new one.
        """
        parsed = parse(url)
        on_sqlite = parsed.get_backend_name() == "sqlite"
        try:
            prepare = _prepare_sqlite if on_sqlite else _prepare_postgresql
            database = cls(parsed, await prepare(parsed, migrate, patience), patience)
            try:
                await database._try_out()
            except BaseException:
                await database.close()
                raise
        except (SQLAlchemyError, OSError, DatabaseBusy) as error:
            if (problem := _find_problem(parsed, error)) is None:
                raise
            raise problem from error
        return database

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, *, migrate: bool = True) -> AsyncIterator[Database]:
        """Open the database as :meth:`open` does, and close it at the end of the block."""
        database = await cls.open(url, migrate=migrate)
        try:
            yield database
        finally:
            await database.close()

    @classmethod
    def reader(cls, url: str) -> Database:
        """Return a database that another process has opened and migrated. Writing to it fails."""
        parsed = parse(url)
        if parsed.get_backend_name() == "sqlite":
            return cls(parsed, sqlite.make_engine(sqlite.file_of(parsed), "ro", begins=False), PATIENCE)
        engine = postgresql.make_engine(parsed, PATIENCE, pool=1, default_transaction_read_only="on")
        return cls(parsed, engine, PATIENCE)

    async def _try_out(self) -> None:
        """Write and roll back, so that a read-only database is reported at the start instead of at the first move."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(_WRITE_THE_SAME)
            raise _UndoneError

        with suppress(_UndoneError):
            await self.write(work)

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in a write transaction. Return its result after the commit; roll back if it raises.

        Cancelling the caller does not stop the transaction. ``work`` can be run again from its start (after a deadlock): it
        must change only the database, and await only the connection. Raise DatabaseBusy if the storage fails.
        """
        return await self._shield(work, writes=True)

    async def read(self, work: Work[T]) -> T:
        """Run ``work`` on a consistent view of the database. Like ``write``, but everything is rolled back."""
        return await self._shield(work, writes=False)

    def after_commit(
        self, connection: AsyncConnection, call: Callable[[], None], uncertain: Callable[[], None] | None = None
    ) -> None:
        """Call ``call`` once the transaction of ``connection`` is committed, even if its caller was cancelled.

        If the commit failed, the changes may have been saved anyway: ``uncertain`` is called then, by default ``call`` as well.
        Nothing is called after a rollback.
        """
        self._after_commit.setdefault(connection, []).append((call, uncertain or call))

    def explain(self, busy: DatabaseBusy) -> str:
        """Return a sentence for the host that describes the problem with the database and its solution."""
        return str(_find_problem(self.url, busy) or busy)

    async def check(self) -> list[str]:
        """Check all stored data. Return the errors, in SQLite's words; an empty list if there are none."""

        async def work(connection: AsyncConnection) -> list[str]:
            if self.dialect == "postgresql":
                await connection.execute(text("SELECT 1"))
                return []
            found = list((await connection.exec_driver_sql("PRAGMA integrity_check(20)")).scalars())
            hanging = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).mappings()
            orphans = [f"a row of {row['table']} hangs on no row of {row['parent']}" for row in hanging]
            return ([] if found == ["ok"] else found) + orphans

        return await self.read(work)

    async def close(self) -> None:
        """Wait for the running transactions, start no new ones, and close every connection."""
        self._closing = True
        while self._running:
            await asyncio.wait(self._running)
        if self._idle is not None:
            await self._idle.close()
        await self._engine.dispose()

    async def _shield(self, work: Work[T], *, writes: bool) -> T:
        """Run a transaction in its own task, which continues if the caller is cancelled."""
        if asyncio.current_task() in self._running:
            raise RuntimeError("a transaction was begun within a transaction")
        if self._closing:
            raise DatabaseBusy(errors.STOPPING)
        return await run_to_end(self._notice_trouble(work, writes), self._running, "transaction")

    async def _notice_trouble(self, work: Work[T], writes: bool) -> T:
        """Run the transaction, and save in ``trouble`` whether writes fail for a cause that may last."""
        try:
            result = await self._patiently(work, writes)
        except DatabaseBusy as busy:
            if writes and str(busy) in errors.LASTING:
                begins, self.trouble = self.trouble is None, busy
                if begins:
                    self.on_trouble()
            raise
        if writes:
            self.trouble = None
        return result

    async def _patiently(self, work: Work[T], writes: bool) -> T:
        """Run the transaction, with retries if they can help. Raise DatabaseBusy with a readable message if it fails."""
        give_up = time.perf_counter() + self._patience
        retries = RETRIES
        while True:
            progress = _Progress()
            try:
                if self.dialect == "postgresql":
                    return await self._attempt(work, writes, progress)
                async with self._order.hold():
                    if writes in self._lock and time.perf_counter() > give_up:
                        raise self._lock[writes]  # it was locked just now, and others are waiting
                    result = await self._attempt(work, writes, progress)
                    if writes:
                        self._lock.clear()
                    else:
                        self._lock.pop(writes, None)
                    return result
            except (SQLAlchemyError, OSError) as error:
                if errors.is_locked(error):
                    self._lock[writes] = error
                    if not (writes and progress.begun) and time.perf_counter() < give_up:
                        continue  # the attempt itself has already waited
                if errors.find_sqlstate(error) in errors.RETRIED and retries:
                    retries -= 1
                    await asyncio.sleep(random.uniform(0.005, 0.05))  # noqa: S311 - so that the two do not collide again
                    continue
                lost_while_saving = writes and progress.saving and errors.is_lost(error)
                sentence = errors.UNCERTAIN if lost_while_saving else errors.find_sentence(error)
                if sentence is None or (sentence == errors.READ_ONLY and not writes):
                    raise  # not a failure of the storage, but an error in ``work``
                logger.error("the database failed: %s", error)
                metrics.DATABASE_BUSY.inc()
                raise DatabaseBusy(sentence) from error

    async def _attempt(self, work: Work[T], writes: bool, progress: _Progress) -> T:
        connection = self._idle or await self._engine.connect()
        self._idle = None
        try:
            if self.dialect == "postgresql" and not writes:
                await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            transaction = await connection.begin()
            try:
                if self.dialect == "sqlite":
                    await sqlite.begin(connection, writes=writes)
                progress.begun = True
                result = await work(connection)
                if writes and self.trouble is not None:  # on a full disk, a transaction that writes nothing would succeed
                    await connection.execute(_WRITE_THE_SAME)
                if self.dialect == "sqlite" and not writes:
                    sqlite.check_unchanged(connection)
            except BaseException:
                await _end(connection, transaction.rollback)
                raise
            progress.saving = writes
            await _end(connection, transaction.commit if writes else transaction.rollback)
            progress.saved = writes
            if self.dialect == "sqlite":
                self._idle = connection
            return result
        finally:
            calls = self._after_commit.pop(connection, [])
            if self._idle is None:
                await connection.close()
            if progress.saving:
                for call, uncertain in calls:
                    (call if progress.saved else uncertain)()


def _find_problem(url: URL, error: BaseException) -> DatabaseProblem | None:
    """Return the database problem that an error indicates; ``None`` for an error with another cause."""
    cause = error.__cause__ or error if isinstance(error, DatabaseBusy) else error
    if url.get_backend_name() == "sqlite":
        return sqlite.find_problem(sqlite.file_of(url), cause)
    return postgresql.find_problem(url, cause)


_WRITE_THE_SAME = text("UPDATE alembic_version SET version_num = version_num")
"""A statement that changes no data, but fails if the database cannot be written."""


@dataclass
class _Progress:
    """The progress of one attempt at a transaction."""

    begun: bool = False
    saving: bool = False
    saved: bool = False


async def _end(connection: AsyncConnection, commit_or_roll_back: Callable[[], Awaitable[None]]) -> None:
    """End a transaction. Close the connection if that fails: the transaction may still be open in it."""
    try:
        await commit_or_roll_back()
    except BaseException:
        await connection.invalidate()
        raise


class _UndoneError(Exception):
    """Raised to undo a transaction."""


async def _prepare_sqlite(url: URL, migrates: bool, patience: float) -> AsyncEngine:
    path = sqlite.file_of(url)
    if sqlite3.sqlite_version_info < sqlite.OLDEST:
        raise LastingProblem(f"SQLite {sqlite3.sqlite_version} is too old: install one from 3.37 on.")
    async with migrate.run_alone():
        if not path.exists():
            if not migrates:
                raise DatabaseProblem(f"There is no database {path} yet: run `migrate` to make it, or check DATABASE_URL.")
            await sqlite.create(path)
        state = (await asyncio.to_thread(sqlite.inspect_file, path)).schema
        if state == "empty":
            raise sqlite.explain_damage(path, "it has no tables")
        migrate.check_schema(state, str(path), migrates=migrates)
        if state == "older":
            if (room := disk.measure_room_for_migration(path)).is_short:
                raise DatabaseProblem(str(room))
            await asyncio.to_thread(sqlite.check_unused, path)
            await _upgrade(sqlite.make_engine(path, timeout=patience, foreign_keys=False))
    return sqlite.make_engine(path, begins=False)


async def _prepare_postgresql(url: URL, migrates: bool, patience: float) -> AsyncEngine:
    engine = postgresql.make_engine(url, patience)
    try:
        async with engine.connect() as connection:
            state = await connection.run_sync(migrate.read_schema_state)
        migrate.check_schema(state, str(url.database), migrates=migrates)
        if state != "current":
            async with migrate.run_alone():
                await _upgrade(postgresql.make_engine(url, patience, pool=1))
    except BaseException:
        await engine.dispose()
        raise
    return engine


async def _upgrade(engine: AsyncEngine) -> None:
    """Migrate in one transaction. Other processes that start at the same time wait for it. Dispose of the engine afterwards."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            postgresql.lock_for_migration(connection)
        state = migrate.read_schema_state(connection)
        if state == "older" and connection.dialect.name == "postgresql":
            migrate.check_beside(connection, count_processes(connection))
        if state != "current":  # unless another process was faster
            migrate.upgrade(connection)

    try:
        async with engine.begin() as connection:
            await connection.run_sync(work)
    finally:
        await engine.dispose()

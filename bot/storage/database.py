"""The one way to the database: transactions that happen as a whole or not at all, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from sqlalchemy import URL, Connection, make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction

from bot.storage import errors, migrate, postgresql, sqlite
from bot.storage.errors import DatabaseBusy, DatabaseProblem
from bot.storage.tasks import Unstoppable

__all__ = ["Database", "DatabaseBusy", "DatabaseProblem", "parse"]

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

PATIENCE = 8.0
"""Seconds that a transaction tries to get hold of a locked database before it gives up."""

NEWS = "news"
"""What a transaction sets in its connection's ``info`` where it leaves something to be posted."""

RETRIES = 5
"""How often a transaction is begun anew after a deadlock or a serialisation failure of PostgreSQL."""

_DIALECTS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

logger = logging.getLogger(__name__)


def parse(url: str) -> URL:
    """The URL with the driver this bot uses; raises DatabaseProblem for a URL of anything else."""
    try:
        parsed = make_url(url.strip())
    except (ArgumentError, ValueError):
        parsed = None
    driver = _DIALECTS.get(parsed.drivername.partition("+")[0]) if parsed else None
    if parsed is None or driver is None:
        raise DatabaseProblem(
            "DATABASE_URL is not understood: write sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME."
        )
    return parsed.set(drivername=driver)


class Database:
    """One open, migrated database.

    All of SQLite goes through one connection, so there transactions run one after the other. On PostgreSQL they run side by
    side, READ COMMITTED: whoever is about to change a row because of what is in it selects it ``.with_for_update()`` first
    (which SQLite leaves out), and in the same order everywhere: lobby, then game, then what hangs on them.
    """

    def __init__(self, url: URL, engine: AsyncEngine, patience: float) -> None:
        self.url = url
        self._engine = engine
        self._patience = patience
        self._one_at_a_time = asyncio.Lock()
        self._lock: SQLAlchemyError | OSError | None = None
        self._running: set[asyncio.Task[object]] = set()
        self._closing = False
        self.posted: Callable[[], None] = lambda: None
        """Called after each commit that left something to be posted, even if nobody waits for the transaction any more."""

    @property
    def dialect(self) -> Literal["sqlite", "postgresql"]:
        """Which engine it is."""
        return "sqlite" if self._engine.dialect.name == "sqlite" else "postgresql"

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True, patience: float = PATIENCE) -> Database:
        """Open the database of a URL, making it if there is none and bringing it to this version.

        With ``migrate`` false nothing is made or changed. Raises DatabaseProblem, a sentence that says what to do, for
        whatever cannot be opened: never is a new database put in the place of one that is there.
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
            cause = error.__cause__ or error if isinstance(error, DatabaseBusy) else error
            problem = sqlite.refused(sqlite.file_of(parsed), cause) if on_sqlite else postgresql.refused(parsed, cause)
            if problem is None:
                raise
            raise problem from error
        return database

    async def _try_out(self) -> None:
        """Write something and undo it: whoever cannot shall say so now, not at the first move."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
            raise _UndoneError

        with suppress(_UndoneError):
            await self.write(work)

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in one write transaction: kept when it returns, undone when it raises (and then it comes through).

        The whole is shielded: a caller that is cancelled leaves it to finish. ``work`` may be run again from its start (after
        a deadlock), so it changes nothing but the database and what it returns; it awaits nothing but the connection. Raises
        DatabaseBusy when the storage cannot do it.
        """
        return await self._shielded(work, writes=True)

    async def read(self, work: Work[T]) -> T:
        """Run ``work`` on one consistent view of the database; like ``write``, but whatever it wrote is undone."""
        return await self._shielded(work, writes=False)

    async def check(self) -> list[str]:
        """What is wrong with the stored data, in SQLite's words; nothing for a sound one. Reads all of it."""

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
        """Let the transactions that run come to their end, begin no new ones, and let go of every connection."""
        self._closing = True
        while self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def _shielded(self, work: Work[T], *, writes: bool) -> T:
        if asyncio.current_task() in self._running:
            raise RuntimeError("a transaction was begun within a transaction")
        if self._closing:
            raise DatabaseBusy(errors.STOPPING)
        task = Unstoppable(self._patiently(work, writes), loop=asyncio.get_running_loop())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)
            raise

    async def _patiently(self, work: Work[T], writes: bool) -> T:
        """Run the transaction, again where that helps, and say in plain words when it could not be done."""
        give_up = time.perf_counter() + self._patience
        retries = RETRIES
        while True:
            progress = _Progress()
            try:
                if self.dialect == "postgresql":
                    return await self._once(work, writes, progress)
                async with self._one_at_a_time:
                    if self._lock is not None and time.perf_counter() > give_up:
                        raise self._lock  # it has only just been found locked: there are others who wait to try
                    result = await self._once(work, writes, progress)
                    self._lock = None
                    return result
            except (SQLAlchemyError, OSError) as error:
                if errors.is_locked(error):
                    self._lock = error
                    if not (writes and progress.begun) and time.perf_counter() < give_up:
                        continue  # the attempt itself has waited for a while
                if errors.sqlstate(error) in errors.RETRIED and retries:
                    retries -= 1
                    await asyncio.sleep(random.uniform(0.005, 0.05))  # noqa: S311 - so that the two do not meet again
                    continue
                lost_while_saving = writes and progress.saving and errors.is_lost(error)
                sentence = errors.UNCERTAIN if lost_while_saving else errors.sentence(error)
                if sentence is None or (sentence == errors.READ_ONLY and not writes):
                    raise  # nothing of the storage's: a mistake in what was asked of it
                logger.error("the database failed: %s", error)
                raise DatabaseBusy(sentence) from error

    async def _once(self, work: Work[T], writes: bool, progress: _Progress) -> T:
        connection = await self._engine.connect()
        task = asyncio.current_task()
        assert isinstance(task, Unstoppable)  # noqa: S101 - made so by _shielded
        task.busy = True
        try:
            await self._configure(connection, writes)
            transaction = await connection.begin()
            progress.begun = True
            connection.info.pop(NEWS, None)
            try:
                result = await work(connection)
            except BaseException:
                await transaction.rollback()
                raise
            if writes:
                progress.saving = True
                await self._commit(connection, transaction)
            else:
                await transaction.rollback()
            return result
        finally:
            await connection.close()
            task.busy = False

    async def _commit(self, connection: AsyncConnection, transaction: AsyncTransaction) -> None:
        news = connection.info.pop(NEWS, False)
        try:
            await transaction.commit()
        finally:  # what fails here may have been kept all the same
            if news:
                self.posted()

    async def _configure(self, connection: AsyncConnection, writes: bool) -> None:
        if self.dialect == "sqlite":
            await connection.execution_options(writes=writes)
        elif not writes:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


@dataclass
class _Progress:
    """How far one attempt at a transaction got."""

    begun: bool = False
    saving: bool = False


class _UndoneError(Exception):
    """Undoes a transaction."""


def _log_failure(task: asyncio.Task[Any]) -> None:
    """What a transaction raised that nobody waited for any longer."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.error("a transaction failed after its caller was cancelled", exc_info=error)


async def _prepare_sqlite(url: URL, migrates: bool, patience: float) -> AsyncEngine:
    path = sqlite.file_of(url)
    if sqlite3.sqlite_version_info < sqlite.OLDEST:
        raise DatabaseProblem(f"SQLite {sqlite3.sqlite_version} is too old: install one from 3.37 on.")
    async with migrate.alone():
        if not path.exists():
            if not migrates:
                raise DatabaseProblem(f"There is no database {path} yet: run `migrate` to make it, or check DATABASE_URL.")
            await sqlite.create(path)
        standing = (await asyncio.to_thread(sqlite.inspect_file, path)).standing
        if standing == "empty":
            raise sqlite.damaged(path, "it has no tables")
        migrate.refuse(standing, str(path), migrates=migrates)
        if standing == "older":
            await _upgrade(sqlite.engine(path, timeout=patience, foreign_keys=False))
    return sqlite.engine(path)


async def _prepare_postgresql(url: URL, migrates: bool, patience: float) -> AsyncEngine:
    engine = postgresql.engine(url, patience)
    try:
        async with engine.connect() as connection:
            standing = await connection.run_sync(migrate.standing)
        migrate.refuse(standing, str(url.database), migrates=migrates)
        if standing != "current":
            async with migrate.alone():
                await _upgrade(postgresql.engine(url, patience, pool=1))
    except BaseException:
        await engine.dispose()
        raise
    return engine


async def _upgrade(engine: AsyncEngine) -> None:
    """Migrate in one transaction, for which other processes that start at the same time wait. Disposes of the engine."""

    def work(connection: Connection) -> None:
        if connection.dialect.name == "postgresql":
            postgresql.lock_for_migration(connection)
        if migrate.standing(connection) != "current":  # unless another process was faster
            migrate.upgrade(connection)

    try:
        async with engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(work)
    finally:
        await engine.dispose()

"""The assignment of shards to processes: advisory locks of PostgreSQL.

A process holds one lock for itself and one for each shard that it serves, all on one connection. PostgreSQL releases the locks
of a connection when it ends, however the process ends. So no process has to guess which others are alive.
"""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.common.clock import running_timeout
from bot.common.tasks import run_to_end
from bot.storage.engine import postgresql, request_slots
from bot.storage.rows import insert_once
from bot.storage.schema import bot_values

T = TypeVar("T")

ANSWER = 4.0
"""Seconds of running time within which the server must answer. After that the locks count as lost."""
MOST_SHARDS = 32_768
"""The maximum number of shards. The number of shards and the shard share the 32 bits of a lock's key."""
MOST_PROCESSES = 1_000
SHARD_COUNT = "shard_count"
"""The key of ``bot_values`` that holds the agreed number of shards."""

SESSION = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_session_timeout": "25000",
    "idle_in_transaction_session_timeout": "25000",
    "synchronous_commit": "off",
}
"""The server notices within about 11 seconds that the machine of a process is gone. A process checks its locks every second: if
it has not done so for 25 s it is frozen, and the server ends its connection. Nothing written on this connection has to survive
a crash of the server."""


class LockKind(enum.IntEnum):
    """The kind of a lock: the first half of its key."""

    PROCESS = 0x6C61_6E01
    SHARD = 0x6C61_6E02
    LOGIN = 0x6C61_6E03


class LocksLost(Exception):
    """The connection that holds the locks is gone, and the locks with it. ``str()`` is the reason."""


@dataclass(frozen=True, slots=True)
class LockHolders:
    """The holders of the locks at one moment."""

    processes: int
    """The number of running processes of the bot, including this one."""
    mine: frozenset[int]
    """The shards that this process holds."""
    taken: frozenset[int]
    """The shards that other processes hold."""
    other_count: bool
    """Whether a process still serves a shard under another total number of shards."""
    agreed: int
    """The agreed number of shards in the database."""


class ShardLocks:
    """The locks of one process. Every method raises :class:`LocksLost` if the connection does not answer."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._engine: AsyncEngine | None = None
        self._connection: AsyncConnection | None = None
        self._one_at_a_time = asyncio.Lock()
        self._requests = set[asyncio.Task[Any]]()
        self.process: int | None = None
        """The number of this process among the running ones, from 0; ``None`` before :meth:`open`."""

    async def open(self) -> None:
        """Connect, and take a number for this process."""
        await self.close()
        self._engine = postgresql.make_engine(self._url, ANSWER, pool=1, **SESSION)
        try:
            async with running_timeout(ANSWER):
                connection = await self._engine.connect()
                self._connection = await connection.execution_options(isolation_level="AUTOCOMMIT")
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            await self.close()
            raise LocksLost(f"PostgreSQL cannot be reached: {error!r}") from error
        for number in range(MOST_PROCESSES):
            if await self._take(LockKind.PROCESS, number):
                self.process = number
                return
        raise LocksLost("there is no number left for another process")

    async def close(self) -> None:
        """Release every lock."""
        connection, engine = self._connection, self._engine
        self._connection = self._engine = self.process = None
        if connection is not None:
            try:
                async with running_timeout(ANSWER):
                    await connection.close()
            except (SQLAlchemyError, OSError, TimeoutError):  # the connection is broken: drop it
                with suppress(SQLAlchemyError, OSError):
                    await connection.invalidate()
        if engine is not None:
            await engine.dispose()

    async def agree(self, wanted: int | None, suggested: int) -> int:
        """Agree with all processes on the bot's number of shards, and return it.

        The first process decides: ``wanted``, or ``suggested`` if that is ``None``. Later, a process changes the number if it
        wants another one and no shard is being served. ``wanted`` ``None`` accepts the agreed number.
        """

        async def work(connection: AsyncConnection) -> int:
            proposed = wanted or suggested
            await insert_once(connection, bot_values, ["key"], key=SHARD_COUNT, value=str(proposed))
            agreed = await self._read_agreed(connection, proposed)
            if wanted in (None, agreed) or await self._anybody_serves(connection):
                return agreed
            unchanged = (bot_values.c.key == SHARD_COUNT, bot_values.c.value == str(agreed))
            await connection.execute(update(bot_values).where(*unchanged).values(value=str(wanted)))
            return await self._read_agreed(connection, proposed)

        return await self._request(work)

    async def read_holders(self, count: int) -> LockHolders:
        """Return the holders of the locks of ``count`` shards."""

        async def work(connection: AsyncConnection) -> tuple[Sequence[Any], int]:
            return (await connection.execute(_LOOK)).all(), await self._read_agreed(connection, count)

        rows, agreed = await self._request(work)
        shards = [(key, is_mine) for kind, key, is_mine in rows if kind == LockKind.SHARD]
        of_count = [(key % MOST_SHARDS, is_mine) for key, is_mine in shards if key // MOST_SHARDS == count]
        return LockHolders(
            processes=sum(kind == LockKind.PROCESS for kind, _, _ in rows),
            mine=frozenset(shard for shard, is_mine in of_count if is_mine),
            taken=frozenset(shard for shard, is_mine in of_count if not is_mine),
            other_count=len(of_count) < len(shards),
            agreed=agreed,
        )

    async def take(self, shard: int, count: int) -> bool:
        """Take the lock of a shard of ``count``. Return whether this process now holds it."""
        return await self._take(LockKind.SHARD, _key(shard, count))

    async def release(self, shard: int, count: int) -> None:
        """Release the lock of a shard."""
        await self._release(LockKind.SHARD, _key(shard, count))

    async def take_login(self, bucket: int) -> bool:
        """Take the right to log in a shard of a bucket. Return whether this process now holds it."""
        return await self._take(LockKind.LOGIN, bucket)

    async def release_login(self, bucket: int) -> None:
        """Release the right to log in a shard of a bucket."""
        await self._release(LockKind.LOGIN, bucket)

    async def reserve_slots(self, count: int) -> float:
        """Reserve slots for requests to Discord, shared by all processes; see :func:`request_slots.reserve_slots`."""
        return await self._request(lambda connection: request_slots.reserve_slots(connection, count))

    async def _take(self, kind: LockKind, key: int) -> bool:
        return bool(await self._request(lambda connection: connection.scalar(_TAKE, {"kind": kind, "key": key})))

    async def _release(self, kind: LockKind, key: int) -> None:
        await self._request(lambda connection: connection.execute(_RELEASE, {"kind": kind, "key": key}))

    async def _read_agreed(self, connection: AsyncConnection, default: int) -> int:
        found = await connection.scalar(select(bot_values.c.value).where(bot_values.c.key == SHARD_COUNT))
        return default if found is None else int(found)

    async def _anybody_serves(self, connection: AsyncConnection) -> bool:
        return any(kind == LockKind.SHARD for kind, _, _ in (await connection.execute(_LOOK)).all())

    async def _request(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` on the connection, one at a time. Raise :class:`LocksLost` for any error of the connection.

        Cancelling the caller does not stop it: a statement that is broken off costs the connection, and so every lock.
        """
        return await run_to_end(self._answer(work), self._requests, "request for locks")

    async def _answer(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async with self._one_at_a_time:
            connection = self._connection
            if connection is None:
                raise LocksLost("there is no connection")
            try:
                async with running_timeout(ANSWER):
                    return await work(connection)
            except (SQLAlchemyError, OSError, TimeoutError) as error:
                raise LocksLost(repr(error)) from error


def count_processes(connection: Connection) -> int:
    """Return the number of processes of the bot that serve shards or wait for one, on the connected PostgreSQL."""
    return sum(kind == LockKind.PROCESS for kind, _, _ in connection.execute(_LOOK))


def _key(shard: int, count: int) -> int:
    """Return the second half of the key of a shard's lock. Each number of shards has separate locks."""
    return count * MOST_SHARDS + shard


_TAKE: Any = text("SELECT pg_try_advisory_lock(CAST(:kind AS int), CAST(:key AS int))")
_RELEASE: Any = text("SELECT pg_advisory_unlock(CAST(:kind AS int), CAST(:key AS int))")
_LOOK: Any = text(
    "SELECT CAST(classid AS bigint), CAST(objid AS bigint), pid = pg_backend_pid() FROM pg_locks"
    " WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def join_shards(shards: Sequence[int]) -> str:
    """Return shards as text for the log: ``0, 1``."""
    return ", ".join(map(str, sorted(shards)))

"""Sends what committed moves left to be posted: once, in order, and again when it fails.

Rows of one channel go out one after the other; a row that fails holds up its channel until it gets through or is given
up. A row is claimed before it is sent, so that two processes never send it both; a claim of a process that has died is
taken over.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.points import point
from bot.storage import outbox as store
from bot.storage.database import Database, DatabaseBusy
from bot.storage.outbox import OutboxRow

logger = logging.getLogger(__name__)

CLAIM = 120_000
"""Milliseconds for which a row is claimed: longer than any attempt lasts."""
ATTEMPT = 45.0
"""Seconds after which an attempt is given up as hanging."""
DELAYS = (1.0, 2.0, 5.0, 10.0, 30.0, 60.0)
"""Seconds between one attempt and the next; the last one again and again."""
PATIENT = 10
"""How many times the longest delay passes before something is tried again that only a person can put right."""
KEPT = 7 * 86_400_000
"""Milliseconds after which such a post is given up."""
AT_ONCE = 16
"""Attempts under way at the same time: as many as Discord's 50 requests a second take, while each lasts a third of one."""

SetTimer = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Has something called after so many seconds, as ``loop.call_later`` does."""

_alive: set[str] = set()
"""Names of the outboxes of this process."""


class GiveUp(Exception):
    """The post can never be made (the channel is gone): ``str()`` says why."""


class NotNow(Exception):
    """The post cannot be made until somebody changes something (no permission): ``str()`` says why."""


def _machine() -> str:
    """A name for what gives out process ids here: the host, and the container where there is one."""
    with suppress(OSError):
        return f"{socket.gethostname()}/{Path('/proc/self/ns/pid').stat().st_ino}"
    return socket.gethostname()


def _owner_is_gone(owner: str) -> bool:
    """Whether the process that claimed a row is known to have died: only for one on this machine can that be said."""
    host, pid, _ = owner.rsplit(":", 2)
    if host != _machine():
        return False
    if int(pid) == os.getpid():
        return owner not in _alive
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


class Outbox:
    """The outbox of one process.

    ``deliver`` makes one attempt and gives the id of the message (or ``None``), raising :class:`GiveUp` where there is no
    point in trying again, and anything else where there is; ``delivered`` runs in the transaction that notes it.
    """

    def __init__(
        self,
        db: Database,
        clock: Callable[[], int],
        deliver: Callable[[OutboxRow], Awaitable[int | None]],
        delivered: Callable[[AsyncConnection, OutboxRow, int | None], Awaitable[None]],
        *,
        shards: Sequence[int] | None = None,
        shard_count: int = 1,
        delays: Sequence[float] = DELAYS,
    ) -> None:
        self.db = db
        self.clock = clock
        self.deliver = deliver
        self.delivered = delivered
        self.shards = shards
        self.shard_count = shard_count
        self.delays = delays
        self.owner = f"{_machine()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._task: asyncio.Task[None] | None = None
        self._sending: dict[int, asyncio.Task[None]] = {}
        self._news = asyncio.Event()
        self.set_timer: SetTimer = lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call)
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = asyncio.Event()
        _alive.add(self.owner)

    def kick(self) -> None:
        """Has what is due sent, in the background."""
        if not self._stopped.is_set():
            self._look_again()

    async def close(self, patience: float) -> None:
        """Sends what is due, for ``patience`` seconds at most, and stops; what is left is sent at the next start."""
        self._stopped.set()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None and not self._task.done():
            done, _ = await asyncio.wait({self._task}, timeout=patience)
            if not done:
                self._task.cancel()
                await asyncio.wait({self._task})
        if self._sending:
            for attempt in self._sending.values():
                attempt.cancel()
            await asyncio.wait(set(self._sending.values()))
            with suppress(DatabaseBusy):  # the next process may be on another machine, and would have to wait
                await self.db.write(lambda conn: store.release(conn, self.owner))
        _alive.discard(self.owner)

    async def idle(self) -> None:
        """Returns when nothing is due or under way any more."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    def _look_again(self) -> None:
        """Something may be due now that was not before."""
        self._news.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="outbox")

    async def _run(self) -> None:
        """Starts an attempt at whatever is due, and looks again as attempts end, until nothing is due or under way.

        No attempt waits for another: a channel that hangs holds up nobody else, until all attempts at once hang.
        """
        try:
            while True:
                self._news.clear()
                due = await self._due()
                if due:
                    point("outbox.due")
                for row_id, before in due:
                    attempt = asyncio.create_task(self._attempt(row_id, before), name=f"outbox {row_id}")
                    self._sending[row_id] = attempt
                if not self._sending and not self._news.is_set():
                    return
                await self._news.wait()
        except asyncio.CancelledError:
            self._wake_in(self.delays[0])  # unless this is the end
            raise
        except DatabaseBusy as busy:
            logger.warning("the outbox waits for the database: %s", busy)
            self._wake_in(self.delays[-1])
        except Exception:
            logger.exception("the outbox stopped unexpectedly and will go on")
            self._wake_in(self.delays[-1])

    async def _attempt(self, row_id: int, before: str | None) -> None:
        """One attempt at one row, and a pause where not even its failure could be noted."""
        try:
            await self._send(row_id, before)
        except DatabaseBusy as busy:
            logger.warning("a post waits for the database: %s", busy, extra={"outbox": row_id})
            await self._pause()
        except Exception:
            logger.exception("a post failed unexpectedly and will be tried again", extra={"outbox": row_id})
            await self._pause()
        finally:
            del self._sending[row_id]
            self._news.set()

    async def _pause(self) -> None:
        """The longest of the delays, cut short by the end, but never nothing."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), self.delays[-1])
            await asyncio.sleep(self.delays[0])

    async def _due(self) -> list[tuple[int, str | None]]:
        """Rows that may be sent now; sets the timer for the first of the others."""
        now = self.clock()
        room = AT_ONCE - len(self._sending)

        async def look(conn: AsyncConnection) -> tuple[list[tuple[int, str | None, int]], int | None]:
            heads = await store.heads(conn, now, self.shards, self.shard_count)
            if any(row_id not in self._sending for row_id, *_ in heads):
                return heads, None  # after their attempts it is looked again
            return heads, await store.next_due(conn, now, self.shards, self.shard_count)

        heads, next_due = await self.db.read(look)
        later = [] if next_due is None else [next_due]
        due: list[tuple[int, str | None]] = []
        for row_id, owner, until in heads:
            if row_id in self._sending:
                continue
            if owner is not None and owner != self.owner and until > now and not _owner_is_gone(owner):
                later.append(until)
            else:
                due.append((row_id, owner))
        if later:
            self._wake_in((min(later) - now) / 1000)
        return due[:room]

    def _wake_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._stopped.is_set():
            self._timer = self.set_timer(max(seconds, 0.01), self.kick)

    async def _send(self, row_id: int, before: str | None) -> None:
        """One attempt at one row."""
        row = await self._claim(row_id, before)
        if row is None:
            return
        _pass(row, "claimed")
        where: dict[str, object] = {"outbox": row.id, "guild": row.guild_id, "game": row.game_id, "kind": row.kind}
        where |= {"attempt": row.attempts, "version": row.payload.get("end")}
        try:
            async with asyncio.timeout(ATTEMPT):
                message_id = await self.deliver(row)
        except GiveUp as reason:
            await self._give_up(row, str(reason), where)
        except NotNow as reason:
            if self.clock() - row.created_at > KEPT:
                await self._give_up(row, str(reason), where)
            else:
                await self._try_again(row, self.delays[-1] * PATIENT, str(reason), where)
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the post is tried again
            await self._try_again(row, self.delays[min(row.attempts, len(self.delays)) - 1], repr(error), where)
        else:
            await self._note(row, message_id)
            logger.info("posted", extra={**where, "message_id": message_id})

    async def _give_up(self, row: OutboxRow, why: str, where: dict[str, object]) -> None:
        logger.warning("a post was given up: %s", why, extra=where)
        await self.db.write(lambda conn: store.finish(conn, row.id, self.owner, dropped=why))

    async def _try_again(self, row: OutboxRow, wait: float, why: str, where: dict[str, object]) -> None:
        logger.warning("a post failed and will be tried again in %s s: %s", wait, why, extra=where)
        due_at = self.clock() + int(wait * 1000)
        _pass(row, "failed")
        await self.db.write(lambda conn: store.postpone(conn, row.id, self.owner, due_at, why[:500]))
        _pass(row, "postponed")

    async def _claim(self, row_id: int, before: str | None) -> OutboxRow | None:
        now = self.clock()

        async def work(conn: AsyncConnection) -> OutboxRow | None:
            row = await store.claim(conn, row_id, self.owner, before, now, now + CLAIM)
            if row is not None:
                _pass(row, "claiming")
            return row

        return await self.db.write(work)

    async def _note(self, row: OutboxRow, message_id: int | None) -> None:
        async def work(conn: AsyncConnection) -> None:
            await self.delivered(conn, row, message_id)
            await store.finish(conn, row.id, self.owner, message_id=message_id)
            _pass(row, "noting")

        _pass(row, "sent")
        await self.db.write(work)
        _pass(row, "noted")


def _pass(row: OutboxRow, what: str) -> None:
    """Says that a point on a row's way is passed: the posts' ways, and the edit's that takes the buttons off a board."""
    point(f"retire.{what}" if row.kind == "retire" else f"outbox.{what}")

"""The one sleeper of a process: does what is due, then sleeps until the next row is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR, MINUTE, SECOND
from bot.common.crash_points import crash_point
from bot.scheduler.kinds import DEEDS, KINDS, QUICK, SLOW, BackgroundTask, TransactionTask
from bot.storage.engine.database import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries import due as store
from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.time import downtime

logger = logging.getLogger(__name__)

LONGEST = HOUR
"""Milliseconds after which the sleeper looks again at the latest: the machine's clock may have been set."""
DELAYS = (5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE)
"""Milliseconds until what failed is done again; the last one again and again."""
DEEDS_AT_ONCE = 100
"""Deeds in one look."""
ERRANDS_AT_ONCE = 16
"""Errands under way at the same time, without the slow ones."""
SLOW_AT_ONCE = 2
"""Slow errands under way at the same time."""

Timer = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Has something called after so many seconds, as ``loop.call_later`` does."""


class Scheduler:
    """Does what is due in the servers of this process. ``wake`` has it look at once."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.set_timer: Timer = lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._errands: dict[int, asyncio.Task[None]] = {}
        """Those under way, by the ids of their rows."""
        self._slow: set[int] = set()
        """The slow ones among them."""
        self._ended: set[int] = set()
        """The rows of errands that have ended since the last look began: it may have seen them still."""
        self._must_look = False
        self._awake = False
        self._looked = self._next = 0
        """When it has looked last, and when it will look again, in milliseconds since 1970."""

    def start(self) -> None:
        """Begins, on the running event loop. Doing it twice does no harm."""
        if not self._awake:
            self._awake = True
            self.app.context.schedule.wakes(self.wake)
        self.wake()

    async def close(self, patience: float) -> None:
        """Finishes what is being done; errands that last longer than ``patience`` seconds are left for the next start."""
        self._awake = False
        if self._timer is not None:
            self._timer.cancel()
        under_way = {task for task in (self._task, *self._errands.values()) if task is not None and not task.done()}
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def wake(self, at: int = 0) -> None:
        """Looks for what is due at once, or not before the next look if nothing is due ``at`` an earlier time.

        It also looks where it has not looked for a while, because each look saves that the bot is there. Does nothing before
        the start and after the end.
        """
        asleep = self._task is None or self._task.done()
        if not self._awake or (asleep and at >= self._next and self.app.context.clock() < self._looked + downtime.BEAT):
            return
        self._must_look = True
        if asleep:
            self._task = asyncio.create_task(self._run(), name="what is due")

    @in_background
    async def _run(self) -> None:
        wait = LONGEST
        try:
            while self._must_look:
                self._must_look = False
                wait = await self._round()
        except DatabaseBusy as busy:
            logger.warning("what is due waits for the database: %s", busy)
            wait = DELAYS[0]
        except Exception:
            logger.exception("the sleeper failed and will go on")
            wait = DELAYS[1]
        self._set(wait)

    def _set(self, wait: int) -> None:
        """Sets the timer: the next look is in so many milliseconds."""
        if self._timer is not None:
            self._timer.cancel()
        if self._awake:
            self._next = self.app.context.clock() + wait
            self._timer = self.set_timer(wait / SECOND, self.wake)

    async def _round(self) -> int:
        """Does what is due now. Returns the milliseconds until the next look."""
        context = self.app.context
        now, served = context.clock(), context.assignment

        async def look(conn: AsyncConnection) -> tuple[list[DueRow], list[DueRow], int | None]:
            first = await store.first_time(conn, served)
            if first is None or first > now:
                return [], [], first
            free = ERRANDS_AT_ONCE - len(self._errands.keys() - self._slow)
            return (
                await store.heads(conn, DEEDS, now, served, DEEDS_AT_ONCE),
                [
                    *await store.heads(conn, QUICK, now, served, free, self._errands),
                    *await store.heads(conn, SLOW, now, served, SLOW_AT_ONCE - len(self._slow), self._errands),
                ],
                await store.next_time(conn, now, served),
            )

        await downtime.beat(context)
        self._looked = now
        self._ended.clear()
        deeds, errands, coming = await context.db.read(look)
        for row in errands:
            if row.id not in self._ended:
                self._begin(row)
        for row in deeds:
            await self._deed(row)
        if len(deeds) == DEEDS_AT_ONCE:
            self._must_look = True
        if deeds:  # one that failed is due again
            coming = await context.db.read(lambda conn: store.next_time(conn, now, served))
        return LONGEST if coming is None else min(LONGEST, max(SECOND // 10, coming - context.clock()))

    def _begin(self, row: DueRow) -> None:
        task = asyncio.create_task(self._errand(row), name=f"{row.kind} {row.id}")
        self._errands[row.id] = task
        if row.kind in SLOW:
            self._slow.add(row.id)
        task.add_done_callback(lambda _: self._errand_ended(row.id))

    async def _deed(self, row: DueRow) -> None:
        context = self.app.context
        deed = KINDS[row.kind]

        async def work(conn: AsyncConnection) -> None:
            taken = await store.take(conn, row.id, context.clock())
            if taken is not None and isinstance(deed, TransactionTask):
                crash_point("due.taken")
                await deed.do(context, conn, taken)
                crash_point("due.done")

        try:
            await context.db.write(work)
        except DatabaseBusy:
            raise
        except Exception:
            logger.exception("what was due failed and will be tried again", extra={"kind": row.kind, "row": row.id})
            await self._later(row)

    @in_background
    async def _errand(self, row: DueRow) -> None:
        errand, db = KINDS[row.kind], self.app.context.db
        try:
            if isinstance(errand, BackgroundTask):
                await errand.run(self.app, row)
            await db.write(lambda conn: store.finish(conn, row.id))
        except Exception:
            logger.exception("an errand failed and will be begun again", extra={"kind": row.kind, "row": row.id})
            await self._later(row)

    def _errand_ended(self, row_id: int) -> None:
        task = self._errands.pop(row_id)
        self._slow.discard(row_id)
        self._ended.add(row_id)
        if task.cancelled() or task.exception() is None:
            self.wake()
            return
        logger.warning("the database is busy: an errand is begun again later", extra={"row": row_id})
        self._set(DELAYS[0])

    async def _later(self, row: DueRow) -> None:
        """Has a row that failed done again after a while."""
        context = self.app.context
        at = context.clock() + DELAYS[min(row.attempts, len(DELAYS) - 1)]
        await context.db.write(lambda conn: store.postpone(conn, row.id, at))

"""The loop that runs scheduled tasks: it runs the due rows, then sleeps until the next one is due."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR, MINUTE, SECOND
from bot.common.crash_points import crash_point
from bot.common.tasks import end_tasks
from bot.scheduler.kinds import BACKGROUND, QUICK_TASKS, SLOW_TASKS, SPARE_TASKS, TRANSACTION
from bot.storage.engine.database import DatabaseBusy
from bot.storage.engine.priority_lock import in_background
from bot.storage.queries.time import due as store
from bot.storage.queries.time.due import DueRow
from bot.ui.framework.app import App

logger = logging.getLogger(__name__)

LONGEST = HOUR
"""Maximum milliseconds between checks, since another process may have scheduled a task."""
DELAYS = (5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE)
"""Milliseconds until a failed task is retried. The last delay repeats."""
ROWS_AT_ONCE = 100
"""Maximum number of transaction tasks in one check."""
TASKS_AT_ONCE = 16
"""Maximum number of concurrent background tasks, without slow and spare ones."""
SLOW_AT_ONCE = 2
SPARE_AT_ONCE = 1

Timer = Callable[[float, Callable[[], None]], asyncio.TimerHandle]
"""Calls a function after some seconds, as ``loop.call_later`` does."""


class Scheduler:
    """Runs the due tasks of this process's servers. Each process has one scheduler."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.set_timer: Timer = lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._under_way: dict[int, tuple[str, asyncio.Task[None]]] = {}
        """The background tasks under way with their kinds, by the ids of their rows."""
        self._ended: set[int] = set()
        """The rows of tasks that have ended since the last check began, because that check may still have read them."""
        self._must_look = False
        self._started = False
        self._next_look = math.inf
        """The time of the next check (ms since 1970); ``math.inf`` before the first check."""

    def start(self) -> None:
        """Start on the running event loop. A second call has no effect."""
        if not self._started:
            self._started = True
            self.app.context.schedule.wakes(self.wake)
        self.wake()

    async def close(self, patience: float) -> None:
        """Finish the running tasks. Leave tasks that take longer than ``patience`` seconds to the next start."""
        self._started = False
        if self._timer is not None:
            self._timer.cancel()
        tasks = [self._task, *(task for _, task in self._under_way.values())]
        under_way = {task for task in tasks if task is not None and not task.done()}
        if under_way:
            _, late = await asyncio.wait(under_way, timeout=patience)
            await end_tasks(*late)

    def wake(self, at: int = 0) -> None:
        """Check for due rows now, unless the next check comes before ``at``. Do nothing before the start and after the end."""
        asleep = self._task is None or self._task.done()
        if not self._started or (asleep and at >= self._next_look):
            return
        self._must_look = True
        if asleep:
            self._task = asyncio.create_task(self._run(), name="scheduler")

    @in_background
    async def _run(self) -> None:
        wait = LONGEST
        try:
            while self._must_look:
                self._must_look = False
                wait = await self._look()
        except DatabaseBusy as busy:
            logger.warning("the scheduler waits for the database: %s", busy)
            wait = DELAYS[0]
        except Exception:
            logger.exception("the scheduler failed and will go on")
            wait = DELAYS[1]
        self._look_in(wait)

    def _look_in(self, wait: int) -> None:
        """Set the timer for the next check, in ``wait`` milliseconds."""
        if self._timer is not None:
            self._timer.cancel()
        if self._started:
            self._next_look = self.app.context.clock() + wait
            self._timer = self.set_timer(wait / SECOND, self.wake)

    async def _look(self) -> int:
        """Run the due tasks. Return the milliseconds until the next check."""
        context = self.app.context
        now, assignment = context.clock(), context.assignment

        async def look(conn: AsyncConnection) -> tuple[list[DueRow], list[DueRow], int | None]:
            first = await store.find_first_time(conn, assignment)
            if first is None or first > now:
                return [], [], first
            rows, background = await store.list_due(conn, tuple(TRANSACTION), now, assignment, ROWS_AT_ONCE), list[DueRow]()
            for kinds, most in ((QUICK_TASKS, TASKS_AT_ONCE), (SLOW_TASKS, SLOW_AT_ONCE), (SPARE_TASKS, SPARE_AT_ONCE)):
                free = most - sum(kind in kinds for kind, _ in self._under_way.values())
                background += await store.list_due(conn, kinds, now, assignment, free, self._under_way)
            return rows, background, await store.find_next_time(conn, now, assignment)

        self._ended.clear()
        rows, background, coming = await context.db.read(look)
        for row in background:
            if row.id not in self._ended:
                self._start_task(row)
        for row in rows:
            await self._run_in_transaction(row)
        if len(rows) == ROWS_AT_ONCE:
            self._must_look = True
        if rows:  # a failed task is due again
            coming = await context.db.read(lambda conn: store.find_next_time(conn, now, assignment))
        return LONGEST if coming is None else min(LONGEST, max(SECOND // 10, coming - context.clock()))

    def _start_task(self, row: DueRow) -> None:
        task = asyncio.create_task(self._run_in_background(row), name=f"{row.kind} {row.id}")
        self._under_way[row.id] = row.kind, task
        task.add_done_callback(lambda _: self._end_task(row.id))

    async def _run_in_transaction(self, row: DueRow) -> None:
        context = self.app.context

        async def work(conn: AsyncConnection) -> None:
            taken = await store.take(conn, row.id, context.clock())
            if taken is not None:
                crash_point("due.taken")
                await TRANSACTION[row.kind](context, conn, taken)
                crash_point("due.done")

        try:
            await context.db.write(work)
        except DatabaseBusy:
            raise
        except Exception:
            logger.exception("a scheduled task failed and will be tried again", extra={"kind": row.kind, "row": row.id})
            await self._try_later(row)

    @in_background
    async def _run_in_background(self, row: DueRow) -> None:
        try:
            await BACKGROUND[row.kind].run(self.app, row)
            await self.app.context.db.write(lambda conn: store.finish(conn, row))
        except Exception:
            logger.exception("a scheduled task failed and will be tried again", extra={"kind": row.kind, "row": row.id})
            await self._try_later(row)

    def _end_task(self, row_id: int) -> None:
        _, task = self._under_way.pop(row_id)
        self._ended.add(row_id)
        if task.cancelled() or task.exception() is None:
            self.wake()
            return
        logger.warning("the database is busy: a scheduled task will be tried again", extra={"row": row_id})
        self._look_in(DELAYS[0])

    async def _try_later(self, row: DueRow) -> None:
        """Schedule a failed task again after a delay."""
        context = self.app.context
        at = context.clock() + DELAYS[min(row.attempts, len(DELAYS) - 1)]
        await context.db.write(lambda conn: store.postpone(conn, row.id, at))

"""The pool: the queues, the assignment of jobs to workers, and the retries when a worker dies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from bot.workers.errors import QUEUE_FULL, STOPPING, WAITS_FOR_MUCH, JobFailed, TooBusy, WorkerDied, WorkerProblem
from bot.workers.job import Job, Lane
from bot.workers.process import Result, Worker
from bot.workers.queue import FairQueue
from bot.workers.results import Results

T = TypeVar("T")

THE_BOT = 0
"""The member id for jobs of the bot itself. They are never refused."""
ATTEMPTS = 3
"""Maximum number of attempts at a job whose worker dies."""
MOST_OF_ONE = 5
"""Maximum number of jobs of a lane that can wait for one member."""
MOST_OF_ALL = 200
"""Maximum number of jobs of a lane that can wait for all members together."""
RESULT_BYTES = 48 * 2**20
"""Maximum number of bytes of cached results."""
IDLE = 120.0
"""Seconds after which idle workers are ended."""
IDLE_PAGES = 1800.0
"""Seconds after which idle workers of pages are ended. Their caches serve the next visitors."""

logger = logging.getLogger(__name__)


@dataclass(eq=False)
class _Ticket:
    """A job, and the futures that wait for it."""

    job: Job[Any]
    waiters: dict[asyncio.Future[Any], int] = field(default_factory=dict)
    """The waiting futures, each with its member."""
    task: asyncio.Task[Result | WorkerProblem] | None = None
    """The task that runs the job; ``None`` while the job is in the queue."""


class Workers:
    """Runs jobs in worker processes, which start on demand.

    Each lane has at most ``processes`` workers; the lanes of pages and of spare jobs have one. Members of a lane take turns.
    Equal jobs run once. ``start``: makes a worker; tests pass their own.
    """

    def __init__(self, processes: int = 1, *, start: Callable[[], Awaitable[Worker]] | None = None) -> None:
        start = start or Worker.start
        self._results = Results(RESULT_BYTES)
        self._tickets: dict[Job[Any], _Ticket] = {}
        self._pools = {
            lane: _LanePool(lane, 1 if lane in (Lane.SPARE, Lane.PAGES) else processes, start, self._results, self._tickets)
            for lane in Lane
        }
        self._closing = False

    async def run(self, job: Job[T], member: int) -> T:
        """Return the result of a member's job.

        If all waiters leave, a queued job is dropped and the worker of a running one is ended. Raise :class:`TooBusy` at once
        if too many jobs are waiting or the pool is closing, and :class:`JobFailed` if the job fails.
        """
        found = self._results.get(job)
        if found is not None:
            result: T = found.value
            return result
        if self._closing:
            raise TooBusy(STOPPING)
        line = self._pools[job.lane]
        ticket = self._tickets.get(job)
        if ticket is None:
            line.check_room(member)
            ticket = self._tickets[job] = _Ticket(job)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        ticket.waiters[future] = member
        if ticket.task is None:
            line.queue.put(member, ticket)
            line.start_waiting()
        try:
            return await future
        finally:
            ticket.waiters.pop(future, None)
            if not future.done() or future.cancelled():
                line.leave(ticket, member)

    def waiting(self, lane: Lane) -> int:
        """Return the number of jobs of a lane that wait for a worker."""
        return len(self._pools[lane].queue)

    @property
    def is_free(self) -> bool:
        """Whether all lanes but the spare one are free."""
        return all(lane is Lane.SPARE or line.is_free for lane, line in self._pools.items())

    def pids(self, lane: Lane) -> list[int]:
        """Return the ids of a lane's processes."""
        return [worker.pid for worker in self._pools[lane].workers]

    async def close(self) -> None:
        """End every worker. Waiting and later callers get :class:`TooBusy`."""
        self._closing = True
        await asyncio.gather(*(line.close() for line in self._pools.values()))


class _LanePool:
    """One lane: its queue and its workers."""

    def __init__(
        self,
        lane: Lane,
        processes: int,
        start: Callable[[], Awaitable[Worker]],
        results: Results,
        tickets: dict[Job[Any], _Ticket],
    ) -> None:
        self.lane = lane
        self.queue: FairQueue[_Ticket] = FairQueue()
        self.workers: set[Worker] = set()
        self._processes = processes
        self._start = start
        self._results = results
        self._tickets = tickets
        self._idle: list[Worker] = []
        self._at_work: set[asyncio.Task[Result | WorkerProblem]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._busy: set[asyncio.Future[Any]] = set()
        """Tasks that start or end workers. ``close`` waits for them."""

    @property
    def is_free(self) -> bool:
        """Whether no job is waiting or running."""
        return not self._at_work and not len(self.queue)

    def check_room(self, member: int) -> None:
        """Raise TooBusy if a member's next job would exceed a limit. Jobs of pages are limited elsewhere."""
        if member == THE_BOT or self.lane is Lane.PAGES:
            return
        if self.queue.count(member) >= MOST_OF_ONE:
            raise TooBusy(WAITS_FOR_MUCH)
        if len(self.queue) >= MOST_OF_ALL:
            raise TooBusy(QUEUE_FULL)

    def start_waiting(self) -> None:
        """Start waiting jobs while workers are available."""
        while len(self._at_work) < self._processes and len(self.queue):
            ticket = self.queue.take()
            ticket.task = asyncio.create_task(self._finish_job(ticket.job), name=f"{self.lane} {type(ticket.job).__name__}")
            self._at_work.add(ticket.task)
            ticket.task.add_done_callback(partial(self._handle_outcome, ticket))
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def leave(self, ticket: _Ticket, member: int) -> None:
        """Remove a member who no longer waits for a job. A job without waiters is cancelled."""
        if member not in ticket.waiters.values():
            self.queue.remove(ticket, member)
        if not ticket.waiters:
            self._forget(ticket)
            if ticket.task is not None:
                ticket.task.cancel()

    async def _finish_job(self, job: Job[Any]) -> Result | WorkerProblem:
        """Return the result of a job, or the error."""
        try:
            return await self._try(job)
        except WorkerProblem as problem:
            logger.error("a job failed: %s", problem, extra={"job": type(job).__name__})
            return problem
        except Exception as error:
            logger.exception("a job failed unexpectedly", extra={"job": type(job).__name__})
            return JobFailed(repr(error))

    def _handle_outcome(self, ticket: _Ticket, task: asyncio.Task[Result | WorkerProblem]) -> None:
        """Pass the outcome of a job to all its waiters, and start the next job."""
        self._at_work.discard(task)
        outcome = TooBusy(STOPPING) if task.cancelled() else task.result()
        if isinstance(outcome, Result):
            self._results.put(ticket.job, outcome)
        self._settle(ticket, outcome)
        self.start_waiting()
        if not self._at_work and self._timer is None:
            idle = IDLE_PAGES if self.lane is Lane.PAGES else IDLE
            # In a separate context, because in the simulated Discord a press waits for the timers of its own context.
            self._timer = Context().run(asyncio.get_running_loop().call_later, idle, self._end_idle)

    async def _try(self, job: Job[Any]) -> Result:
        """Return the result of a job. Restart the job if its worker dies. Raise JobFailed after too many attempts."""
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return await self._run_on_worker(job)
            except WorkerDied as death:
                logger.warning("%s", death, extra={"job": type(job).__name__, "attempt": attempt})
            except TimeoutError:
                raise JobFailed(f"it took longer than {job.seconds:.0f} s") from None
        raise JobFailed(f"its worker died {ATTEMPTS} times")

    async def _run_on_worker(self, job: Job[Any]) -> Result:
        worker = self._idle.pop() if self._idle else await self._start_worker()
        fit = False
        try:
            result = await worker.do(job)
            fit = not worker.is_worn_out
        except JobFailed:
            fit = not worker.is_worn_out
            raise
        else:
            return result
        finally:
            if fit:
                self._idle.append(worker)
            else:
                self.workers.discard(worker)
                await worker.end()

    async def _start_worker(self) -> Worker:
        """Start a worker. If the caller is cancelled, the worker is kept for the next job."""
        starting = asyncio.ensure_future(self._start())
        self._busy.add(starting)
        starting.add_done_callback(self._busy.discard)
        try:
            worker = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._keep_started)
            raise
        self.workers.add(worker)
        return worker

    def _keep_started(self, starting: asyncio.Future[Worker]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self.workers.add(starting.result())
            self._idle.append(starting.result())

    def _settle(self, ticket: _Ticket, outcome: Result | WorkerProblem) -> None:
        self._forget(ticket)
        for future in ticket.waiters:
            if future.done():
                continue
            if isinstance(outcome, Result):
                future.set_result(outcome.value)
            else:
                future.set_exception(outcome)

    def _forget(self, ticket: _Ticket) -> None:
        if self._tickets.get(ticket.job) is ticket:
            del self._tickets[ticket.job]

    def _end_idle(self) -> None:
        """End the workers that have been idle for a while."""
        self._timer = None
        idle, self._idle = self._idle, []
        self.workers.difference_update(idle)
        for worker in idle:
            task = asyncio.create_task(worker.end())
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def close(self) -> None:
        """End all workers of the lane."""
        while len(self.queue):
            self._settle(self.queue.take(), TooBusy(STOPPING))
        for task in self._at_work:
            task.cancel()
        while self._at_work or self._busy:
            await asyncio.wait({*self._at_work, *self._busy})
            await asyncio.sleep(0)  # let the callbacks of the tasks run
        if self._timer is not None:
            self._timer.cancel()
        self._end_idle()
        if self._busy:
            await asyncio.wait(set(self._busy))

"""The rate limit: Discord takes 50 requests a second from the whole bot, over all its processes.

Every request waits here for its slot, but for the answers to interactions, which Discord does not count. Posts go first,
edits that only tidy up go last.
"""

from __future__ import annotations

import asyncio
import enum
import heapq
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from typing import Any

import discord

from bot.common.request_rate import GAP, SECOND, advance
from bot.storage.engine.shard_locks import LocksLost

logger = logging.getLogger(__name__)

BATCH = 4
"""The most slots that a process reserves at a time."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions and what follows them."""
LATE = 0.05
"""A request counts as late if it goes so many seconds after its slot."""
RETRY = 0.5
"""Seconds to wait after the database did not answer."""

Reserve = Callable[[int], Awaitable[float]]
"""Reserves slots for some requests. Returns the seconds from now to the first slot, negative if it is past. The other slots
follow every ``GAP`` microseconds."""


class Priority(enum.IntEnum):
    """Which waiting requests go first."""

    POST = 0
    OTHER = 1
    TIDY = 2


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.OTHER)


@contextmanager
def priority(value: Priority) -> Iterator[None]:
    """Give the requests within that priority."""
    token = _priority.set(value)
    try:
        yield
    finally:
        _priority.reset(token)


class Slots:
    """The slots of the whole bot, kept in memory."""

    def __init__(self) -> None:
        self._upcoming = 0

    def reserve(self, count: int, now: float) -> float:
        """Reserve slots at the time ``now``, in seconds of any one clock. Return what :data:`Reserve` returns."""
        at = round(now * SECOND)
        self._upcoming = advance(self._upcoming, at, count)
        return (self._upcoming - count * GAP - at) / SECOND


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


def reserve_in_memory() -> Reserve:
    """Return a function that reserves slots for a bot of one process."""
    slots = Slots()

    async def reserve(count: int) -> float:
        return slots.reserve(count, _loop_time())

    return reserve


class RateLimiter:
    """Lets requests go, the most urgent first.

    ``reserve``: by default the slots of a bot of one process, kept in memory. ``sleep`` and ``clock`` count in seconds.
    """

    def __init__(
        self,
        reserve: Reserve | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = _loop_time,
    ) -> None:
        self.reserve = reserve or reserve_in_memory()
        self._sleep = sleep
        self._clock = clock
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._task: asyncio.Task[None] | None = None
        self._is_late = False
        """While requests run late, one slot is reserved at a time: the rest would expire."""

    @property
    def waiting(self) -> int:
        """Requests that wait for their slots."""
        return len(self._waiting)

    async def admit(self, urgency: Priority) -> None:
        """Wait until a request of that priority may be sent."""
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._order), slot))
        if self._task is None or self._task.done():
            # In a context of its own: a simulated Discord moves the caller's time, and the rate limit counts real seconds.
            self._task = asyncio.create_task(self._run(), name="rate limit", context=Context())
        await slot

    async def _run(self) -> None:
        while self._waiting:
            count = 1 if self._is_late else min(len(self._waiting), BATCH)
            asked = self._clock()
            try:
                first = await self.reserve(count)
            except LocksLost as lost:
                logger.warning("the rate limit waits for the database: %s", lost)
                await self._sleep(RETRY)
                continue
            slow = self._clock() - asked > LATE  # the slots may be past, for an unknown time: only one is used
            self._is_late = await self._admit_at_slots(self._clock() + first, 1 if slow else count) or slow

    async def _admit_at_slots(self, first: float, count: int) -> bool:
        """Let ``count`` requests go, from the time ``first`` on. Return whether one was late; the rest then lose their slots.

        Otherwise all that a busy process missed would go at once, beside the requests of the other processes.
        """
        for number in range(count):
            at = first + number * GAP / SECOND
            if (wait := at - self._clock()) > 0:
                await self._sleep(wait)
            self._admit_next()
            if self._clock() - at > LATE:
                return True
        return False

    def _admit_next(self) -> None:
        """Let the most urgent request go. Skip requests whose sender was cancelled."""
        while self._waiting:
            *_, slot = heapq.heappop(self._waiting)
            if not slot.done():
                slot.set_result(None)
                return


def limit_requests(http: discord.http.HTTPClient, limiter: RateLimiter) -> None:
    """Make every request of a client that Discord counts wait for its slot."""
    send = http.request

    async def request(route: discord.http.Route, **options: Any) -> Any:
        if not route.path.startswith(EXEMPT):
            await limiter.admit(_priority.get())
        return await send(route, **options)

    http.request = request  # type: ignore[method-assign]

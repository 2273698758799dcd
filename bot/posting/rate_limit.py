"""The rate limit: Discord accepts 50 requests per second from the whole bot, across all its processes.

Every request waits here for its slot, except answers to interactions, which Discord does not count. Posts go first, and edits
that only tidy up go last.
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

import aiohttp
import discord

from bot.common.request_rate import GAP, SECOND, advance
from bot.common.tasks import run_to_end
from bot.storage.engine.shard_locks import LocksLost

logger = logging.getLogger(__name__)

BATCH = 4
"""Maximum number of slots that a process reserves at a time."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions and their follow-up messages."""
EXCHANGE = aiohttp.ClientTimeout(total=40.0)
"""Seconds that Discord may take to accept and answer a request. An attempt at a post may take longer."""
LATE = 0.05
"""Seconds after its slot at which a request counts as late."""
RETRY = 0.5
"""Seconds to wait after the database has failed to answer."""

Reserve = Callable[[int], Awaitable[float]]
"""Reserves slots for N requests. Returns the seconds until the first slot, negative if it is in the past. The other slots
follow every ``GAP`` microseconds."""


class Priority(enum.IntEnum):
    """The priority of a waiting request: the lowest value goes first."""

    POST = 0
    OTHER = 1
    TIDY = 2


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.OTHER)


@contextmanager
def priority(value: Priority) -> Iterator[None]:
    """Give the requests made within the block this priority."""
    token = _priority.set(value)
    try:
        yield
    finally:
        _priority.reset(token)


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


class Slots:
    """The slots of a bot with a single process, held in memory. ``clock`` counts in seconds."""

    def __init__(self, clock: Callable[[], float] = _loop_time) -> None:
        self._clock = clock
        self._upcoming = 0

    async def reserve(self, count: int) -> float:
        """Reserve slots. Return the seconds until the first one, as a :data:`Reserve` does."""
        at = round(self._clock() * SECOND)
        self._upcoming = advance(self._upcoming, at, count)
        return (self._upcoming - count * GAP - at) / SECOND


class RateLimiter:
    """Admits requests, most urgent first.

    ``reserve``: by default, slots in memory for a bot with a single process. ``sleep`` and ``clock`` count in seconds.
    """

    def __init__(
        self,
        reserve: Reserve | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = _loop_time,
    ) -> None:
        self.reserve = reserve or Slots().reserve
        self._sleep = sleep
        self._clock = clock
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._task: asyncio.Task[None] | None = None
        self._is_late = False
        """Whether requests are running late. While they are, slots are reserved one at a time, because the rest would
        expire."""

    @property
    def waiting(self) -> int:
        """The number of requests that wait for their slots."""
        return len(self._waiting)

    async def admit(self, urgency: Priority) -> None:
        """Wait until a request with this priority may be sent."""
        slot: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._order), slot))
        if self._task is None or self._task.done():
            # In a separate context: a simulated Discord moves the caller's time, but the rate limit counts real seconds.
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
            slow = self._clock() - asked > LATE  # some slots may have passed, so only one is used
            self._is_late = await self._admit_at_slots(self._clock() + first, 1 if slow else count) or slow

    async def _admit_at_slots(self, first: float, count: int) -> bool:
        """Admit ``count`` requests, beginning at the time ``first``. Return whether one was late; the rest then lose their
        slots.

        Otherwise a busy process would use all its missed slots at once, in addition to the requests of other processes.
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
        """Admit the most urgent request. Skip requests whose sender was cancelled."""
        while self._waiting:
            *_, slot = heapq.heappop(self._waiting)
            if not slot.done():
                slot.set_result(None)
                return


class RouteLimit(discord.http.Ratelimit):
    """The rate limit of a route, which discord.py reads from Discord's answers.

    discord.py itself refuses every request while the reset is further away than its longest wait, even if the limit is not
    reached. It would create one thread in five minutes although Discord allows fifty.
    """

    async def acquire(self) -> None:
        """Wait until a request may be sent. Raise RateLimited if that takes longer than discord.py may wait."""
        if self.is_expired():
            self.reset()  # type: ignore[no-untyped-call]
        if self.remaining <= 0:
            await super().acquire()
            return
        self._last_request = _loop_time()
        self.remaining -= 1
        self.outgoing += 1


def limit_requests(http: discord.http.HTTPClient, limiter: RateLimiter) -> None:
    """Make each counted request of a client wait for its slot, and run each to its end.

    Cancelling a caller does not cancel its request: that could leave discord.py's shared state inconsistent, such as the event
    that it clears while a limit of the whole bot lasts. Every request ends, because each exchange with Discord has a time limit
    (:data:`EXCHANGE`).
    """
    send = http.request
    in_flight = set[asyncio.Task[Any]]()

    async def request(route: discord.http.Route, **options: Any) -> Any:
        if not route.path.startswith(EXEMPT):
            await limiter.admit(_priority.get())
        return await run_to_end(send(route, timeout=EXCHANGE, **options), in_flight, f"{route.method} {route.path}")

    def get_ratelimit(key: str) -> discord.http.Ratelimit:
        if key not in http._buckets:
            http._buckets[key] = RouteLimit(http.max_ratelimit_timeout)
            http._try_clear_expired_ratelimits()
        return http._buckets[key]

    http.request = request  # type: ignore[method-assign]
    http.get_ratelimit = get_ratelimit  # type: ignore[method-assign]

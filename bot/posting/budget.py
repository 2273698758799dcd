"""The budget of requests: Discord takes 50 a second from the whole bot, over all its processes.

Every request but the answers to interactions, which Discord does not count, waits here for its turn. Posts go first,
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

from bot.storage.engine.request_budget import BURST, RATE
from bot.storage.engine.shard_locks import LocksLost

logger = logging.getLogger(__name__)

BATCH = 4
"""Requests for which a process asks at a time, where it has as many waiting."""
EXEMPT = ("/interactions/", "/webhooks/")
"""Paths that Discord does not count: answers to interactions and what follows them."""
LATE = 0.05
"""Seconds after its turn from which on a request counts as late."""
RETRY = 0.5
"""Seconds before the shared budget is asked again, where the database did not answer."""

Reserve = Callable[[int], Awaitable[float]]
"""Reserves room for some requests: the seconds from now to the turn of the first, negative where it is past already. The
others follow every ``1 / RATE`` seconds."""


class Priority(enum.IntEnum):
    """What goes first where requests wait."""

    POST = 0
    OTHER = 1
    TIDY = 2


_priority: ContextVar[Priority] = ContextVar("priority", default=Priority.OTHER)


@contextmanager
def priority(value: Priority) -> Iterator[None]:
    """The requests within have that priority."""
    token = _priority.set(value)
    try:
        yield
    finally:
        _priority.reset(token)


class Pace:
    """The arithmetic of the budget: when the next requests may go. Times are in seconds of any one clock."""

    def __init__(self) -> None:
        self.next = 0.0
        """When the next request may go at the earliest, if no burst is left."""

    def reserve(self, count: int, now: float) -> float:
        """Reserves ``count`` requests; returns the seconds from ``now`` to the turn of the first, which may be past."""
        first = max(self.next, now - (BURST - 1) / RATE)
        self.next = first + count / RATE
        return first - now


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


def alone() -> Reserve:
    """The budget of a bot of one process, kept in memory."""
    own = Pace()

    async def reserve(count: int) -> float:
        return own.reserve(count, _loop_time())

    return reserve


class RateLimiter:
    """Lets requests go, the most urgent first.

    ``reserve``: by default the budget of a bot of one process. ``sleep`` and ``clock`` count in seconds.
    """

    def __init__(
        self,
        reserve: Reserve | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = _loop_time,
    ) -> None:
        self.reserve = reserve or alone()
        self._sleep = sleep
        self._clock = clock
        self._waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._task: asyncio.Task[None] | None = None
        self._is_late = False
        """Whether the last requests went late. As long as they do, one turn is reserved at a time, for others would be lost."""

    @property
    def waiting(self) -> int:
        """Requests that wait for their turn."""
        return len(self._waiting)

    async def admit(self, urgency: Priority) -> None:
        """Returns when a request of that priority may be sent."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._order), turn))
        if self._task is None or self._task.done():
            # In a context of its own: a simulated Discord moves the time of whoever asks, and the budget counts real seconds.
            self._task = asyncio.create_task(self._run(), name="request budget", context=Context())
        await turn

    async def _run(self) -> None:
        while self._waiting:
            count = 1 if self._is_late else min(len(self._waiting), BATCH)
            asked = self._clock()
            try:
                first = await self.reserve(count)
            except LocksLost as lost:
                logger.warning("the budget of requests waits for the database: %s", lost)
                await self._sleep(RETRY)
                continue
            slow = self._clock() - asked > LATE  # the turns may be past, and how long is not known: only one is used
            self._is_late = await self._admit_in_turn(self._clock() + first, 1 if slow else count) or slow

    async def _admit_in_turn(self, first: float, count: int) -> bool:
        """Lets ``count`` requests go, from the time ``first`` on. Returns whether one was late; the rest then lose their turns.

        Otherwise all that a busy process missed would go at once, beside the requests of the other processes.
        """
        for turn in range(count):
            at = first + turn / RATE
            if (wait := at - self._clock()) > 0:
                await self._sleep(wait)
            self._admit_next()
            if self._clock() - at > LATE:
                return True
        return False

    def _admit_next(self) -> None:
        """Lets the most urgent one go; requests whose sender was cancelled are passed over."""
        while self._waiting:
            *_, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return


def pace(http: discord.http.HTTPClient, budget: RateLimiter) -> None:
    """Has every request of a client that Discord counts wait for the budget."""
    send = http.request

    async def request(route: discord.http.Route, **options: Any) -> Any:
        if not route.path.startswith(EXEMPT):
            await budget.admit(_priority.get())
        return await send(route, **options)

    http.request = request  # type: ignore[method-assign]

"""The order in which transactions use SQLite's one connection: answers to players first, then background work."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 0.25
"""Background work that has waited this many seconds goes first, so that boards are posted even under load."""

_is_background: ContextVar[bool] = ContextVar("background", default=False)


def in_background(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorate a coroutine function that runs as a background task: its transactions wait for those of answers."""

    @wraps(work)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        token = _is_background.set(True)
        try:
            return await work(*args, **kwargs)
        finally:
            _is_background.reset(token)

    return run


class _Waiting(NamedTuple):
    since: float
    granted: asyncio.Future[None]


class PriorityLock:
    """A lock that one task holds at a time. Answers do not queue behind background work."""

    def __init__(self) -> None:
        self._held = False
        self._answers: deque[_Waiting] = deque()
        self._background: deque[_Waiting] = deque()

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Wait for the lock, and hold it within the block."""
        await self._acquire()
        try:
            yield
        finally:
            self._release()

    async def _acquire(self) -> None:
        if not self._held:
            self._held = True
            return
        loop = asyncio.get_running_loop()
        waiting = _Waiting(loop.time(), loop.create_future())
        (self._background if _is_background.get() else self._answers).append(waiting)
        try:
            await waiting.granted
        except asyncio.CancelledError:
            if not waiting.granted.cancelled():  # the lock was granted at the same moment
                self._release()
            raise

    def _release(self) -> None:
        """Pass the lock on to the next waiter that was not cancelled."""
        while (waiting := self._next()) is not None:
            if not waiting.granted.done():
                waiting.granted.set_result(None)
                return
        self._held = False

    def _next(self) -> _Waiting | None:
        late = asyncio.get_running_loop().time() - PATIENCE
        if self._answers and not (self._background and self._background[0].since < late):
            return self._answers.popleft()
        return self._background.popleft() if self._background else None

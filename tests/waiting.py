"""Waits of tests: for one thing, by name, and for seconds in which this process really ran.

A wait that fails says what it waited for and for how long, what the witnesses (a simulated Discord, the processes of the bot)
have seen instead, and what was logged. A time in which the whole process stood still, as in a suspended machine, counts as one
second.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

from bot.common.clock import running_timeout

Found = TypeVar("Found")

PATIENCE = 30.0
"""Seconds after which a wait gives up."""
LOOK = 0.008
"""Seconds between two looks at a condition."""


class Witness(Protocol):
    """Something that can tell a failing wait what it has seen."""

    def describe_arrivals(self) -> str:
        """Return the newest of what has arrived, a line each."""


_witnesses: weakref.WeakSet[Witness] = weakref.WeakSet()


def add_witness(witness: Witness) -> None:
    """Have every wait that fails in this test describe what ``witness`` has seen, as long as it exists."""
    _witnesses.add(witness)


class NewestRecords(logging.Handler):
    """Keeps the newest log records of the running test, formatted."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque(maxlen=30)
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.lines.append(self.format(record))


NEWEST_RECORDS = NewestRecords()


def forget_arrivals() -> None:
    """Forget the witnesses and the log of the tests before."""
    _witnesses.clear()
    NEWEST_RECORDS.lines.clear()


def describe_arrivals() -> str:
    """Return what all witnesses have seen, and what was logged in this process."""
    logged = "\n".join(NEWEST_RECORDS.lines) or "nothing"
    return "\n".join((*(witness.describe_arrivals() for witness in _witnesses), f"logged in this process:\n{logged}"))


@asynccontextmanager
async def limited(what: str, seconds: float = PATIENCE) -> AsyncIterator[None]:
    """Limit the block, which waits for ``what``, to a running time. Raise ``AssertionError`` when that is over."""
    begun = time.monotonic()
    try:
        async with running_timeout(seconds) as limit:
            yield
    except TimeoutError:
        if not limit.expired():
            raise
        passed = f"{seconds:.0f} s of running time, {time.monotonic() - begun:.0f} s in all"
        raise AssertionError(f"waited {passed}, for: {what}\n{describe_arrivals()}") from None


async def until(what: str, is_true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until a condition holds. Raise ``AssertionError`` after ``seconds`` of running time."""
    async with limited(what, seconds):
        while not is_true():  # noqa: ASYNC110 - anything may make it true, no one event does
            await asyncio.sleep(LOOK)


async def until_found(what: str, find: Callable[[], Awaitable[Found | None]], seconds: float = PATIENCE) -> Found:
    """Ask until something is found, and return it: for what no event announces, as in a database or another process.

    Raise ``AssertionError`` after ``seconds`` of running time.
    """
    async with limited(what, seconds):
        while not (found := await find()):  # noqa: ASYNC110 - as above
            await asyncio.sleep(LOOK)
    return found

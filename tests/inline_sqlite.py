"""SQLite without a thread: for tests in which one process has one connection.

aiosqlite hands each statement to a thread of its connection. Waking that and being woken took half of the processor time of
tests in the simulated Discord. Tests of transactions, locks and crashes have the thread, as the bot does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import aiosqlite
import pytest
from sqlalchemy.connectors import asyncio as adapter
from sqlalchemy.ext.asyncio import engine
from sqlalchemy.util import greenlet_spawn

Result = TypeVar("Result")


def patch_sqlite(patch: pytest.MonkeyPatch) -> None:
    """Have connections to SQLite that are made from now on run their statements at once, in the thread of the event loop."""
    patch.setattr(aiosqlite.Connection, "_connect", _connect)
    patch.setattr(aiosqlite.Connection, "_execute", _execute)
    patch.setattr(adapter, "await_", _run)
    patch.setattr(engine, "greenlet_spawn", _spawn)


async def _connect(connection: Any) -> aiosqlite.Connection:
    connection._connection = connection._connector()
    return connection


async def _execute(connection: Any, function: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    if not connection._running or not connection._connection:
        raise ValueError("Connection closed")
    return function(*arguments, **named)


def _run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that waits for nothing, without a switch to the event loop and back."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        result: Result = end.value
        return result
    raise RuntimeError("a statement waited for something")


def _spawn(function: Callable[..., Result], *arguments: Any, _require_await: bool = False, **named: Any) -> Awaitable[Result]:
    """Run a function that may wait, as SQLAlchemy does; a statement that ``_run`` has run did not."""
    return greenlet_spawn(function, *arguments, **named)

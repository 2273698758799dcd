"""Tasks: running them to their end even if their caller is cancelled, and ending them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
logger = logging.getLogger(__name__)


async def run_to_end(work: Coroutine[Any, Any, T], running: set[asyncio.Task[Any]], name: str) -> T:
    """Run ``work`` in a task of its own, which is in ``running`` until it ends, and return its result or raise its exception.

    Cancelling the caller does not cancel the task; a later failure is only logged.
    """
    task = asyncio.create_task(work, name=name)
    running.add(task)
    task.add_done_callback(running.discard)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        task.add_done_callback(_log_failure)
        raise
    return task.result()


async def end_tasks(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks, and return once they have ended. Their results and exceptions are dropped."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.warning("%s failed after its caller was cancelled", task.get_name(), exc_info=error)

"""Tasks that cannot be cancelled half way through a transaction."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

T = TypeVar("T")


class Unstoppable(asyncio.Task[T]):
    """A task that ignores ``cancel`` while it is ``busy``, even when the event loop ends and cancels everything.

    A cancelled ``await`` inside a statement would leave the driver at work on a connection in an unknown state. What runs
    while the task is busy must end by itself.
    """

    busy: bool = False

    def cancel(self, msg: Any | None = None) -> bool:
        """Cancel the task unless it is busy. Returns whether it was cancelled."""
        return False if self.busy else super().cancel(msg)

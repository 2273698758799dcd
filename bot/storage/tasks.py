"""Tasks that cannot be cancelled half way through a transaction."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

T = TypeVar("T")


class Unstoppable(asyncio.Task[T]):
    """A task that pays no heed to ``cancel`` while it is ``busy``, not even when everything is cancelled at the end of a loop.

    A cancelled ``await`` in the middle of a statement would leave the driver's thread or socket to go on by itself, with a
    connection in an unknown state. What is done while it is busy must come to its end by itself.
    """

    busy: bool = False

    def cancel(self, msg: Any | None = None) -> bool:
        """Cancel the task, as far as it can be: false if it goes on."""
        return False if self.busy else super().cancel(msg)

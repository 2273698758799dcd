"""The arithmetic of the rate limit: when requests to Discord may go, over all processes of the bot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

RATE = 41.0
"""Requests a second of the whole bot."""
BURST = 2
"""Requests that may go at once after a pause: a board, and the edit of the previous board. Any second has at most
``RATE + BURST`` slots: fewer than Discord's 50, for a request may go late, and not all take equally long to arrive."""
SECOND = 1_000_000
"""In microseconds."""
GAP = math.ceil(SECOND / RATE)
"""Microseconds from one slot to the next."""


def advance(upcoming: Any, now: Any, count: Any, latest: Callable[[Any, Any], Any] = max) -> Any:
    """Reserve ``count`` slots; return the time of the slot after them. Their first is ``count * GAP`` earlier, maybe past.

    Times are in microseconds of any one clock. upcoming: what the reservation before returned, or 0. With SQL expressions for
    these and the database's maximum as ``latest``, it returns an SQL expression.
    """
    return latest(upcoming, now - (BURST - 1) * GAP) + count * GAP

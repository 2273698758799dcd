"""The arithmetic of the rate limit: when requests to Discord may be sent, across all processes of the bot."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

RATE = 41.0
"""Requests per second for the whole bot."""
BURST = 2
"""Requests that may be sent at once after a pause: a board, and the edit of the previous board. Any second has at most 43 slots
(``RATE + BURST``). This is less than Discord's limit of 50, because requests can be sent late and take different times to
arrive."""
SECOND = 1_000_000
"""One second, in microseconds."""
GAP = math.ceil(SECOND / RATE)
"""Microseconds from one slot to the next."""


def advance(upcoming: Any, now: Any, count: Any, latest: Callable[[Any, Any], Any] = max) -> Any:
    """Reserve ``count`` slots. Return the time of the next free slot; the first reserved one is ``count * GAP`` earlier.

    The first slot can be in the past. Times are in microseconds of any one clock. ``upcoming``: the result of the previous
    reservation, or 0. With SQL expressions as arguments, and the database's maximum function as ``latest``, the result is an
    SQL expression.
    """
    return latest(upcoming, now - (BURST - 1) * GAP) + count * GAP

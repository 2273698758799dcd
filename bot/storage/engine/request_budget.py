"""The budget of requests that all processes share: when the next one may go, as a value of the bot's own."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

RATE = 41.0
"""Requests a second of the whole bot."""
BURST = 2
"""Requests that may go at once after a pause: a board, and the edit of the previous board. Any second has at most
``RATE + BURST`` turns: fewer than Discord's 50, for a request may go late, and not all take equally long to arrive."""
SECOND = 1_000_000
"""In microseconds."""


async def reserve(connection: AsyncConnection, count: int) -> float:
    """Reserves ``count`` requests on PostgreSQL; returns the seconds from now to the turn of the first.

    The arithmetic is that of ``bot.posting.budget.Pace``, by the server's clock, which all processes share.
    """
    gap = SECOND / RATE
    reserved = await connection.execute(_RESERVE, {"back": round((BURST - 1) * gap), "cost": round(count * gap)})
    following, now = reserved.one()
    return float(following - round(count * gap) - now) / SECOND


_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
_RESERVE = text(
    "INSERT INTO bot_values AS budget (key, value)"  # noqa: S608 - no text from outside
    f" VALUES ('request_budget', CAST({_NOW} - :back + :cost AS text))"
    " ON CONFLICT (key) DO UPDATE"
    f" SET value = CAST(greatest(CAST(budget.value AS bigint), {_NOW} - :back) + :cost AS text)"
    f" RETURNING CAST(value AS bigint), {_NOW}"
)

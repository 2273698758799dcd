"""Adjusts the schedule after the system clock was set back: tasks that were due soon still run soon.

Without this, they would wait until the clock shows the old time again. Times promised to players (deadlines, reminders, quiet
hours) do not change.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.channels import sending
from bot.storage.queries.time import due
from bot.usecases.context import Context

SOON: list[str] = []
"""The kinds of scheduled tasks without a promised time: they run as soon as there is capacity.

``bot.usecases.followers`` lists them.
"""


async def bring_forward(conn: AsyncConnection, served: Assignment, now: int, by: int) -> None:
    """Make posts, and tasks of the kinds ``SOON``, due earlier in the given servers.

    The clock was set back by ``by`` milliseconds and shows ``now``.
    """
    await sending.bring_forward(conn, served, now, by)
    await due.bring_forward(conn, tuple(SOON), served, now, by)


async def follow(context: Context, by: int) -> None:
    """Adjust the schedule of all servers of this process, as in :func:`bring_forward`. Raise DatabaseBusy."""
    now, served = context.clock(), context.assignment
    await context.db.write(lambda conn: bring_forward(conn, served, now, by))

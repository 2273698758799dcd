"""A clock that is set back: what was to be done soon is done soon, not when the clock shows that time again.

What was promised to players for a time (deadlines, reminders, quiet hours) stays at that time.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.channels import sending
from bot.storage.queries.time import due
from bot.usecases.context import Context

SOON: list[str] = []
"""The kinds of scheduled tasks that are not promised for a time: they are to be done as soon as there is room.

``bot.usecases.followers`` lists them.
"""


async def bring_forward(conn: AsyncConnection, served: Assignment, now: int, by: int) -> None:
    """Bring what is to be done soon in some servers forward: the clock was set back ``by`` milliseconds and shows ``now``."""
    await sending.bring_forward(conn, served, now, by)
    await due.bring_forward(conn, tuple(SOON), served, now, by)


async def follow(context: Context, by: int) -> None:
    """Do so for all servers of this process. Raise DatabaseBusy."""
    now, served = context.clock(), context.assignment
    await context.db.write(lambda conn: bring_forward(conn, served, now, by))

"""After the system clock is set back, tasks that were due soon are still run soon.

They do not wait until the clock shows the old time again. Times promised to players (deadlines, reminders, quiet hours) do
not change.
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
    """Bring forward such tasks and posts of some servers: the clock was set back ``by`` milliseconds and shows ``now``."""
    await sending.bring_forward(conn, served, now, by)
    await due.bring_forward(conn, tuple(SOON), served, now, by)


async def follow(context: Context, by: int) -> None:
    """Bring the tasks of all servers of this process forward. Raise DatabaseBusy."""
    now, served = context.clock(), context.assignment
    await context.db.write(lambda conn: bring_forward(conn, served, now, by))

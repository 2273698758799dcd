"""The kinds of what is due, and what is done about each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.scheduler import computers, leavers
from bot.scheduler import demos as demo_errands
from bot.scheduler import lookbacks as lookback_errands
from bot.storage.queries.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.channels import adjourning
from bot.usecases.computers import computer_turns, demos, lookbacks, takeover
from bot.usecases.context import Context
from bot.usecases.notifications import notify
from bot.usecases.play import proposals
from bot.usecases.seats import seat_offers, watching
from bot.usecases.statistics import rebuild
from bot.usecases.tables import tables, votes
from bot.usecases.time import alarms, vacation


class TransactionTask(NamedTuple):
    """Something that is done in the very transaction that deletes its row: exactly once, whatever is killed."""

    do: Callable[[Context, AsyncConnection, DueRow], Awaitable[None]]


class BackgroundTask(NamedTuple):
    """Something that takes longer, or that needs Discord or a worker, so it runs outside a transaction.

    Its row is deleted when it returns. Where it must happen once only, it deletes the row itself (``storage.due.finish``) in
    the transaction that ends it. After a kill it is begun again.
    """

    run: Callable[[App, DueRow], Awaitable[None]]
    slow: bool = False
    """Whether it takes minutes: few of these are under way at once, so that no other errand waits for them."""


async def _recount(app: App, row: DueRow) -> None:
    await rebuild.bring_up_to_date(app.context, row.guild_id)


KINDS: dict[str, TransactionTask | BackgroundTask] = {
    "table": TransactionTask(tables.expire),
    "clock": TransactionTask(alarms.ring),
    "answer": TransactionTask(proposals.expire),
    "vacation": TransactionTask(vacation.boundary),
    votes.DUE: TransactionTask(votes.day_is_over),
    "recount": BackgroundTask(_recount),
    seat_offers.DUE: TransactionTask(seat_offers.expire),
    "tell": TransactionTask(notify.after_quiet),
    "remind": TransactionTask(notify.remind),
    computer_turns.MOVE: BackgroundTask(computers.move),
    lookbacks.DUE: BackgroundTask(lookback_errands.look_back, slow=True),
    demos.DUE: BackgroundTask(demo_errands.go_on),
    takeover.DUE: BackgroundTask(computers.stand_in),
    computer_turns.ANSWER: BackgroundTask(computers.answer),
    adjourning.HOMELESS: TransactionTask(adjourning.homeless),
    watching.DUE: BackgroundTask(leavers.look),
}
"""By the ``kind`` of the row."""

DEEDS = tuple(name for name, kind in KINDS.items() if isinstance(kind, TransactionTask))
SLOW = tuple(name for name, kind in KINDS.items() if isinstance(kind, BackgroundTask) and kind.slow)
"""The kinds of errands of which few are under way at the same time."""
QUICK = tuple(name for name, kind in KINDS.items() if isinstance(kind, BackgroundTask) and not kind.slow)
"""The kinds of the other errands."""

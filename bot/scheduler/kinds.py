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


class Deed(NamedTuple):
    """Something that is done in the very transaction that deletes its row: exactly once, whatever is killed."""

    do: Callable[[Context, AsyncConnection, DueRow], Awaitable[None]]


class Errand(NamedTuple):
    """Something that takes longer, or that needs Discord or a worker, so it runs outside a transaction.

    Its row is deleted when it returns. Where it must happen once only, it deletes the row itself (``storage.due.finish``) in
    the transaction that ends it. After a kill it is begun again.
    """

    run: Callable[[App, DueRow], Awaitable[None]]
    slow: bool = False
    """Whether it takes minutes: few of these are under way at once, so that no other errand waits for them."""


async def _recount(app: App, row: DueRow) -> None:
    await rebuild.bring_up_to_date(app.context, row.guild_id)


KINDS: dict[str, Deed | Errand] = {
    "table": Deed(tables.expire),
    "clock": Deed(alarms.ring),
    "answer": Deed(proposals.expire),
    "vacation": Deed(vacation.boundary),
    votes.DUE: Deed(votes.day_is_over),
    "recount": Errand(_recount),
    seat_offers.DUE: Deed(seat_offers.expire),
    "tell": Deed(notify.after_quiet),
    "remind": Deed(notify.remind),
    computer_turns.MOVE: Errand(computers.move),
    lookbacks.DUE: Errand(lookback_errands.look_back, slow=True),
    demos.DUE: Errand(demo_errands.go_on),
    takeover.DUE: Errand(computers.stand_in),
    computer_turns.ANSWER: Errand(computers.answer),
    adjourning.HOMELESS: Deed(adjourning.homeless),
    watching.DUE: Errand(leavers.look),
}
"""By the ``kind`` of the row."""

DEEDS = tuple(name for name, kind in KINDS.items() if isinstance(kind, Deed))
SLOW = tuple(name for name, kind in KINDS.items() if isinstance(kind, Errand) and kind.slow)
"""The kinds of errands of which few are under way at the same time."""
QUICK = tuple(name for name, kind in KINDS.items() if isinstance(kind, Errand) and not kind.slow)
"""The kinds of the other errands."""

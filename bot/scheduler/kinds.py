"""The registry of scheduled tasks, by their stored names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.scheduler import background
from bot.storage.queries.time.due import DueRow
from bot.ui.framework.app import App
from bot.usecases.channels import abandon, adjourn
from bot.usecases.context import Context
from bot.usecases.league import running, season
from bot.usecases.learning import daily, server_puzzles
from bot.usecases.notifications import daily_turns, member_settings, notify, reminders
from bot.usecases.play import proposals
from bot.usecases.seats import offers
from bot.usecases.tables import challenges, tables, votes
from bot.usecases.time import alarms, vacation


class TransactionTask(NamedTuple):
    """A task that runs in the transaction that deletes its row. So it happens exactly once, even if the process is killed."""

    do: Callable[[Context, AsyncConnection, DueRow], Awaitable[None]]


class BackgroundTask(NamedTuple):
    """A task that takes longer, or needs Discord or a worker, and so runs outside a transaction.

    Its row is deleted when it returns. A task that must happen only once deletes the row itself
    (``bot.storage.queries.time.due.finish``) in its final transaction. After a kill the task starts again.
    """

    run: Callable[[App, DueRow], Awaitable[None]]
    slow: bool = False
    """Whether the task takes minutes. Only a few slow tasks run concurrently, so that no other task waits for them."""
    spare: bool = False
    """Whether nobody waits for the task. Such tasks run one at a time, and no other task waits for them."""


KINDS: dict[str, TransactionTask | BackgroundTask] = {
    "table": TransactionTask(tables.expire),
    "clock": TransactionTask(alarms.ring),
    "answer": TransactionTask(proposals.expire),
    "vacation": TransactionTask(vacation.begin_or_end),
    challenges.DUE: TransactionTask(challenges.bring_together),
    "vote": TransactionTask(votes.day_is_over),
    "recount": BackgroundTask(background.update_statistics),
    "seat_offer": TransactionTask(offers.expire),
    "tell": TransactionTask(notify.after_quiet),
    "remind": TransactionTask(reminders.remind_again),
    member_settings.DAILY: TransactionTask(daily_turns.send),
    "computer": BackgroundTask(background.play_computer_move),
    "lookback": BackgroundTask(background.look_back, slow=True),
    "stand_in": BackgroundTask(background.take_over),
    "computer_answer": BackgroundTask(background.answer_draw),
    "homeless": TransactionTask(adjourn.adjourn_homeless),
    adjourn.ABANDONED: TransactionTask(abandon.announce_or_end),
    daily.DUE: TransactionTask(daily.set_puzzle),
    season.DUE: TransactionTask(running.do_due),
    running.JUDGE: BackgroundTask(background.judge_league_game, slow=True),
    "leaver": BackgroundTask(background.check_player),
    server_puzzles.DUE: BackgroundTask(background.find_puzzles, spare=True),
}
"""The tasks by the ``kind`` of their rows."""

TRANSACTION_TASKS = tuple(name for name, kind in KINDS.items() if isinstance(kind, TransactionTask))
_BACKGROUND = {name: kind for name, kind in KINDS.items() if isinstance(kind, BackgroundTask)}
SLOW_TASKS = tuple(name for name, kind in _BACKGROUND.items() if kind.slow)
SPARE_TASKS = tuple(name for name, kind in _BACKGROUND.items() if kind.spare)
QUICK_TASKS = tuple(name for name, kind in _BACKGROUND.items() if not kind.slow and not kind.spare)
"""The background tasks that are neither slow nor spare."""

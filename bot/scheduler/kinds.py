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

TransactionTask = Callable[[Context, AsyncConnection, DueRow], Awaitable[None]]
"""A task that runs in the transaction that deletes its row. So it happens exactly once, even if the process is killed."""


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


TRANSACTION: dict[str, TransactionTask] = {
    "table": tables.expire,
    "clock": alarms.ring,
    "answer": proposals.expire,
    "vacation": vacation.begin_or_end,
    challenges.DUE: challenges.bring_together,
    "vote": votes.day_is_over,
    "seat_offer": offers.expire,
    "tell": notify.after_quiet,
    "remind": reminders.remind_again,
    member_settings.DAILY: daily_turns.send,
    "homeless": adjourn.adjourn_homeless,
    adjourn.ABANDONED: abandon.announce_or_end,
    daily.DUE: daily.set_puzzle,
    season.DUE: running.do_due,
}
"""The tasks that run in a transaction, by the ``kind`` of their rows."""
BACKGROUND: dict[str, BackgroundTask] = {
    "recount": BackgroundTask(background.update_statistics),
    "computer": BackgroundTask(background.play_computer_move),
    "lookback": BackgroundTask(background.look_back, slow=True),
    "stand_in": BackgroundTask(background.take_over),
    "computer_answer": BackgroundTask(background.answer_draw),
    running.JUDGE: BackgroundTask(background.judge_league_game, slow=True),
    "leaver": BackgroundTask(background.check_player),
    server_puzzles.DUE: BackgroundTask(background.find_puzzles, spare=True),
}
"""The other tasks, by the ``kind`` of their rows."""

SLOW_TASKS = tuple(name for name, task in BACKGROUND.items() if task.slow)
SPARE_TASKS = tuple(name for name, task in BACKGROUND.items() if task.spare)
QUICK_TASKS = tuple(name for name, task in BACKGROUND.items() if not task.slow and not task.spare)
"""The background tasks that are neither slow nor spare."""

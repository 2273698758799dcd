"""One message a day with all games in which it is a member's turn, instead of a ping for each."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of, is_home
from bot.common.words import YOUR_TURN
from bot.storage.queries.play.game_lists import list_games_of_user
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time.clocks import ClockRow, get_last_clocks, get_vacation_end
from bot.storage.queries.time.due import DueRow
from bot.usecases.context import Context, read_transaction, write_transaction
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.notify import CANNOT_SEND, notify_seat

NO_DIRECT = f"{CANNOT_SEND} Allow them in Discord, then choose **One message a day** in `/my notifications`"


class Waiting(NamedTuple):
    """A game that waits for the member."""

    row: GameRow
    clock: ClockRow | None


async def send(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Queue the daily message if any game waits for the member, and schedule the next day's."""
    user_id = row.user_id or 0
    own = await member_settings.read_own(conn, user_id)
    await member_settings.plan_daily_message(context, conn, user_id, own)
    away = await get_vacation_end(conn, user_id, context.clock()) is not None
    if own.daily_hour is not None and not away and await _list_waiting(context, conn, user_id):
        home = home_of(user_id)
        await context.outbox.put(conn, member_settings.DAILY, home, home)


async def _list_waiting(context: Context, conn: AsyncConnection, user_id: int) -> list[Waiting]:
    """Return the games of all servers that wait for a person, soonest deadline first.

    Muted games, and games whose clock is stopped, are left out.
    """
    found, muted = await list_games_of_user(conn, user_id, ("running",)), await member_settings.read_muted(conn, user_id)
    to_move = [row for row in found if row.waits_for(user_id)]
    rows = [row for row in to_move if not is_home(row.guild_id) and row.id not in muted]
    clocks, now = await get_last_clocks(conn, rows), context.clock()
    waiting = [Waiting(row, clocks.get(row.id)) for row in rows]
    running = [each for each in waiting if each.clock is None or each.clock.stopped_at is None]
    return sorted(running, key=lambda each: (_find_deadline(each.clock, now), each.row.updated_at, each.row.id))


list_waiting = read_transaction(_list_waiting)


def _find_deadline(clock: ClockRow | None, now: int) -> float:
    deadline = None if clock is None or clock.seat is None else clock.deadline(now)
    return float("inf") if deadline is None else deadline


@write_transaction
async def note_no_direct(context: Context, conn: AsyncConnection, user_id: int) -> None:
    """Record that Discord delivers no direct messages to a member.

    From now on the member is notified of each turn in the channel; the first notification gives the reason.
    """
    before = await member_settings.read_own(conn, user_id)
    if before.daily_hour is None:
        return
    update = {"daily_hour": None, "mention": True}
    own = await member_settings.change_in(conn, home_of(user_id), user_id, lambda own: own.model_copy(update=update))
    await member_settings.plan_daily_message(context, conn, user_id, own)
    for number, (row, _) in enumerate(await _list_waiting(context, conn, user_id)):
        if row.seat is not None:
            await notify_seat(context, conn, row, row.seat, YOUR_TURN if number else NO_DIRECT)

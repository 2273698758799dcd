"""Reminders of a turn at an interval set by the member.

Reminders of the time left are events of the clock (``time/alarms.py``).
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks
from bot.storage.queries.time.due import DueRow
from bot.usecases.context import Context
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.notify import AGAIN, lock_current_game, notify_seat, remind_later


async def remind_again(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Remind a member of their turn, and schedule the next reminder by their settings."""
    game = await lock_current_game(conn, row)
    if game is None or game.seat is None or (user_id := game.players[game.seat].user_id) is None:
        return
    own = await member_settings.read(conn, game.guild_id, user_id)
    if own.remind_hours is not None and own.daily_hour is None:
        if not await _rests(context, conn, game, user_id):
            await notify_seat(context, conn, game, game.seat, "", reminder=AGAIN)
        await remind_later(context, conn, game, own)


async def _rests(context: Context, conn: AsyncConnection, game: GameRow, user_id: int) -> bool:
    """Return whether no move is expected now, because the player is on vacation or the game is paused."""
    clock = await clocks.get_last_clock(conn, game)
    if clock is not None and clock.stopped_at is not None:
        return True
    return await clocks.get_vacation_end(conn, user_id, context.clock()) is not None

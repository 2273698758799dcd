"""Abandoned games: an adjourned game that nobody resumes for thirty days ends. Its players are notified a week before."""

from __future__ import annotations

from collections import Counter

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.games.log import GameLog
from bot.storage.queries.time.clocks import get_last_clock
from bot.storage.queries.time.due import DueRow
from bot.usecases.channels.adjourn import ABANDONED, call_off
from bot.usecases.context import Context
from bot.usecases.notifications.notify import is_silent
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import load
from bot.usecases.server import guild_settings
from bot.usecases.time.clocks import OUT
from rules import AgreeDraw

NOTICE = 7 * DAY
"""Milliseconds from the announcement to the end."""
LEAST_DECISIONS = 2
"""Minimum number of decisions of each seat. With fewer, the game ends without a result instead of being lost on time."""


async def announce_or_end(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Announce the end of a game that is still adjourned, or end it if the end was announced already.

    If the server keeps such games, check again later: the setting may change.
    """
    log, now = await load(context, conn, None, row.game_id or 0, lock=True), context.clock()
    subject = {"guild_id": row.guild_id, "game_id": log.row.id}
    if not log.row.is_adjourned:
        return
    if context.connected.is_away(row.guild_id):  # players cannot resume it now, and get the time of the bot's absence back
        await context.schedule.schedule(conn, ABANDONED, now + MINUTE, **subject, **row.payload)
    elif (await guild_settings.read(conn, row.guild_id)).abandoned == "stay":
        await context.schedule.schedule(conn, ABANDONED, now + NOTICE, **subject)
    elif "loser" in row.payload:
        await _end(context, conn, log, row.payload["loser"])
    else:
        loser = await _find_loser(conn, log)
        members = log.row.members(log.state().left)
        silent = [each for each in members if await is_silent(context, conn, row.guild_id, each, log.row.id)]
        await context.outbox.put_for_game(
            conn, "notice", log.row, what="abandoned", at=now + NOTICE, loser=loser, silent=silent
        )
        await context.schedule.schedule(conn, ABANDONED, now + NOTICE, **subject, loser=loser)


async def _find_loser(conn: AsyncConnection, log: GameLog) -> int | None:
    """Return the seat that loses on time, because its time was up and every seat had begun to play; otherwise ``None``."""
    clock = await get_last_clock(conn, log.row)
    if clock is None or clock.stage != OUT or clock.seat is None or clock.seat != log.row.seat:
        return None
    made = Counter(row.seat for row in log.actions() if row.text != str(AgreeDraw()) and not row.is_drop)
    return clock.seat if all(made[seat] >= LEAST_DECISIONS for seat in range(log.row.seats)) else None


async def _end(context: Context, conn: AsyncConnection, log: GameLog, loser: int | None) -> None:
    """End a game: if a seat loses on time the others win, otherwise there is no result."""
    if loser is None:
        await call_off(context, conn, log, by=None)
        return
    drop = f"drop {loser}"
    is_won = log.state().play(log.state().parse(drop)).is_over
    await append_decisions(context, conn, log, [drop] if is_won else [drop, str(AgreeDraw())], None)

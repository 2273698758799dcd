"""The events of a clock: the reminder, the offer when time is up, the default answer, the adjournment."""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE
from bot.common.markdown import bold
from bot.games.log import GameLog
from bot.storage.queries.time import clocks as store
from bot.storage.queries.time.clocks import ClockRow
from bot.storage.queries.time.due import DueRow
from bot.usecases.channels.adjourn import adjourn
from bot.usecases.context import Context
from bot.usecases.notifications import notify
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import load
from bot.usecases.seats import absence
from bot.usecases.time import claims, clocks

logger = logging.getLogger(__name__)


async def ring(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Handle the due event of a game's clock, and schedule the next one."""
    log = await load(context, conn, None, row.game_id or 0, lock=True)
    clock, now = await store.get_last_clock(conn, log.row), context.clock()
    if clock is None or log.row.status != "running":
        return
    if context.connected.is_away(log.row.guild_id):  # wait until players get the time of the bot's absence back
        await context.schedule.schedule(conn, "clock", now + MINUTE, guild_id=row.guild_id, game_id=row.game_id)
        return
    at = clocks.find_next_event(log.row, clock, now)
    if at is not None and at <= now:
        clock = await _reach_next_stage(context, conn, log, clock)
    if clock is not None:
        await clocks.schedule(context, conn, log.row, clock)


async def _reach_next_stage(context: Context, conn: AsyncConnection, log: GameLog, clock: ClockRow) -> ClockRow | None:
    """Move a turn to its next stage. Return the updated clock; ``None`` if that ends the turn."""
    row = log.row
    if clock.stage == clocks.BEGUN:
        clock = await store.set_clock(conn, clock, stage=clocks.REMINDED)
        await notify.remind_of_time(context, conn, row, clock.seat, notify.HALF)
        await absence.look_for(context, conn, row, row.seat, wait=0)
        return clock
    if clock.stage == clocks.REMINDED:
        clock = await store.set_clock(conn, clock, stage=clocks.LAST_CALL)
        if clock.left(context.clock()) > 0:
            await notify.remind_of_time(context, conn, row, clock.seat, notify.LAST)
        return clock
    if clock.stage == clocks.LAST_CALL:
        return await _end_time(context, conn, log, clock)
    at = await claims.adjourn_time(context, conn, log, clock)
    if at > context.clock():
        await context.schedule.move(conn, "clock", at, guild_id=row.guild_id, game_id=row.id)
    elif row.terms.league and clock.seat is not None:
        await _lose_on_time(context, conn, log, clock.seat)
    else:
        await adjourn(context, conn, log, "time is up, and nobody has claimed")
    return None


async def _lose_on_time(context: Context, conn: AsyncConnection, log: GameLog, late: int) -> None:
    """Drop the player whose time is up, as a claim by an opponent would, because a league game is not adjourned when time is
    up.
    """
    claims_it = next(seat for seat in log.state().left if seat != late)
    await append_decisions(context, conn, log, [f"drop {late}"], claims_it)
    logger.info("lost on time", extra={"guild": log.row.guild_id, "game": log.row.id, "seat": late})


async def _end_time(context: Context, conn: AsyncConnection, log: GameLog, clock: ClockRow) -> ClockRow | None:
    state = log.state()
    if (answer := state.default_answer) is not None:
        await append_decisions(context, conn, log, [str(answer)], state.seat)
        logger.info("answered by default", extra={"guild": log.row.guild_id, "game": log.row.id, "answer": str(answer)})
        return None
    clock = await store.set_clock(conn, clock, stage=clocks.OUT)
    await clocks.forget_ping(context, conn, log.row)
    late, asked = clock.seat, [seat for seat in state.left if seat != clock.seat]
    words = "a player’s time is up" if late is None else f"{bold(log.row.names[late])}’s time is up"
    silent = await notify.notify_asked(context, conn, log.row, asked, words)
    silent += await notify.notify_asked(context, conn, log.row, () if late is None else (late,), "", reminder=notify.LATE)
    await context.outbox.put_for_game(conn, "claim", log.row, look=True, turn=clock.version, silent=silent)
    await clocks.update_board(context, conn, log.row)
    logger.info("time is up", extra={"guild": log.row.guild_id, "game": log.row.id, "version": log.version})
    return clock

"""Pauses: all players agree to stop the clock; any player ends the pause, by a button or by moving."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.play.proposals import Proposal
from bot.storage.queries.time.clocks import PAUSE, ClockRow
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.change import Change, by_press, get_row
from bot.usecases.play.proposals import Proposed, agree_for_computers, list_seats_to_ask, propose_or_agree, report_done
from bot.usecases.refusal import Refusal
from bot.usecases.time import clocks


@by_press("pause", event="pause proposed", again=report_done)
async def propose_pause(context: Context, change: Change, user: User) -> Proposed:
    """Propose a pause; if another player has proposed one, agree to it. Return the result.

    Computers agree at once: with only computers as opponents, the pause begins immediately. Raise Refusal if the user cannot
    propose one.
    """
    conn, log, _ = change
    seat, clock = access.player_left(log.row, log.state(), user.id), await clocks.require_clock(conn, log.row)
    if clock.why == PAUSE:
        raise Refusal("The game is paused already.")
    _time_is_left(clock, context.clock())
    if not log.row.members(list_seats_to_ask(log.state(), seat)):
        await clocks.stop(context, conn, log.row, clock, PAUSE)
        return await report_done(change)
    return await agree_for_computers(context, conn, log, await propose_or_agree(context, conn, log, "pause", user))


async def carry_out_pause(context: Context, conn: AsyncConnection, log: GameLog, _: Proposal) -> None:
    """Carry out an agreed pause. Raise Refusal if the time has run out meanwhile."""
    clock = await clocks.require_clock(conn, log.row)
    _time_is_left(clock, context.clock())
    await clocks.stop(context, conn, log.row, clock, PAUSE)


@by_press("end pause", event="pause ended", again=get_row)
async def end_pause(context: Context, change: Change, user: User) -> GameRow:
    """End the pause as a player. Return the game. Raise Refusal if it is not paused."""
    conn, log, _ = change
    access.player_left(log.row, log.state(), user.id)
    clock = await clocks.require_clock(conn, log.row)
    if clock.why != PAUSE:
        raise Refusal("The game is not paused now.")
    await clocks.go_on(context, conn, log.row, clock)
    return log.row


def _time_is_left(clock: ClockRow, now: int) -> None:
    if clock.left(now) <= 0:
        raise Refusal("The time for this turn is up, so you cannot pause.")

"""Resigning: a player gives up, and the others play on or win (G1)."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.game_log import LogRow
from bot.usecases import access
from bot.usecases.context import Context, User
from bot.usecases.play.apply import append
from bot.usecases.play.change import Change, by_press
from bot.usecases.play.moves import Played, report_repeat
from bot.usecases.refusal import Refusal
from rules import IllegalMove


@by_press("resign", event="player gave up", again=report_repeat)
async def resign(context: Context, change: Change, user: User) -> Played:
    """Resign as the user. Return the result. Raise Refusal if the user cannot resign."""
    conn, log, _ = change
    known = log.version
    text = await give_up(context, conn, log, access.player(log.row, user.id))
    return Played(log.row, log.state(), log.version, log, known, (text,), goes_on=False)


async def give_up(context: Context, conn: AsyncConnection, log: GameLog, seat: int) -> str:
    """Resign for a seat, inside a transaction. Return the action's text. Raise Refusal if the seat cannot."""
    state, text = log.state(), f"drop {seat}"
    try:
        after = state.play(state.parse(text))
    except IllegalMove as refusal:
        raise Refusal(str(refusal)) from None
    await append(context, conn, log, after, [LogRow(0, "action", text, seat)])
    return text

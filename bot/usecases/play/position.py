"""Updating the row of a game after its log: the player to move, whether and how the game has ended, the newest board."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.games.log import GameLog
from bot.storage.queries.play import games
from bot.storage.queries.seats import players
from bot.usecases.announcements import Appended
from bot.usecases.context import Context


async def save(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Update the row of a game after a new version of its log."""
    crash_point("move.voided")
    log, state, board, now = appended.log, appended.state, appended.board, context.clock()
    ending = _find_ending(log) if state.is_over else None
    await games.update_position(conn, log.row.id, version=log.version, seat=state.seat, ending=ending, board=board, now=now)
    if state.is_over:
        await players.set_result(conn, log.row.id, state.scores, state.winners or ())
    log.row = replace(
        log.row,
        version=log.version,
        seat=state.seat,
        status=log.row.status if ending is None else "over",
        ending=ending,
        board_version=log.version if board else log.row.board_version,
        updated_at=now,
    )
    crash_point("move.placed")


def _find_ending(log: GameLog) -> str:
    """Return how a finished game ended: ``played``, ``agreed`` (a draw), ``resigned`` or ``time``."""
    last = log.rows[-1]
    if last.text == "draw":
        return "agreed"
    if not last.is_drop:
        return "played"
    return "resigned" if last.text == f"drop {last.seat}" else "time"

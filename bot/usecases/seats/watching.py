"""When a turn begins, its player is looked for a little later: they may have left the server."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE
from bot.storage.queries.play.games import GameRow
from bot.usecases.announcements import TurnBegan
from bot.usecases.context import Context

DUE = "leaver"
"""The kind of the row that says when the player to move is looked for."""

WAIT = 10 * MINUTE
"""Milliseconds after the beginning of a turn. Whoever has moved by then need not be looked for."""


async def follow_turn(context: Context, conn: AsyncConnection, turn: TurnBegan) -> None:
    """Have the member who is to move looked for after a while, if it is still their turn then."""
    await look_for(context, conn, turn.row, turn.seat, WAIT)


async def look_for(context: Context, conn: AsyncConnection, row: GameRow, seat: int | None, wait: int) -> None:
    """Have the member who holds a seat looked for in ``wait`` milliseconds."""
    if seat is not None and row.players[seat].user_id is not None:
        at = context.clock() + wait
        await context.schedule.schedule(conn, DUE, at, guild_id=row.guild_id, game_id=row.id, seat=seat)

"""When computers decide: a scheduled task for the game in which one is to move or to answer."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.computers import is_computer_to_move
from bot.storage.queries.time import due
from bot.usecases.announcements import DeciderChanged, DrawOffered
from bot.usecases.context import Context

MOVE = "computer"
"""The kind of what is due where a computer is to move."""
ANSWER = "computer_answer"
"""The kind of what is due where computers are asked for a draw."""


async def follow_decider(context: Context, conn: AsyncConnection, change: DeciderChanged) -> None:
    """Schedule the move of a computer that is to move now; cancel it if none is."""
    row = change.row
    if not any(player.is_computer for player in row.players):
        return
    if is_computer_to_move(row, change.state):
        await context.schedule.schedule(conn, MOVE, context.clock(), guild_id=row.guild_id, game_id=row.id)
    else:
        await due.cancel(conn, MOVE, guild_id=row.guild_id, game_id=row.id)


async def follow_draw(context: Context, conn: AsyncConnection, offer: DrawOffered) -> None:
    """Schedule the answer of the computers that are asked for a draw."""
    row = offer.row
    if row.computers(offer.seats):
        about = {"guild_id": row.guild_id, "game_id": row.id, "proposal": offer.proposal_id}
        await context.schedule.schedule(conn, ANSWER, context.clock(), **about)

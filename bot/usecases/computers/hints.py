"""Hints: the move that a computer would play for the player to move.

They are counted, and all players see the count at the end.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.words import YOUR_TURN
from bot.storage.queries import computers as store
from bot.usecases.context import Context, as_use_case, write_transaction
from bot.usecases.play.change import load
from bot.usecases.queries import GameView
from bot.usecases.refusal import Refusal

THINKING = 2.0
"""Seconds that a computer thinks about a hint."""


@write_transaction
async def count(context: Context, conn: AsyncConnection, position: GameView, seat: int) -> int:
    """Count a hint for a seat. Return how many hints it has used. Raise Refusal if the game has moved on."""
    log = await load(context, conn, position.row.guild_id, position.row.id, lock=True)
    if position.version != log.version:
        raise Refusal(f"The game has moved on while I was thinking. Ask again when {YOUR_TURN}.")
    await store.add_hint(conn, log.row.id, seat, log.version)
    return (await store.count_hints(conn, log.row.id))[seat]


count_used = as_use_case(store.count_hints)

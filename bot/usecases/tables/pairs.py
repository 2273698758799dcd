"""Pairs of games for two: the second one with swapped seats, and the combined margin."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.usecases.context import Context, read_transaction
from bot.usecases.queries import GameView
from rules import State


@read_transaction
async def find_first_of(context: Context, conn: AsyncConnection, row: GameRow) -> GameView | None:
    """Return the finished first game of a pair; ``None`` if a game is not the second of a pair."""
    first = None if row.second_of is None else await games.get_game(conn, row.second_of, row.guild_id)
    if first is None:
        return None
    log = await context.cache.load(conn, first)
    return GameView(log, log.state())


def find_margin(state: State, seat: int) -> int | None:
    """Return the margin of a seat at the end, in points; 0 if nobody won or all agreed to a draw.

    ``None`` if a player gave up, since the result is unknown then.
    """
    if state.dropped:
        return None
    if not state.winners or len(state.winners) == 2:
        return 0
    return state.scores[seat] - state.scores[1 - seat]

"""Pairs of games for two: the second one with swapped seats, and the combined margin."""

from __future__ import annotations

from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.usecases.context import Context
from bot.usecases.play.change import load
from bot.usecases.queries import GameView
from rules import State


async def find_first_of(context: Context, row: GameRow) -> GameView | None:
    """Return the finished first game of a pair; ``None`` if a game is not the second of a pair."""
    first_id = row.second_of
    if first_id is None or await context.db.read(lambda conn: games.get_game(conn, first_id, row.guild_id)) is None:
        return None
    log = await context.db.read(lambda conn: load(context, conn, row.guild_id, first_id))
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

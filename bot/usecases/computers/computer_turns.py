"""When computers decide: a row of what is due for the game in which one is to move."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import due
from bot.usecases.context import Context
from rules import State

MOVE = "computer"
"""The kind of what is due where a computer is to move."""
ANSWER = "computer_answer"
"""The kind of what is due where computers are asked for a draw."""


def to_move(row: GameRow, state: State) -> bool:
    """Whether a computer is to move in a game."""
    return state.seat is not None and row.players[state.seat].is_computer


def only_computers(row: GameRow, state: State) -> bool:
    """Whether a game goes on between computers alone: every member has given up. Nobody waits for such a game."""
    return not state.is_over and all(row.players[seat].is_computer for seat in state.left)


async def plan(context: Context, conn: AsyncConnection, row: GameRow, state: State) -> None:
    """Has a computer move now where one is to move at ``state``, and none where not.

    Belongs into each transaction after which somebody else decides: a move, an undo, another holder of a seat.
    """
    if to_move(row, state):
        await context.schedule.schedule(conn, MOVE, context.clock(), guild_id=row.guild_id, game_id=row.id)
    else:
        await due.cancel(conn, MOVE, guild_id=row.guild_id, game_id=row.id)


async def ask(context: Context, conn: AsyncConnection, row: GameRow, seats: Iterable[int], proposal_id: int) -> None:
    """Has the computers among the seats that are asked for a draw answer it now."""
    if row.computers(seats):
        await context.schedule.schedule(
            conn, ANSWER, context.clock(), guild_id=row.guild_id, game_id=row.id, proposal=proposal_id
        )

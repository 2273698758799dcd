"""Computers' moves: when a computer is to decide, and what comes of it.

What a worker has thought out is played like a member's move, if nobody has moved meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.crash_points import crash_point
from bot.games.computers import is_computer_to_move
from bot.games.log import GameLog
from bot.storage.queries.play.game_log import LogRow
from bot.storage.queries.time import due
from bot.usecases.announcements import DeciderChanged, DrawOffered
from bot.usecases.context import Context
from bot.usecases.play.apply import append, load
from bot.usecases.play.change import Change, change_game

logger = logging.getLogger(__name__)

MOVE = "computer"
"""The kind of the scheduled task of a computer that is to move."""
ANSWER = "computer_answer"
"""The kind of the scheduled task of computers that are asked for a draw."""
THINKING = 0.8
"""Seconds that a computer thinks about a turn at most, where few games wait for one."""
ROUND = 6.0
"""Seconds in which all computers that are to move now should have moved; then each thinks the less, the more they are."""
SHORTEST = 0.05
"""Seconds that a computer thinks about a turn in any case."""


@dataclass(frozen=True, slots=True)
class ToDecide:
    """What a worker is asked for."""

    record: str
    """JSON of the game's record."""
    version: int
    level: int
    thinking: float
    """Seconds that it may think."""


def choose_seconds(waiting: int) -> float:
    """Return the seconds that a computer thinks about a turn, where so many games wait for computers."""
    return max(SHORTEST, min(THINKING, ROUND / max(1, waiting)))


async def to_decide(context: Context, game_id: int) -> ToDecide | None:
    """Return what a computer has to decide in a game now; ``None`` where nothing, or the game does not go on."""

    async def look(conn: AsyncConnection) -> tuple[GameLog, int]:
        waiting = await due.count_due(conn, MOVE, context.clock(), context.assignment)
        return await load(context, conn, None, game_id), waiting

    log, waiting = await context.db.read(look)
    state = log.state()
    if log.row.status != "running" or state.seat is None or not is_computer_to_move(log.row, state):
        return None
    return ToDecide(log.record_json(), log.version, log.row.players[state.seat].level, choose_seconds(waiting))


async def play(context: Context, game_id: int, version: int, texts: Sequence[str]) -> bool:
    """Play the decisions of the computer that was to move at ``version``. Return whether it still was.

    With the move, the transaction deletes the row that asked for it, and has the next computer move.
    """

    async def do(change: Change) -> bool:
        conn, log, there = change
        state = log.state()
        if log.version != version or log.row.status != "running" or not is_computer_to_move(log.row, state):
            return False
        crash_point("computer.loaded")
        rows = [LogRow(0, "action", text, state.seat) for text in texts]
        for text in texts:
            state = state.play(state.parse(text))
        await append(context, conn, log, state, rows, quiet=True, there=there)
        crash_point("computer.committing")
        return True

    played = await change_game(context, None, game_id, do)
    what = "computer moved" if played else "a computer's move came too late"
    logger.info(what, extra={"game": game_id, "version": version, "moves": " ".join(texts)})
    return played


async def follow_decider(context: Context, conn: AsyncConnection, change: DeciderChanged) -> None:
    """Schedule the move of the computer to move; cancel it if no computer is to move."""
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

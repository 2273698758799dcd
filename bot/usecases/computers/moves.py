"""Computers' moves: scheduling them, and playing the result.

The decisions of a worker are played like a member's move, if nobody has moved meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE, SECOND
from bot.common.crash_points import crash_point
from bot.games.computers import is_computer_to_move
from bot.games.log import GameLog
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import due
from bot.usecases.announcements import Appended, DeciderChanged, DrawOffered
from bot.usecases.context import Context
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import Change, change_game, load

logger = logging.getLogger(__name__)

MOVE = "computer"
"""The kind of the scheduled task of a computer that is to move."""
ANSWER = "computer_answer"
"""The kind of the scheduled task of computers that are asked for a draw."""
THINKING = 0.8
"""Maximum seconds that a computer thinks about a turn, while few games wait for computers."""
ROUND = 6.0
"""Seconds within which all waiting computers should have moved: the more of them wait, the less time each one gets."""
SHORTEST = 0.05
"""Minimum seconds that a computer thinks about a turn."""
DEMO_THINKING = 0.4
"""Maximum seconds that a computer thinks about a turn of a demo: members' games wait for the same workers."""
PAUSE = 4 * SECOND
"""Milliseconds between two turns of a demo, so that watchers can follow."""
UNSEEN = MINUTE
"""Milliseconds after which a demo is deleted if its message was never posted."""


@dataclass(frozen=True, slots=True)
class ToDecide:
    """A request to a worker: choose the decisions of a turn."""

    record: str
    """JSON of the game's record."""
    version: int
    level: int
    thinking: float
    """Seconds that the worker may think."""


def choose_seconds(waiting: int) -> float:
    """Return the seconds that a computer may think about a turn while ``waiting`` games wait for computers."""
    return max(SHORTEST, min(THINKING, ROUND / max(1, waiting)))


async def to_decide(context: Context, game_id: int) -> ToDecide | None:
    """Return the decision that a computer has to make in a game now; ``None`` if there is none or the game is not running."""

    async def look(conn: AsyncConnection) -> tuple[GameLog, int]:
        waiting = await due.count_due(conn, MOVE, context.clock(), context.assignment)
        return await load(context, conn, None, game_id), waiting

    log, waiting = await context.db.read(look)
    state = log.state()
    if log.row.status != "running" or state.seat is None or not is_computer_to_move(log.row, state):
        return None
    seconds = min(choose_seconds(waiting), DEMO_THINKING if log.row.is_demo else THINKING)
    return ToDecide(log.record_json(), log.version, log.row.players[state.seat].level, seconds)


async def play(context: Context, game_id: int, version: int, texts: Sequence[str]) -> bool:
    """Play the decisions of the computer to move at ``version``. Return whether it was still its turn.

    The same transaction deletes the scheduled task, and schedules the next computer's move. A demo whose message was never
    posted is deleted instead.
    """

    async def do(change: Change) -> bool:
        conn, log, there = change
        state = log.state()
        if log.version != version or log.row.status != "running" or not is_computer_to_move(log.row, state):
            return False
        if log.row.is_demo and log.row.board_message_id is None:
            await games.delete_game(conn, game_id)
            return False
        crash_point("computer.loaded")
        await append_decisions(context, conn, log, texts, state.seat, quiet=True, there=there)
        crash_point("computer.committing")
        return True

    played = await change_game(context, None, game_id, do)
    what = "computer moved" if played else "a computer's move came too late"
    logger.info(what, extra={"game": game_id, "version": version, "moves": " ".join(texts)})
    return played


async def follow_decider(context: Context, conn: AsyncConnection, change: Appended | DeciderChanged) -> None:
    """Schedule the move of the computer to move; cancel it if no computer is to move."""
    row = change.row
    if not any(player.is_computer for player in row.players):
        return
    if is_computer_to_move(row, change.state):
        await schedule_move(context, conn, row)
    else:
        await due.cancel(conn, MOVE, guild_id=row.guild_id, game_id=row.id)


async def schedule_move(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Schedule a computer's move: at once, or after a pause in a demo."""
    wait = 0 if not row.is_demo else UNSEEN if row.board_message_id is None else PAUSE
    await context.schedule.schedule(conn, MOVE, context.clock() + wait, guild_id=row.guild_id, game_id=row.id)


async def follow_draw(context: Context, conn: AsyncConnection, offer: DrawOffered) -> None:
    """Schedule the answer of the computers that are asked for a draw."""
    row = offer.row
    if row.computers(offer.seats):
        about = {"guild_id": row.guild_id, "game_id": row.id, "proposal": offer.proposal_id}
        await context.schedule.schedule(conn, ANSWER, context.clock(), **about)

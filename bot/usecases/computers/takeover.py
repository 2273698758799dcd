"""A computer plays one turn for a player whose time is up, if an opponent asks for it. The player keeps the seat."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.time import clocks, due
from bot.storage.queries.time.clocks import ClockRow
from bot.usecases import access
from bot.usecases.computers.moves import THINKING, ToDecide
from bot.usecases.context import Context, User, read_transaction
from bot.usecases.play.apply import append_decisions
from bot.usecases.play.change import Change, by_press, change_game, get_row, load

logger = logging.getLogger(__name__)

DUE = "stand_in"
"""The kind of the scheduled task in which a computer plays a turn for a player."""


@by_press("stand_in", event="computer asked to play a turn", again=get_row)
async def ask(context: Context, change: Change, user: User, turn: int) -> GameRow:
    """Schedule a computer to play the turn of the player to move, as an opponent asks. Return the game.

    ``turn``: the version of the game at which that turn began. A move of the player that comes first still counts. Raise
    Refusal if the player still has time.
    """
    conn, log, _ = change
    row, now = log.row, context.clock()
    access.to_use_computer(row.kind)
    access.to_claim(log, await clocks.get_last_clock(conn, row), user.id, turn=turn, now=now)
    await context.schedule.schedule(conn, DUE, now, guild_id=row.guild_id, game_id=row.id, turn=turn)
    return row


@read_transaction
async def to_decide(context: Context, conn: AsyncConnection, game_id: int, turn: int) -> ToDecide | None:
    """Return the decision that a computer has to make for a player; ``None`` if the game has moved on."""
    log = await load(context, conn, None, game_id)
    if not _waits(log, await clocks.get_last_clock(conn, log.row), turn):
        return None
    return ToDecide(log.record_json(), log.version, log.row.terms.level, THINKING)


async def play(context: Context, game_id: int, turn: int, version: int, texts: Sequence[str]) -> bool:
    """Play the decisions for the player to move at ``version``. Return whether it was still their turn.

    If an outcome of chance follows and the turn continues, the computer continues too.
    """

    async def do(change: Change) -> bool:
        conn, log, there = change
        if log.version != version or not _waits(log, await clocks.get_last_clock(conn, log.row), turn):
            return False
        before, level = log.state(), log.row.terms.level
        await append_decisions(context, conn, log, texts, before.seat, level=level, quiet=True, there=there)
        if log.row.status == "running" and log.state().continues(before):
            await context.schedule.schedule(conn, DUE, context.clock(), guild_id=log.row.guild_id, game_id=game_id, turn=turn)
        else:
            await due.cancel(conn, DUE, guild_id=log.row.guild_id, game_id=game_id)
        return True

    played = await change_game(context, None, game_id, do)
    if played:
        logger.info("a computer played a turn for somebody", extra={"game": game_id})
    return played


def _waits(log: GameLog, clock: ClockRow | None, turn: int) -> bool:
    return log.row.status == "running" and clock is not None and clock.version == turn and clock.seat == log.state().seat

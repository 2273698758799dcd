"""Absent players: they have left the server, or cannot see the channel.

The bot checks the player to move shortly after the turn begins. If they are absent, the others are notified and the seat is
offered.
"""

from __future__ import annotations

import logging
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.common.home import is_home
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats import seat_offers as store
from bot.usecases.announcements import Appended, MemberGone, TurnBegan, announce
from bot.usecases.context import Context, write_transaction
from bot.usecases.play.change import load
from bot.usecases.seats.offers import end_offer, open_offer
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

DUE = "leaver"
"""The kind of the scheduled task that checks whether the player to move is absent."""

WAIT = 10 * MINUTE
"""Milliseconds from the beginning of a turn to the check. Most players have moved by then."""

Gone = Literal["left", "unseen"]


@write_transaction
async def save_absence(context: Context, conn: AsyncConnection, game_id: int, user_id: int, why: Gone) -> None:
    """Record that the player to move cannot play, and offer the seat to anybody. Do nothing if it is offered already."""
    log = await load(context, conn, None, game_id, lock=True)
    seat = log.row.seat
    if log.row.status != "running" or seat is None or log.row.players[seat].user_id != user_id:
        return
    known = await store.list_open_offers(conn, game_id, seat)
    if any(offer.reason in ("left", "unseen") for offer in known):
        return
    for offer in known:
        await end_offer(context, conn, log.row, offer)
    await clocks.start_absence(context, conn, log)
    await clocks.update_board(context, conn, log.row)
    await open_offer(context, conn, log, seat, why)
    if why == "left":
        await announce(context, conn, MemberGone(log.row.guild_id, user_id))
    logger.info("a player is gone", extra={"guild": log.row.guild_id, "game": game_id, "why": why})


async def follow_append(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """Schedule the check of the player to move.

    A check of an earlier turn that is due soon is left in place, and postpones itself when it runs. A check that may be running
    already is ignored.
    """
    scheduled, now = appended.there.check_due, context.clock()
    if scheduled is None or not now + MINUTE < scheduled <= now + WAIT:
        await look_for(context, conn, appended.row, appended.state.seat, WAIT)


async def follow_turn(context: Context, conn: AsyncConnection, turn: TurnBegan) -> None:
    """Schedule the check of the player to move."""
    await look_for(context, conn, turn.row, turn.row.seat, WAIT)


@write_transaction
async def look_again(context: Context, conn: AsyncConnection, game: GameRow, wait: int = DAY) -> None:
    """Schedule another check of the player to move in ``wait`` milliseconds, unless the game has changed meanwhile."""
    now = await games.get_game(conn, game.id, None, lock=True)
    if now is not None and now.status == "running" and now.version == game.version:
        await look_for(context, conn, now, now.seat, wait)


async def look_for(context: Context, conn: AsyncConnection, row: GameRow, seat: int | None, wait: int) -> None:
    """Schedule the check of the holder of a seat in ``wait`` milliseconds, except at somebody's home."""
    if not is_home(row.guild_id) and seat is not None and row.players[seat].user_id is not None:
        at = context.clock() + wait
        await context.schedule.move(conn, DUE, at, guild_id=row.guild_id, game_id=row.id, version=row.version)

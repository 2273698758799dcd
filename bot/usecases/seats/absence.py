"""Absent players: they have left the server, or cannot see the channel.

The player to move is looked for a little after their turn begins. The others are told, and somebody may take the seat.
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
from bot.usecases.context import Context
from bot.usecases.play.apply import load
from bot.usecases.seats.offers import end_offer, open_offer
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

DUE = "leaver"
"""The kind of the scheduled task that looks for the player to move."""

WAIT = 10 * MINUTE
"""Look for them so many milliseconds after the beginning of a turn. Most have moved by then."""

Gone = Literal["left", "unseen"]


async def save_absence(context: Context, game_id: int, user_id: int, why: Gone) -> None:
    """Save that the player to move cannot play: tell the others, offer the seat to anybody. Do nothing the second time."""

    async def work(conn: AsyncConnection) -> None:
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

    await context.db.write(work)


async def follow_turn(context: Context, conn: AsyncConnection, turn: Appended | TurnBegan) -> None:
    """Have the member who is to move looked for after a while, if it is still their turn then."""
    await look_for(context, conn, turn.row, turn.seat, WAIT)


async def look_again(context: Context, game: GameRow) -> None:
    """Have the player to move looked for again tomorrow, if it is still their turn then."""

    async def work(conn: AsyncConnection) -> None:
        now = await games.get_game(conn, game.id, None, lock=True)
        if now is not None and now.status == "running" and now.version == game.version:
            await look_for(context, conn, now, now.seat, DAY)

    await context.db.write(work)


async def look_for(context: Context, conn: AsyncConnection, row: GameRow, seat: int | None, wait: int) -> None:
    """Have the member who holds a seat looked for in ``wait`` milliseconds; nobody leaves their home."""
    if not is_home(row.guild_id) and seat is not None and row.players[seat].user_id is not None:
        at = context.clock() + wait
        await context.schedule.move(conn, DUE, at, guild_id=row.guild_id, game_id=row.id, seat=seat)

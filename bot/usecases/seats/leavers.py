"""Leavers: players who have left the server, or cannot see the channel. Others are told, and somebody may take their seat."""

from __future__ import annotations

import logging
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats import seat_offers as store
from bot.storage.queries.time.clocks import last_clock
from bot.usecases.context import Context
from bot.usecases.play.apply import end_offer, load
from bot.usecases.seats.seat_offers import open_offer
from bot.usecases.time import clocks

logger = logging.getLogger(__name__)

Gone = Literal["left", "unseen"]


async def save_absence(context: Context, game_id: int, user_id: int, why: Gone) -> None:
    """The player to move cannot play: the others are told, and anybody may take the seat. Do nothing the second time."""

    async def work(conn: AsyncConnection) -> None:
        log = await load(context, conn, None, game_id, lock=True)
        seat = log.row.seat
        if log.row.status != "running" or seat is None or log.row.players[seat].user_id != user_id:
            return
        known = await store.open_offers(conn, game_id, seat)
        if any(offer.reason in ("left", "unseen") for offer in known):
            return
        for offer in known:
            await end_offer(context, conn, log.row, offer)
        clock = await last_clock(conn, game_id)
        if clock is not None and clock.stopped_at is None:
            await clocks.stop(context, conn, log.row, clock, clocks.GONE)
            await clocks.clear(context, conn, log.row, clock)
        await open_offer(context, conn, log, seat, why)
        logger.info("a player is gone", extra={"guild": log.row.guild_id, "game": game_id, "why": why})

    await context.db.write(work)

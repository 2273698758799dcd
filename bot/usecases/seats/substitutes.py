"""Substitutes: a seat changes hands, and keeps everything."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import drafts, premoves, proposals
from bot.storage.queries.seats import players, seat_changes, seat_offers
from bot.storage.queries.seats.players import PlayerRow
from bot.usecases.announcements import DeciderChanged, announce
from bot.usecases.context import Context
from bot.usecases.play.apply import end_offer, queue_board
from bot.usecases.time import clocks


async def seat_to(context: Context, conn: AsyncConnection, log: GameLog, holder: PlayerRow) -> None:
    """Give the seat ``holder.seat`` to another holder, inside a transaction that has locked the game.

    What the old holder has chosen, proposed or offered ends; what the seat has played and scored stays. A board says so. It
    pings the new holder if they are to move, and nobody else.
    """
    seat = holder.seat
    before = log.row.players[seat]
    await seat_changes.add_change(conn, log.row.id, log.version, before, context.clock())
    await players.set_holder(conn, log.row.id, holder)
    if before.user_id is not None:
        await drafts.delete_draft(conn, log.row.id, before.user_id)
    await premoves.delete_premoves(conn, log.row.id, seat)
    for proposal in await proposals.void_proposals(conn, log.row.id, seat):
        await context.outbox.put_for_game(conn, "proposal_edit", log.row, proposal=proposal)
    for offer in await seat_offers.open_offers(conn, log.row.id, seat):
        await end_offer(context, conn, log.row, offer)
    log.row = replace(log.row, players=tuple(holder if player.seat == seat else player for player in log.row.players))
    await clocks.give_time_to_new_holder(context, conn, log.row, seat)
    if log.row.status == "running":
        await announce(context, conn, DeciderChanged(log.row, log.state()))
        await queue_board(context, conn, log.row, log.last_turn(), log.version, ping=log.row.seat == seat)

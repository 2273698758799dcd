"""What ends when a game stops before its end: what was proposed, offered and chosen in it."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import premoves, proposals
from bot.storage.queries.seats import seat_offers as offers
from bot.storage.queries.time import due
from bot.storage.queries.time.clocks import last_clock
from bot.usecases.channels import threads
from bot.usecases.context import Context
from bot.usecases.play.apply import end_offer
from bot.usecases.time import clocks


async def end_all(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """End proposals, offers of seats, premoves and the clock, inside a transaction, and have the messages say so."""
    row = log.row
    await threads.clear_after_stop(context, conn, row)
    await premoves.delete_premoves(conn, row.id)
    for proposal in await proposals.void_proposals(conn, row.id):
        await context.outbox.put_for_game(conn, "proposal_edit", row, proposal=proposal)
    for offer in await offers.open_offers(conn, row.id):
        await end_offer(context, conn, row, offer)
    clock = await last_clock(conn, row.id)
    if clock is not None:
        await due.cancel(conn, "clock", guild_id=row.guild_id, game_id=row.id)
        await clocks.clear(context, conn, row, clock)

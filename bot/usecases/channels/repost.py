"""Reposting everything that is open, for the local page, which loses its messages at a restart."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.channels import posts
from bot.storage.queries.play import game_lists, games, interactions, proposals
from bot.storage.queries.seats import seat_offers
from bot.storage.queries.tables import game_tables
from bot.usecases.channels.boards import queue_board
from bot.usecases.context import Context, write_transaction
from bot.usecases.play.proposals import queue_message

FINISHED = 10
"""Number of finished games whose last boards are posted too, so that they can be replayed and played again."""


@write_transaction
async def repost_all(context: Context, conn: AsyncConnection) -> None:
    """Put the boards of running games and of the last finished ones, open tables and open proposals into the queue."""
    await posts.drop_waiting(conn)
    await games.forget_board_messages(conn)
    await interactions.forget_all(conn)
    running = await game_lists.list_running_games(conn)
    for row in [*await game_lists.list_last_finished_games(conn, FINISHED), *running]:
        log = await context.cache.load(conn, row)
        await queue_board(context, conn, row, log.last_turn(), row.version)
    for table in await game_tables.list_open_tables(conn):
        await context.outbox.put_for_table(conn, "table", table)
    for row in running:
        for proposal in await proposals.list_open(conn, row.id):
            await queue_message(context, conn, row, proposal.id, "proposal")
        for offer in await seat_offers.list_open_offers(conn, row.id):
            await context.outbox.put_for_game(conn, "seat_offer", row, look=True, offer=offer.id)

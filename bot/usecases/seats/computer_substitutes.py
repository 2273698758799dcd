"""A computer as a substitute: it takes a seat for the rest of the game."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import interactions
from bot.storage.queries.seats import seat_offers as store
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.usecases import access
from bot.usecases.computers.computer_seats import computer
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import keep_committed, load, log_event
from bot.usecases.refusal import Refusal
from bot.usecases.seats.substitutes import seat_to


async def hand_over(context: Context, guild_id: int, game_id: int, user: User, *, interaction_id: int) -> GameLog:
    """A player gives the own seat to a computer, at once. Raise Refusal where computers alone would be left."""
    interaction = InteractionKey(interaction_id, f"{user.id} substitute computer")

    async def work(conn: AsyncConnection) -> GameLog:
        log = await load(context, conn, guild_id, game_id, lock=True)
        if not await interactions.was_carried_out(conn, *interaction):
            await _seat(context, conn, log, access.player_left(log.row, log.state(), user.id))
            await interactions.save_interaction(conn, *interaction, game_id, log.version, context.clock())
        return log

    log = await context.db.write(work)
    keep_committed(context, log)
    log_event("seat given to a computer", log, user.id, interaction_id)
    return log


async def take(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> tuple[GameLog, SeatOffer]:
    """A computer takes the seat that is offered to anybody: its holder lets it, or where that player is gone, an opponent.

    Return the game and the offer as they are then.
    """

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        found = await store.get_offer(conn, offer_id)
        if found is None:
            raise Refusal("This seat is not offered any more.")
        log = await load(context, conn, guild_id, found.game_id, lock=True)
        found = await store.get_offer(conn, offer_id) or found
        access.to_seat_computer(log, found, user.id)
        await store.set_offer(conn, found.id, status="taken")
        await _seat(context, conn, log, found.seat)
        return log, await store.get_offer(conn, offer_id) or found

    log, found = await context.db.write(work)
    keep_committed(context, log)
    log_event("seat given to a computer", log, user.id, interaction_id, seat=found.seat)
    return log, found


async def _seat(context: Context, conn: AsyncConnection, log: GameLog, seat: int) -> None:
    """Give a seat to a computer of the table's level, inside a transaction that has locked the game."""
    row = log.row
    access.to_use_computer(row.kind)
    if all(row.players[other].is_computer for other in log.state().left if other != seat):
        raise Refusal("Then computers alone would be left. Give up instead, with `/resign`.")
    made = computer(row.terms.level, row.names)
    await seat_to(context, conn, log, PlayerRow(seat, None, made.name, holder="computer", holder_number=made.holder_number))

"""Handing a seat over to a member or a computer. Its moves and points stay."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.log import GameLog
from bot.storage.queries.play import drafts, lines
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats import players, seat_changes, seat_offers
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_offers import SeatOffer
from bot.usecases import access
from bot.usecases.announcements import DeciderChanged, announce
from bot.usecases.channels.boards import repeat_board
from bot.usecases.computers.seats import make_computer
from bot.usecases.context import Context, User
from bot.usecases.play import proposals
from bot.usecases.play.change import Change, Press, by_press, get_row
from bot.usecases.refusal import Refusal
from bot.usecases.seats.offers import Answered, answer_offer, end_offer, to_take_over_seat
from bot.usecases.time import clocks


async def seat_to(context: Context, conn: AsyncConnection, log: GameLog, holder: PlayerRow) -> None:
    """Give the seat ``holder.seat`` to another holder, inside a transaction that has locked the game.

    The old holder's drafts, proposals and offers end; the seat's moves and points stay. A board announces it, and pings
    only the new holder, if they are to move.
    """
    seat = holder.seat
    before = log.row.players[seat]
    await seat_changes.add_change(conn, log.row.id, log.version, before, context.clock())
    await players.set_holder(conn, log.row.id, holder)
    if before.user_id is not None:
        await drafts.delete_draft(conn, log.row.id, before.user_id)
        await lines.delete_armed(conn, log.row.id, before.user_id)
    await proposals.void(context, conn, log.row, seat)
    for offer in await seat_offers.list_open_offers(conn, log.row.id, seat):
        await end_offer(context, conn, log.row, offer)
    log.row = replace(log.row, players=tuple(holder if player.seat == seat else player for player in log.row.players))
    await clocks.give_time_to_new_holder(context, conn, log.row, seat)
    if log.row.status == "running":
        await announce(context, conn, DeciderChanged(log.row, log.state()))
        await repeat_board(context, conn, log, ping=log.row.seat == seat)


async def take_seat(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> Answered:
    """Give the user an offered seat."""

    async def do(change: Change, found: SeatOffer) -> None:
        conn, log, _ = change
        if found.status == "taken" and log.row.seat_of(user.id) == found.seat:
            return
        access.to_take_seat(log, found, user.id)
        await to_take_over_seat(context, conn, log, user)
        await seat_offers.set_offer(conn, found.id, status="taken")
        await seat_to(context, conn, log, PlayerRow(found.seat, user.id, user.name))

    press = Press(user, interaction_id, "take seat")
    return await answer_offer(context, guild_id, offer_id, press, do, event="seat handed over")


@by_press("substitute computer", event="seat given to a computer", again=get_row)
async def give_to_computer(context: Context, change: Change, user: User) -> GameRow:
    """Give the user's seat to a computer, at once. Return the game. Raise Refusal if only computers would be left."""
    conn, log, _ = change
    await _to_computer(context, conn, log, access.player_left(log.row, log.state(), user.id))
    return log.row


async def seat_computer(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> Answered:
    """Give an offered seat to a computer, at the request of its holder, or of an opponent if the holder is gone."""

    async def do(change: Change, found: SeatOffer) -> None:
        access.to_seat_computer(change.log, found, user.id)
        await seat_offers.set_offer(change.conn, found.id, status="taken")
        await _to_computer(context, change.conn, change.log, found.seat)

    press = Press(user, interaction_id, "seat computer")
    return await answer_offer(context, guild_id, offer_id, press, do, event="seat given to a computer")


def check_computer(log: GameLog, seat: int) -> None:
    """Raise Refusal if no computer plays this kind of game, or only computers would be left."""
    access.to_use_computer(log.row.kind)
    if all(log.row.players[other].is_computer for other in log.state().left if other != seat):
        raise Refusal("Then only computers would be left. Give up instead, with `/resign`.")


async def _to_computer(context: Context, conn: AsyncConnection, log: GameLog, seat: int) -> None:
    """Give a seat to a computer of the table's level, inside a transaction that has locked the game."""
    row = log.row
    check_computer(log, seat)
    made = make_computer(row.terms.level, row.names)
    await seat_to(context, conn, log, PlayerRow(seat, None, made.name, holder="computer", holder_number=made.holder_number))

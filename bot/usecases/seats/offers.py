"""Offers of a seat: to one member, who accepts or declines, or to anybody who may play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR, MINUTE
from bot.common.words import InDiscord, Name
from bot.games.log import GameLog
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.seats import seat_offers as store
from bot.storage.queries.seats.seat_offers import Reason, SeatOffer
from bot.storage.queries.time.clocks import GONE, get_last_clock
from bot.storage.queries.time.due import DueRow
from bot.usecases import access
from bot.usecases.announcements import Appended, GameStopped
from bot.usecases.channels.adjourn import adjourn
from bot.usecases.context import Context, User, read_transaction, write_transaction
from bot.usecases.play.change import Change, Press, by_press, change_by_press, load
from bot.usecases.refusal import Refusal
from bot.usecases.tables import block_rules, limits
from bot.usecases.time.claims import adjourn_time

OPEN = 14 * DAY
"""Milliseconds for which anybody may take a seat."""

DUE = "seat_offer"
"""The kind of the scheduled task at which the next offer of a game expires."""


async def offer_seat(
    context: Context, guild_id: int, game_id: int, user: User, member: User | None, *, interaction_id: int
) -> SeatOffer:
    """Offer the user's seat to a member, or to anybody. Return the offer; its message is in the outbox.

    Raise Refusal if the user has no seat to give, or the member cannot take it.
    """

    async def do(change: Change) -> SeatOffer:
        conn, log, _ = change
        seat = access.player_left(log.row, log.state(), user.id)
        if await store.list_open_offers(conn, game_id, seat):
            raise Refusal("Your seat is offered already: press **Withdraw** first.")
        if member is not None:
            await block_rules.to_invite(conn, user.id, member.id, log.row.members(range(log.row.seats)))
            if await store.was_declined(conn, game_id, seat, member.id, log.row.updated_at):
                raise Refusal(
                    "**{name}** did not take your seat. You can ask them again after the next move.", name=Name(member.name)
                )
            await limits.to_invite(conn, user.id, member.id, context.clock())
            await to_take_over_seat(context, conn, log, member, is_me=False)
        return await open_offer(context, conn, log, seat, "given", member_id=member.id if member else None, by_seat=seat)

    async def again(change: Change) -> SeatOffer:
        return await _last_offer(change, change.log.row.seat_of(user.id))

    press = Press(user, interaction_id, "substitute")
    return await change_by_press(context, guild_id, game_id, press, do, event="seat offered", again=again)


async def _find_asked(change: Change) -> SeatOffer:
    return await _last_offer(change, change.log.state().seat)


@by_press("ask for a substitute", event="substitute asked for", again=_find_asked)
async def ask_for_substitute(context: Context, change: Change, user: User, turn: int) -> SeatOffer:
    """Ask for a substitute as an opponent, because the player to move is out of time.

    ``turn``: the version of the game at which the expired turn began. Raise Refusal if that player has time left, or if the
    seat is offered already.
    """
    conn, log, _ = change
    clock = await get_last_clock(conn, log.row)
    asker = access.to_claim(log, clock, user.id, turn=turn, now=context.clock())
    seat = log.state().seat or 0
    if await store.list_open_offers(conn, log.row.id, seat):
        raise Refusal("Somebody has already been asked to take this seat{where}.", where=InDiscord(": see the message above"))
    return await open_offer(context, conn, log, seat, "time", by_seat=asker)


async def _last_offer(change: Change, seat: int | None) -> SeatOffer:
    known = await store.list_open_offers(change.conn, change.log.row.id, seat)
    if seat is None or not known:
        raise Refusal(access.SEAT_OFFER_ENDED["void"])
    return known[0]


async def open_offer(
    context: Context,
    conn: AsyncConnection,
    log: GameLog,
    seat: int,
    reason: Reason,
    *,
    member_id: int | None = None,
    by_seat: int | None = None,
) -> SeatOffer:
    """Open the offer of a seat, inside a transaction that has locked the game, and put its message into the outbox.

    ``reason``: the reason for the offer. ``by_seat``: the seat that offers it, or asks for a substitute.
    """
    now = context.clock()
    expires_at = await _open_until(context, conn, log, reason, member_id)
    offer_id = await store.insert_offer(
        conn,
        game_id=log.row.id,
        seat=seat,
        member_id=member_id,
        by_seat=by_seat,
        reason=reason,
        now=now,
        expires_at=expires_at,
    )
    await _schedule(context, conn, log)
    await context.outbox.put_for_game(conn, "seat_offer", log.row, look=True, offer=offer_id)
    return SeatOffer(offer_id, log.row.id, seat, member_id, by_seat, reason, "open", None, expires_at)


Answered = tuple[GameLog, SeatOffer]
"""The game and the offer after an answer."""


async def decline(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> Answered:
    """Decline a seat as the member who was asked."""

    async def do(change: Change, found: SeatOffer) -> None:
        access.to_decline_seat(found, user.id)
        await store.set_offer(change.conn, found.id, status="declined")

    press = Press(user, interaction_id, "decline seat")
    return await answer_offer(context, guild_id, offer_id, press, do, event="seat declined")


async def withdraw(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> Answered:
    """Take an offer back: as its seat's holder, or as the player who made it or asked for a substitute."""

    async def do(change: Change, found: SeatOffer) -> None:
        access.to_withdraw_seat(change.log.row, found, user.id)
        await store.set_offer(change.conn, found.id, status="withdrawn")

    press = Press(user, interaction_id, "withdraw seat")
    return await answer_offer(context, guild_id, offer_id, press, do, event="seat kept")


async def answer_offer(
    context: Context,
    guild_id: int,
    offer_id: int,
    press: Press,
    do: Callable[[Change, SeatOffer], Awaitable[None]],
    *,
    event: str,
) -> Answered:
    """Answer the offer of a seat after a press; ``do`` checks access and closes the offer.

    Raise Refusal if there is no such offer.
    """

    async def find(conn: AsyncConnection) -> int:
        return (await _get(conn, offer_id)).game_id

    async def do_now(change: Change) -> Answered:
        await do(change, await _get(change.conn, offer_id))
        return await report(change)

    async def report(change: Change) -> Answered:
        return change.log, await _get(change.conn, offer_id)

    return await change_by_press(context, guild_id, find, press, do_now, event=event, again=report)


async def _get(conn: AsyncConnection, offer_id: int) -> SeatOffer:
    found = await store.get_offer(conn, offer_id)
    if found is None:
        raise Refusal("This seat is no longer offered.")
    return found


@read_transaction
async def get_offer(context: Context, conn: AsyncConnection, offer_id: int) -> tuple[GameLog, SeatOffer] | None:
    """Return an offer with its game's log, for the bot's own posts; ``None`` if there is none."""
    found = await store.get_offer(conn, offer_id)
    return None if found is None else (await load(context, conn, None, found.game_id), found)


@write_transaction
async def update_message(context: Context, conn: AsyncConnection, log: GameLog, offer_id: int, message_id: int | None) -> None:
    """Update the message of an offer, after an answer that may not have got through."""
    if message_id is not None:
        await store.set_offer(conn, offer_id, message_id=message_id)
    await context.outbox.put_for_game(conn, "seat_offer_edit", log.row, offer=offer_id)


async def expire(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """End the expired offers of a game, and queue the edits of their messages."""
    log, now = await load(context, conn, None, row.game_id or 0, lock=True), context.clock()
    if context.connected.is_away(log.row.guild_id):  # the offer gets back the time in which the bot was away
        await context.schedule.schedule(conn, DUE, now + MINUTE, guild_id=log.row.guild_id, game_id=log.row.id)
        return
    for found in await store.list_open_offers(conn, log.row.id):
        if found.expires_at <= now:
            await store.set_offer(conn, found.id, status="expired")
            await context.outbox.put_for_game(conn, "seat_offer_edit", log.row, offer=found.id)
            await _adjourn_where_time_stands_still(context, conn, log, found)
    await _schedule(context, conn, log)


async def _adjourn_where_time_stands_still(context: Context, conn: AsyncConnection, log: GameLog, offer: SeatOffer) -> None:
    """Adjourn a game whose clock an earlier version of the bot stopped because its player was gone."""
    clock = await get_last_clock(conn, log.row)
    if offer.reason in ("left", "unseen") and log.row.status == "running" and (clock is None or clock.why == GONE):
        await adjourn(context, conn, log, "a player is gone")


async def _open_until(context: Context, conn: AsyncConnection, log: GameLog, reason: Reason, member_id: int | None) -> int:
    """Return the time until which an offer is open (ms since 1970).

    An offer to one member is open as long as a table. An offer to anybody is open for 14 days or, if the clock runs, until the
    game would be adjourned.
    """
    now = context.clock()
    if member_id is not None:
        return now + context.table_hours * HOUR
    clock = None if reason == "given" else await get_last_clock(conn, log.row)
    runs = clock is not None and clock.seat is not None and clock.stopped_at is None
    return await adjourn_time(context, conn, log, clock) if runs and clock is not None else now + OPEN


async def to_take_over_seat(context: Context, conn: AsyncConnection, log: GameLog, user: User, *, is_me: bool = True) -> None:
    """Raise Refusal if a user plays in the game already, or has reached the limit of games.

    ``is_me``: the user takes the seat now, so blocks between them and the other players are checked too.
    """
    access.to_be_seated(log.row, user, is_me=is_me)
    if is_me:
        await block_rules.to_sit_with(conn, user.id, log.row.members(range(log.row.seats)))
    await limits.to_take_over(conn, log.row.guild_id, user.id, context.limits, is_me=is_me)


async def _schedule(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """Schedule the expiry of the next offer of the game."""
    coming = [offer.expires_at for offer in await store.list_open_offers(conn, log.row.id)]
    if coming:
        await context.schedule.schedule(conn, DUE, min(coming), guild_id=log.row.guild_id, game_id=log.row.id)


async def follow_append(context: Context, conn: AsyncConnection, appended: Appended) -> None:
    """End the offers of seats that can no longer be taken, or whose absent holder has moved."""
    state = appended.state
    for offer in await store.list_open_offers(conn, appended.row.id):
        is_back = offer.reason != "given" and offer.seat in appended.decided
        if state.is_over or offer.seat in state.dropped or is_back:
            await end_offer(context, conn, appended.row, offer)


async def follow_stop(context: Context, conn: AsyncConnection, stopped: GameStopped) -> None:
    """End all offers of seats of a game."""
    for offer in await store.list_open_offers(conn, stopped.row.id):
        await end_offer(context, conn, stopped.row, offer)


async def end_offer(context: Context, conn: AsyncConnection, row: GameRow, offer: SeatOffer) -> None:
    """End the offer of a seat, and queue the edit of its message."""
    await store.set_offer(conn, offer.id, status="void")
    await context.outbox.put_for_game(conn, "seat_offer_edit", row, offer=offer.id)

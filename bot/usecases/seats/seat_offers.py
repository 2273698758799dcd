"""Offers of a seat: to one member, who accepts or declines, or to anybody who may play."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, HOUR
from bot.games.log import GameLog
from bot.storage.queries.play import interactions
from bot.storage.queries.seats import seat_offers as store
from bot.storage.queries.seats.players import PlayerRow
from bot.storage.queries.seats.seat_offers import Reason, SeatOffer
from bot.storage.queries.time.clocks import last_clock
from bot.storage.queries.time.due import DueRow
from bot.usecases import access
from bot.usecases.channels.adjourning import adjourn
from bot.usecases.context import Context, InteractionKey, User
from bot.usecases.play.apply import keep_committed, load, log_event
from bot.usecases.refusal import Refusal
from bot.usecases.seats.substitutes import seat_to
from bot.usecases.tables import limits

OPEN = 14 * DAY
"""Milliseconds for which anybody may take a seat."""

DUE = "seat_offer"
"""The kind of the row that says when the next offer of a game expires."""


async def offer(
    context: Context, guild_id: int, game_id: int, user: User, member: User | None, *, interaction_id: int
) -> SeatOffer:
    """A player offers the own seat to a member, or to anybody. Return the offer, whose message is in the outbox.

    Raise Refusal where the user has no seat to give, or the member cannot take it.
    """
    interaction = InteractionKey(interaction_id, f"{user.id} substitute")

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        log = await load(context, conn, guild_id, game_id, lock=True)
        seat = access.player_left(log.row, log.state(), user.id)
        known = await store.open_offers(conn, game_id, seat)
        if known and await interactions.was_carried_out(conn, *interaction):
            return log, known[0]
        if known:
            raise Refusal("Your seat is offered already: **Withdraw** that first.")
        if member is not None:
            await _may_take(context, conn, log, member, is_me=False)
        made = await open_offer(context, conn, log, seat, "given", member_id=member.id if member else None, by_seat=seat)
        await interactions.save_interaction(conn, *interaction, game_id, log.version, context.clock())
        return log, made

    log, made = await context.db.write(work)
    keep_committed(context, log)
    log_event("seat offered", log, user.id, interaction_id, seat=made.seat)
    return made


async def ask(context: Context, guild_id: int, game_id: int, user: User, turn: int, *, interaction_id: int) -> SeatOffer:
    """An opponent asks for a substitute, since the time of the player to move is out. Raise Refusal where it is not.

    ``turn``: the version of the game at which the turn began whose time is out.
    """

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        log = await load(context, conn, guild_id, game_id, lock=True)
        clock = await last_clock(conn, game_id)
        asker = access.to_claim(log, clock, user.id, turn=turn, now=context.clock())
        seat = log.state().seat or 0
        if await store.open_offers(conn, game_id, seat):
            raise Refusal("Somebody is asked to take this seat already: see the message above.")
        return log, await open_offer(context, conn, log, seat, "time", by_seat=asker)

    log, made = await context.db.write(work)
    keep_committed(context, log)
    log_event("substitute asked for", log, user.id, interaction_id, seat=made.seat)
    return made


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

    To one member it is open as long as a table waits, to anybody for 14 days.
    """
    now = context.clock()
    expires_at = now + (OPEN if member_id is None else context.table_hours * HOUR)
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


async def take(context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int) -> tuple[GameLog, SeatOffer]:
    """The user takes the seat that is offered. Return the game and the offer as they are then."""

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        log, found = await _get(context, conn, guild_id, offer_id)
        if found.status == "taken" and log.row.seat_of(user.id) == found.seat:
            return log, found
        access.to_take_seat(log, found, user.id)
        await _may_take(context, conn, log, user)
        await store.set_offer(conn, found.id, status="taken")
        await seat_to(context, conn, log, PlayerRow(found.seat, user.id, user.name))
        return await _now(conn, log, found)

    return await _done(context, work, user, "seat handed over", interaction_id)


async def decline(
    context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int
) -> tuple[GameLog, SeatOffer]:
    """The member who was asked says no."""

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        log, found = await _get(context, conn, guild_id, offer_id)
        access.to_decline_seat(found, user.id)
        await store.set_offer(conn, found.id, status="declined")
        return await _now(conn, log, found)

    return await _done(context, work, user, "seat declined", interaction_id)


async def withdraw(
    context: Context, guild_id: int, offer_id: int, user: User, *, interaction_id: int
) -> tuple[GameLog, SeatOffer]:
    """Whoever offered the seat, or asked for a substitute, takes that back; so does the seat's holder."""

    async def work(conn: AsyncConnection) -> tuple[GameLog, SeatOffer]:
        log, found = await _get(context, conn, guild_id, offer_id)
        access.to_withdraw_seat(log.row, found, user.id)
        await store.set_offer(conn, found.id, status="withdrawn")
        return await _now(conn, log, found)

    return await _done(context, work, user, "seat kept", interaction_id)


async def get(context: Context, offer_id: int) -> tuple[GameLog, SeatOffer] | None:
    """Return an offer with its game's log, for what the bot itself posts; ``None`` where there is none."""

    async def look(conn: AsyncConnection) -> tuple[GameLog, SeatOffer] | None:
        found = await store.get_offer(conn, offer_id)
        return None if found is None else (await load(context, conn, None, found.game_id), found)

    return await context.db.read(look)


async def show(context: Context, log: GameLog, offer_id: int, message_id: int | None) -> None:
    """Bring the message of an offer up to date, after an answer that may not have got through."""

    async def work(conn: AsyncConnection) -> None:
        if message_id is not None:
            await store.set_offer(conn, offer_id, message_id=message_id)
        await context.outbox.put_for_game(conn, "seat_offer_edit", log.row, offer=offer_id)

    await context.db.write(work)


async def expire(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """End the offers of a game whose time is over, and have their messages say so."""
    if row.game_id is None:
        return
    log = await load(context, conn, None, row.game_id, lock=True)
    for found in await store.open_offers(conn, log.row.id):
        if found.expires_at <= context.clock():
            await store.set_offer(conn, found.id, status="expired")
            await context.outbox.put_for_game(conn, "seat_offer_edit", log.row, offer=found.id)
            if found.reason in ("left", "unseen") and log.row.status == "running":
                await adjourn(context, conn, log, "a player is gone")
    await _schedule(context, conn, log)


# ---------------------------------------------------------------------- inside a transaction


async def _get(context: Context, conn: AsyncConnection, guild_id: int, offer_id: int) -> tuple[GameLog, SeatOffer]:
    found = await store.get_offer(conn, offer_id)
    if found is None:
        raise Refusal("This seat is not offered any more.")
    log = await load(context, conn, guild_id, found.game_id, lock=True)
    return log, await store.get_offer(conn, offer_id) or found


async def _may_take(context: Context, conn: AsyncConnection, log: GameLog, user: User, *, is_me: bool = True) -> None:
    """Raise Refusal where a user plays in the game already, or plays as many games as a member may."""
    access.to_be_seated(log.row, user, is_me=is_me)
    await limits.to_take_over(conn, log.row.guild_id, user.id, context.limits, is_me=is_me)


async def _schedule(context: Context, conn: AsyncConnection, log: GameLog) -> None:
    """Schedule the expiry of the next offer of the game."""
    coming = await store.next_expiry(conn, log.row.id)
    if coming is not None:
        await context.schedule.schedule(conn, DUE, coming, guild_id=log.row.guild_id, game_id=log.row.id)


async def _now(conn: AsyncConnection, log: GameLog, offer: SeatOffer) -> tuple[GameLog, SeatOffer]:
    """The game, and the offer as it is now."""
    return log, await store.get_offer(conn, offer.id) or offer


async def _done(
    context: Context,
    work: Callable[[AsyncConnection], Awaitable[tuple[GameLog, SeatOffer]]],
    user: User,
    event: str,
    interaction_id: int,
) -> tuple[GameLog, SeatOffer]:
    log, found = await context.db.write(work)
    keep_committed(context, log)
    log_event(event, log, user.id, interaction_id, seat=found.seat)
    return log, found

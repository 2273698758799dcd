"""Tables: members take seats, and the game starts once enough seats are taken."""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, MINUTE
from bot.storage.queries.channels import posts
from bot.storage.queries.tables import game_tables as store
from bot.storage.queries.tables.game_tables import GameTable
from bot.storage.queries.time.due import DueRow
from bot.usecases import access
from bot.usecases.context import Context, User, write_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.tables import block_rules, limits, seating
from rules import GAMES

logger = logging.getLogger(__name__)

CLOSED_KEPT = 30 * DAY
"""Milliseconds for which a closed table is kept after the time at which it would have expired."""


# ---------------------------------------------------------------------- actions of members; each returns the updated table


@seating.at_table("seat taken")
async def join(context: Context, conn: AsyncConnection, table: GameTable, user: User, seen: int | None = None) -> GameTable:
    """Seat the user. Start the game if that was the last seat.

    ``seen``: the number of changes of the table when the user saw it; ``None``: do not check.
    """
    access.to_join(table, user.id)
    return await _sit(context, conn, table, user, seen)


@seating.at_table("seat taken")
async def accept(context: Context, conn: AsyncConnection, table: GameTable, user: User, seen: int | None = None) -> GameTable:
    """Seat the invited member, and start the game. ``seen``: as in :func:`join`."""
    access.to_accept(table, user.id)
    return await _sit(context, conn, table, user, seen)


async def _sit(context: Context, conn: AsyncConnection, table: GameTable, user: User, seen: int | None) -> GameTable:
    access.to_have_seen(table, seen)
    await block_rules.to_sit_with(conn, user.id, [member for member, _ in table.members])
    await limits.to_sit(conn, table.guild_id, user.id, context.limits)
    return await seating.seat(context, conn, table, user)


@seating.at_table("seat left")
async def leave(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Remove the user from a table. If it was the host, the member who has sat there longest becomes the host."""
    access.to_leave(table, user.id)
    await _remove_member(conn, table, user.id)
    return await seating.get_table_of(conn, table.guild_id, table.id)


@seating.at_table("table started")
async def start(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Start the game with the members at the table, as its host."""
    access.host(table, user.id, "start the game")
    game = GAMES[table.kind]
    if table.seats is not None:
        missing = table.seats - table.taken
        raise Refusal(f"This table is for {table.seats} players: {missing} more must join, then it starts automatically.")
    if table.taken < game.seats[0]:
        raise Refusal(f"{game.title} needs at least {game.seats[0]} players.")
    return await seating.start(context, conn, table)


@seating.at_table("table cancelled")
async def cancel(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Close the table, as its host."""
    access.host(table, user.id, "cancel it")
    await store.set_table(conn, table.id, status="cancelled")
    return await seating.get_table_of(conn, table.guild_id, table.id)


@seating.at_table("invitation declined")
async def decline(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Decline the invitation, as the invited member."""
    access.to_decline(table, user.id)
    await store.set_table(conn, table.id, status="declined")
    return await seating.get_table_of(conn, table.guild_id, table.id)


@seating.at_table("computer added")
async def add_computer(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Seat a computer, as the host. Start the game if that was the last seat."""
    access.host(table, user.id, "add a computer")
    access.to_use_computer(table.kind)
    if table.opponent_id is not None:
        raise Refusal("This table is waiting for the member you have invited. Cancel it to play against a computer.")
    if table.taken >= (table.seats or GAMES[table.kind].seats[-1]):
        raise Refusal("All seats are taken.")
    table = await _with_computers(conn, table, table.terms.computers + 1)
    return await seating.start_if_full(context, conn, table)


@seating.at_table("computer taken away")
async def remove_computer(context: Context, conn: AsyncConnection, table: GameTable, user: User) -> GameTable:
    """Remove a computer, as the host."""
    access.host(table, user.id, "take a computer away")
    if not table.terms.computers:
        raise Refusal("No computer sits at this table.")
    return await _with_computers(conn, table, table.terms.computers - 1)


# ---------------------------------------------------------------------- actions of the bot


async def get(context: Context, table_id: int) -> GameTable:
    """Return a table of any server, for the bot's own posts. Raise Refusal if there is none."""
    return await context.db.read(lambda conn: seating.get_table_of(conn, None, table_id))


@write_transaction
async def save_message(context: Context, conn: AsyncConnection, table: GameTable, message_id: int) -> None:
    """Save the id of the message that shows this state of the table, and drop queued posts that would show the same state."""
    await store.set_table(conn, table.id, message_id=message_id)
    await posts.drop_for_table(conn, table.id, table.shown_by)


@write_transaction
async def show(context: Context, conn: AsyncConnection, table_id: int, message_id: int | None = None) -> None:
    """Update the table's message now, after an answer that may not have got through.

    ``message_id``: the message, if known. Otherwise the bot looks for it in the channel, and posts it if it is not there and
    the table is open.
    """
    table = await seating.get_table_of(conn, None, table_id, lock=True)
    if table.message_id is None and message_id is not None:
        await store.set_table(conn, table.id, message_id=message_id)
    await posts.drop_for_table(conn, table_id)
    table = await seating.get_table_of(conn, None, table_id)
    if table.is_open or table.message_id is not None:
        await seating.update_message(context, conn, table, wait=0)


async def expire(context: Context, conn: AsyncConnection, row: DueRow) -> None:
    """Close an expired table, and queue the edit of its message."""
    table, now = await seating.get_table_of(conn, None, row.table_id or 0, lock=True), context.clock()
    if table.is_open and context.connected.is_away(table.guild_id):  # the table gets back the time in which the bot was away
        await context.schedule.schedule(conn, "table", now + MINUTE, guild_id=table.guild_id, table_id=table.id)
    elif table.is_open and table.expires_at > now:
        await context.schedule.schedule(conn, "table", table.expires_at, guild_id=table.guild_id, table_id=table.id)
    elif table.is_open:
        await store.set_table(conn, table.id, status="expired")
        await seating.update_message(context, conn, table, wait=0)
        logger.info("table expired", extra={"guild": table.guild_id, "table": table.id})


async def leave_all(context: Context, conn: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Remove a user from all open tables of a server, inside a transaction.

    Tables that cannot start without the user are closed.
    """
    for table_id in await store.list_open_tables_of(conn, guild_id, user_id):
        table = await seating.get_table_of(conn, guild_id, table_id, lock=True)
        if table.is_open:
            await _take_away(context, conn, table, user_id)


async def part(context: Context, conn: AsyncConnection, user_id: int, other_id: int) -> int:
    """Remove a user from all open tables that they share with another user, inside a transaction.

    Return the number of these tables.
    """
    left = 0
    for table_id in await store.list_open_tables_of(conn, None, user_id):
        table = await seating.get_table_of(conn, None, table_id, lock=True)
        if table.is_open and other_id in (*dict(table.members), table.opponent_id):
            await _take_away(context, conn, table, user_id)
            left += 1
    return left


async def _take_away(context: Context, conn: AsyncConnection, table: GameTable, user_id: int) -> None:
    """Remove a user from an open table. Close the table if it cannot start without the user."""
    if table.opponent_id == user_id:
        await store.set_table(conn, table.id, status="declined")
    elif all(member == user_id for member, _ in table.members):
        await store.set_table(conn, table.id, status="cancelled")
    else:
        await _remove_member(conn, table, user_id)
    await seating.update_message(context, conn, await seating.get_table_of(conn, None, table.id), wait=0)


async def _remove_member(conn: AsyncConnection, table: GameTable, user_id: int) -> None:
    await store.remove_member(conn, table.id, user_id)
    if user_id == table.host_id:
        await store.set_table(conn, table.id, host_id=next(member for member, _ in table.members if member != user_id))


async def delete_closed(context: Context) -> int:
    """Delete the tables that were closed long ago. Return their number."""
    return await context.db.write(lambda conn: store.delete_closed(conn, context.clock() - CLOSED_KEPT))


async def _with_computers(conn: AsyncConnection, table: GameTable, count: int) -> GameTable:
    terms = table.terms.model_copy(update={"computers": count})
    await store.set_table(conn, table.id, terms=terms.model_dump_json(exclude_defaults=True))
    return await seating.get_table_of(conn, table.guild_id, table.id)

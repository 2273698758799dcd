"""Votes on the house rules of the next game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.votes import Vote
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.tables import votes as store
from bot.storage.queries.time import due
from bot.storage.queries.time.due import DueRow
from bot.usecases.context import Context, read_transaction, write_transaction

PATIENCE = DAY
"""Milliseconds after which a vote counts, regardless of the number of votes."""
DUE = "vote"
"""The kind of the scheduled task that shows that a vote counts."""


@write_transaction
async def open_vote(context: Context, conn: AsyncConnection, row: GameRow) -> Vote:
    """Open the vote after a finished game, unless it is open already. Return its state."""
    await games.get_game(conn, row.id, None, lock=True)
    await _find_open(context, conn, row)
    return await _vote(context, conn, row)


@write_transaction
async def vote(context: Context, conn: AsyncConnection, row: GameRow, user_id: int, option: str, value: Any) -> Vote:
    """Save a player's vote. Voting the same again removes the vote. Return the new state."""
    await games.get_game(conn, row.id, None, lock=True)
    await _find_open(context, conn, row)
    wishes = (await store.get_votes(conn, row.id)).get(user_id, {})
    if wishes.get(option) == value:
        wishes = {name: wish for name, wish in wishes.items() if name != option}
    else:
        wishes = wishes | {option: value}
    await store.save_vote(conn, row.id, user_id, wishes, context.clock())
    return await _vote(context, conn, row)


@write_transaction
async def save_message(context: Context, conn: AsyncConnection, row: GameRow, channel_id: int, message_id: int) -> None:
    """Save the message of the vote, and delete the previous one, which would not show later votes."""
    await games.get_game(conn, row.id, None, lock=True)
    before = await store.get_ballot(conn, row.id)
    await store.set_message(conn, row.id, channel_id, message_id)
    if before is not None and before.channel_id is not None and before.message_id is not None:
        there = replace(row, channel_id=before.channel_id, thread_id=None)
        await context.outbox.put_for_game(conn, "remove", there, message=before.message_id)


@write_transaction
async def close(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    """Show in the message that the vote is over, because a table for the next game is open."""
    await due.cancel(conn, DUE, guild_id=row.guild_id, game_id=row.id)
    await _show(context, conn, row)


async def day_is_over(context: Context, conn: AsyncConnection, found: DueRow) -> None:
    """Show in the message that the vote counts now."""
    row = None if found.game_id is None else await games.get_game(conn, found.game_id, None)
    if row is not None:
        await _show(context, conn, row)


async def _find_open(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    if await store.get_ballot(conn, row.id) is None:
        at = context.clock() + PATIENCE
        await store.insert_ballot(conn, row.id, at)
        await context.schedule.schedule(conn, DUE, at, guild_id=row.guild_id, game_id=row.id)


async def _vote(context: Context, conn: AsyncConnection, row: GameRow) -> Vote:
    """Return the state of the vote after a game."""
    now = context.clock()
    ballot = await store.get_ballot(conn, row.id)
    cast = {user: wishes for user, wishes in (await store.get_votes(conn, row.id)).items() if wishes}
    return Vote(cast, len(row.members(range(row.seats))), now + PATIENCE if ballot is None else ballot.counts_at, now)


get = read_transaction(_vote)


async def _show(context: Context, conn: AsyncConnection, row: GameRow) -> None:
    ballot = await store.get_ballot(conn, row.id)
    if ballot is not None and ballot.channel_id is not None and ballot.message_id is not None:
        there = replace(row, channel_id=ballot.channel_id)
        await context.outbox.put_for_game(conn, "vote_edit", there, message=ballot.message_id)

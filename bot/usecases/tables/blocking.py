"""Blocking: the bot keeps a blocked member away from the blocker's tables and games, in all servers."""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.server import blocks as store
from bot.storage.queries.server.blocks import Block
from bot.usecases.context import Context, User, as_use_case, write_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.tables import challenges, tables
from rules.words import count

logger = logging.getLogger(__name__)

MOST = 100


async def block(context: Context, guild_id: int, user: User, other: User) -> int | None:
    """Block another member for a user. The user leaves the open tables that they share.

    Return the number of tables left; ``None`` if the other member was blocked already. Raise Refusal if that member is the
    user, or if the user has blocked too many.
    """
    if user.id == other.id:
        raise Refusal("You cannot block yourself.")

    async def work(conn: AsyncConnection) -> int | None:
        known = await store.list_blocks(conn, user.id)
        if any(each.is_of(other.id) for each in known):
            return None
        if len(known) >= MOST:
            raise Refusal(f"You have blocked {count(MOST, 'member')}, and no more are kept. `/my blocked` can unblock some.")
        await store.insert_block(conn, guild_id, user.id, other, context.clock())
        return await tables.part(context, conn, user.id, other.id)

    left = await context.db.write(work)
    if left is not None:
        logger.info("a member was blocked", extra={"guild": guild_id, "user": user.id, "tables": left})
    return left


@write_transaction
async def unblock(
    context: Context, conn: AsyncConnection, user_id: int, *, block_id: int | None = None, member_id: int | None = None
) -> Block | None:
    """Remove a user's block, by its id or by the blocked member. Return the removed block; ``None`` if there is none."""
    for found in await store.list_blocks(conn, user_id):
        if found.id == block_id or (member_id is not None and found.is_of(member_id)):
            await store.delete_block(conn, user_id, found.id)
            await challenges.match_again(context, conn, user_id)
            return found
    return None


list_blocked_by = as_use_case(store.list_blocks)

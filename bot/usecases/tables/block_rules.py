"""Blocked members never share a table or a game.

The member who has blocked another one gets the reason; the blocked member gets a neutral refusal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.words import Name
from bot.storage.queries.server.blocks import list_blocks_between
from bot.usecases.context import Context, read_transaction
from bot.usecases.refusal import Refusal

NOT_OPEN = "This seat is not open to you. Open your own table with `/newgame`."
NOT_INVITED = "That member cannot be invited here. Name somebody else, or let anybody join."


async def to_sit_with(conn: AsyncConnection, user_id: int, others: Collection[int]) -> None:
    """Raise Refusal if there is a block between a user who wants to sit down and one of the others."""
    found = await list_blocks_between(conn, user_id, others)
    for block in found:
        if block.user_id == user_id:
            name = Name(block.name)
            raise Refusal("You have blocked **{name}**, who plays here. `/my blocked` shows whom you have blocked.", name=name)
    if found:
        raise Refusal(NOT_OPEN)


async def to_invite(conn: AsyncConnection, user_id: int, invited_id: int, others: Iterable[int] = ()) -> None:
    """Raise Refusal if there is a block between an invited member and the user or one of the others."""
    found = await list_blocks_between(conn, invited_id, {user_id, *others})
    for block in found:
        if block.user_id == user_id:
            raise Refusal("You have blocked **{name}**. `/my blocked` shows whom you have blocked.", name=Name(block.name))
    if found:
        raise Refusal(NOT_INVITED)


async def may_meet(conn: AsyncConnection, user_id: int, others: Collection[int]) -> bool:
    """Return whether there is no block between a user and any of the others."""
    return not await list_blocks_between(conn, user_id, others)


@read_transaction
async def welcome(context: Context, conn: AsyncConnection, members: Sequence[int], asked: Iterable[int]) -> tuple[int, ...]:
    """Return those of the ``asked`` users who can join a table: those without a block between them and any of its members."""
    return tuple([user for user in asked if await may_meet(conn, user, members)])

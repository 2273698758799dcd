"""Queries about ``blocks``: the members that other members have blocked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import delete, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.forgotten import Entry
from bot.storage.schema import blocks


@dataclass(frozen=True, slots=True)
class Block:
    """A block of one member by another."""

    id: int
    user_id: int
    blocked_id: int | None
    """The blocked member; ``None`` if the bot has forgotten them."""
    salt: str | None
    digest: str | None
    name: str
    """The name of the blocked member at the time of the block."""

    def is_of(self, user_id: int) -> bool:
        """Return whether a user is the blocked one."""
        if self.blocked_id is not None or self.salt is None:
            return self.blocked_id == user_id
        return Entry(self.salt, self.digest, None, 0).is_of(user_id)


_COLUMNS = (blocks.c.id, blocks.c.user_id, blocks.c.blocked_id, blocks.c.salt, blocks.c.digest, blocks.c.name)


async def insert_block(conn: AsyncConnection, guild_id: int, user_id: int, blocked: tuple[int, str], now: int) -> None:
    """Record that a user has blocked another one in a server."""
    values = {"guild_id": guild_id, "user_id": user_id, "blocked_id": blocked[0], "name": blocked[1], "at": now}
    await conn.execute(insert(blocks).values(values))


async def delete_block(conn: AsyncConnection, user_id: int, block_id: int) -> None:
    """Delete a block made by a user."""
    await conn.execute(delete(blocks).where(blocks.c.user_id == user_id, blocks.c.id == block_id))


async def list_blocks(conn: AsyncConnection, user_id: int) -> list[Block]:
    """Return the blocks made by a user, newest first."""
    found = await conn.execute(select(*_COLUMNS).where(blocks.c.user_id == user_id).order_by(blocks.c.id.desc()))
    return [Block(*row) for row in found]


async def list_blocked_pairs(conn: AsyncConnection, users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of the given users in which one has blocked the other."""
    found = await conn.execute(select(*_COLUMNS).where(blocks.c.user_id.in_(users)))
    pairs = set()
    for block in (Block(*row) for row in found):
        of = users if block.blocked_id is None else {block.blocked_id}.intersection(users)
        pairs |= {frozenset((block.user_id, user)) for user in of if block.is_of(user)}
    return pairs


async def list_blocks_between(conn: AsyncConnection, user_id: int, others: Collection[int]) -> list[Block]:
    """Return the blocks between a user and the given others, in either direction."""
    mine = blocks.c.user_id == user_id
    of_theirs = blocks.c.user_id.in_(others) & or_(blocks.c.blocked_id == user_id, blocks.c.blocked_id.is_(None))
    found = [Block(*row) for row in await conn.execute(select(*_COLUMNS).where(or_(mine, of_theirs)))]
    return [block for block in found if any(map(block.is_of, others if block.user_id == user_id else (user_id,)))]

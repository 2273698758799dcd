"""Queries about ``page_tickets`` and ``page_keys``: access to pages of games, puzzles and lessons."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import page_keys, page_tickets, players


class PageKey(NamedTuple):
    """The access of a member to a page."""

    guild_id: int
    place_id: int
    """The game; for a puzzle or a lesson the channel of the command, or of the puzzle's game."""
    user_id: int
    purpose: str
    """The puzzle or lesson: ``lesson land``; empty for a game."""
    expires_at: int
    seen_at: int
    """Time at which Discord last confirmed that the member sees the channel."""
    name: str | None = None
    """The member's name in the game; ``None`` unless they play in it."""

    @property
    def game_id(self) -> int:
        """The game of a game's page."""
        return self.place_id


PLAYER = players.alias("player")
"""The member's seat in the game."""
_IS_PLAYER = and_(PLAYER.c.game_id == page_keys.c.place_id, PLAYER.c.user_id == page_keys.c.user_id, page_keys.c.purpose == "")
_STORED = PageKey._fields[:-1]
_COLUMNS = [*(page_keys.c[name] for name in _STORED), PLAYER.c.name]
KEYS: Select[Any] = select(*_COLUMNS).select_from(page_keys.outerjoin(PLAYER, _IS_PLAYER))
"""Selects keys; the columns are the fields of :class:`PageKey`."""


async def add_ticket(conn: AsyncConnection, ticket_hash: str, guild_id: int, user_id: int, expires_at: int) -> None:
    """Save the hash of a ticket that can be used once."""
    row = {"ticket": ticket_hash, "guild_id": guild_id, "user_id": user_id, "expires_at": expires_at}
    await conn.execute(insert(page_tickets), row)


async def find_ticket(conn: AsyncConnection, ticket_hash: str, now: int) -> tuple[int, int] | None:
    """Return the server and the member of a ticket; ``None`` if no ticket with this hash can be used any more."""
    known = select(page_tickets.c.guild_id, page_tickets.c.user_id)
    found = await conn.execute(known.where(page_tickets.c.ticket == ticket_hash, page_tickets.c.expires_at > now))
    row = found.first()
    return None if row is None else (row.guild_id, row.user_id)


async def use_ticket(conn: AsyncConnection, ticket_hash: str) -> bool:
    """Delete a ticket. Return whether it existed: of several simultaneous uses, only one succeeds."""
    result = await conn.execute(delete(page_tickets).where(page_tickets.c.ticket == ticket_hash))
    return result.rowcount == 1


async def add_key(conn: AsyncConnection, token_hash: str, key: PageKey) -> None:
    """Save the hash of a token."""
    await conn.execute(insert(page_keys), {"token_hash": token_hash, **dict(zip(_STORED, key, strict=False))})


async def get_key(conn: AsyncConnection, token_hash: str) -> PageKey | None:
    """Return the key of a token; ``None`` if there is no token with this hash."""
    found = (await conn.execute(KEYS.where(page_keys.c.token_hash == token_hash))).first()
    return None if found is None else PageKey(*found)


async def set_purpose(conn: AsyncConnection, token_hash: str, purpose: str) -> None:
    """Save the new purpose of a token."""
    await conn.execute(update(page_keys).where(page_keys.c.token_hash == token_hash).values(purpose=purpose))


async def save_seen(conn: AsyncConnection, key: PageKey, now: int) -> None:
    """Record that Discord has confirmed that a member sees the channel, for all their keys to the game or channel."""
    await conn.execute(update(page_keys).where(*_are_like(key)).values(seen_at=now))


async def delete_keys(conn: AsyncConnection, key: PageKey) -> None:
    """Delete all keys of a member to a game or channel."""
    await conn.execute(delete(page_keys).where(*_are_like(key)))


def _are_like(key: PageKey) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return page_keys.c.place_id == key.place_id, page_keys.c.user_id == key.user_id


async def delete_all_keys(conn: AsyncConnection, user_id: int) -> int:
    """Delete all tickets and keys of a member, in every server. Return the number of keys."""
    await conn.execute(delete(page_tickets).where(page_tickets.c.user_id == user_id))
    return (await conn.execute(delete(page_keys).where(page_keys.c.user_id == user_id))).rowcount


async def forget_old_keys(conn: AsyncConnection, now: int) -> None:
    """Delete the expired tickets and keys."""
    for table in (page_tickets, page_keys):
        await conn.execute(delete(table).where(table.c.expires_at <= now))

"""Queries about ``page_tickets`` and ``page_tokens``: the keys to the pages of games."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import page_tickets, page_tokens


class TokenRow(NamedTuple):
    """Who may read and play which game."""

    guild_id: int
    game_id: int
    user_id: int
    expires_at: int
    seen_at: int
    """When Discord last said that the member sees the game's channel."""


async def add_ticket(conn: AsyncConnection, ticket: str, guild_id: int, user_id: int, expires_at: int) -> None:
    """Save a ticket that can be used once."""
    row = {"ticket": ticket, "guild_id": guild_id, "user_id": user_id, "expires_at": expires_at}
    await conn.execute(insert(page_tickets), row)


async def has_ticket(conn: AsyncConnection, ticket: str) -> bool:
    """Return whether a ticket can still be used."""
    return await conn.scalar(select(page_tickets.c.ticket).where(page_tickets.c.ticket == ticket)) is not None


async def use_ticket(conn: AsyncConnection, ticket: str) -> bool:
    """Delete a ticket. Return whether it was there: of several who use it at once, one hears yes."""
    result = await conn.execute(delete(page_tickets).where(page_tickets.c.ticket == ticket))
    return result.rowcount == 1


async def add_token(conn: AsyncConnection, token_hash: str, row: TokenRow) -> None:
    """Save the hash of a token."""
    await conn.execute(insert(page_tokens), {"token_hash": token_hash, **row._asdict()})


async def get_token(conn: AsyncConnection, token_hash: str) -> TokenRow | None:
    """Return what a token is for; ``None`` if there is none with this hash."""
    columns = [page_tokens.c[name] for name in TokenRow._fields]
    found = (await conn.execute(select(*columns).where(page_tokens.c.token_hash == token_hash))).first()
    return None if found is None else TokenRow(*found)


async def save_seen(conn: AsyncConnection, game_id: int, user_id: int, now: int) -> None:
    """Save that Discord has said that a member sees the channel of a game."""
    mine = (page_tokens.c.game_id == game_id, page_tokens.c.user_id == user_id)
    await conn.execute(update(page_tokens).where(*mine).values(seen_at=now))


async def delete_tokens(conn: AsyncConnection, game_id: int, user_id: int) -> None:
    """Delete the tokens of a member for a game."""
    await conn.execute(delete(page_tokens).where(page_tokens.c.game_id == game_id, page_tokens.c.user_id == user_id))


async def delete_all_keys(conn: AsyncConnection, user_id: int) -> int:
    """Delete all tickets and tokens of a member, in every server. Return how many tokens there were."""
    await conn.execute(delete(page_tickets).where(page_tickets.c.user_id == user_id))
    return (await conn.execute(delete(page_tokens).where(page_tokens.c.user_id == user_id))).rowcount


async def forget_old_keys(conn: AsyncConnection, now: int) -> None:
    """Delete the tickets and tokens whose time is out."""
    for table in (page_tickets, page_tokens):
        await conn.execute(delete(table).where(table.c.expires_at <= now))

"""Queries about ``page_tickets``, ``page_tokens`` and ``learning_pages``: access to pages of games, puzzles and lessons."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import learning_pages, page_tickets, page_tokens


class TokenRow(NamedTuple):
    """The access of a member to the page of a game."""

    guild_id: int
    game_id: int
    user_id: int
    expires_at: int
    seen_at: int
    """When Discord last confirmed that the member sees the game's channel."""


class LearningPage(NamedTuple):
    """The access of a member to the page of a puzzle or lesson."""

    guild_id: int
    channel_id: int
    """The channel of the command, or of the puzzle's game. A member who can no longer see it loses access to the page."""
    user_id: int
    purpose: str
    """The puzzle or lesson: ``lesson land``."""
    expires_at: int
    seen_at: int
    """When Discord last confirmed that the member sees the channel."""


async def add_ticket(conn: AsyncConnection, ticket: str, guild_id: int, user_id: int, expires_at: int) -> None:
    """Save a ticket that can be used once."""
    row = {"ticket": ticket, "guild_id": guild_id, "user_id": user_id, "expires_at": expires_at}
    await conn.execute(insert(page_tickets), row)


async def has_ticket(conn: AsyncConnection, ticket: str, user_id: int) -> bool:
    """Return whether a member's ticket can still be used."""
    known = select(page_tickets.c.ticket).where(*_is_of(ticket, user_id))
    return await conn.scalar(known) is not None


async def use_ticket(conn: AsyncConnection, ticket: str, user_id: int) -> bool:
    """Delete a member's ticket. Return whether it existed: of several simultaneous uses, only one succeeds."""
    result = await conn.execute(delete(page_tickets).where(*_is_of(ticket, user_id)))
    return result.rowcount == 1


def _is_of(ticket: str, user_id: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return page_tickets.c.ticket == ticket, page_tickets.c.user_id == user_id


async def add_token(conn: AsyncConnection, token_hash: str, row: TokenRow) -> None:
    """Save the hash of a token."""
    await conn.execute(insert(page_tokens), {"token_hash": token_hash, **row._asdict()})


async def get_token(conn: AsyncConnection, token_hash: str) -> TokenRow | None:
    """Return the access of a token; ``None`` if there is no token with this hash."""
    columns = [page_tokens.c[name] for name in TokenRow._fields]
    found = (await conn.execute(select(*columns).where(page_tokens.c.token_hash == token_hash))).first()
    return None if found is None else TokenRow(*found)


async def add_learning_page(conn: AsyncConnection, token_hash: str, row: LearningPage) -> None:
    """Save the hash of a token for a puzzle or lesson."""
    await conn.execute(insert(learning_pages), {"token_hash": token_hash, **row._asdict()})


async def get_learning_page(conn: AsyncConnection, token_hash: str) -> LearningPage | None:
    """Return the access of a token; ``None`` if there is no token with this hash."""
    columns = [learning_pages.c[name] for name in LearningPage._fields]
    found = (await conn.execute(select(*columns).where(learning_pages.c.token_hash == token_hash))).first()
    return None if found is None else LearningPage(*found)


async def change_learning_page(conn: AsyncConnection, token_hash: str, row: LearningPage) -> None:
    """Save the new purpose of a token, and when the member was seen."""
    mine = learning_pages.c.token_hash == token_hash
    await conn.execute(update(learning_pages).where(mine).values(purpose=row.purpose, seen_at=row.seen_at))


async def delete_learning_page(conn: AsyncConnection, token_hash: str) -> None:
    """Delete a token for a puzzle or lesson."""
    await conn.execute(delete(learning_pages).where(learning_pages.c.token_hash == token_hash))


async def save_seen(conn: AsyncConnection, game_id: int, user_id: int, now: int) -> None:
    """Save that Discord has confirmed that a member sees the channel of a game."""
    mine = (page_tokens.c.game_id == game_id, page_tokens.c.user_id == user_id)
    await conn.execute(update(page_tokens).where(*mine).values(seen_at=now))


async def delete_tokens(conn: AsyncConnection, game_id: int, user_id: int) -> None:
    """Delete the tokens of a member for a game."""
    await conn.execute(delete(page_tokens).where(page_tokens.c.game_id == game_id, page_tokens.c.user_id == user_id))


async def delete_all_keys(conn: AsyncConnection, user_id: int) -> int:
    """Delete all tickets and tokens of a member, in every server. Return the number of tokens."""
    await conn.execute(delete(page_tickets).where(page_tickets.c.user_id == user_id))
    of_games = (await conn.execute(delete(page_tokens).where(page_tokens.c.user_id == user_id))).rowcount
    return of_games + (await conn.execute(delete(learning_pages).where(learning_pages.c.user_id == user_id))).rowcount


async def forget_old_keys(conn: AsyncConnection, now: int) -> None:
    """Delete the expired tickets and tokens."""
    for table in (page_tickets, page_tokens, learning_pages):
        await conn.execute(delete(table).where(table.c.expires_at <= now))

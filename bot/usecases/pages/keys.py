"""The keys to the page of a game, a puzzle or a lesson: a link with a ticket, which is exchanged once for a token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR, MINUTE
from bot.storage.queries.pages import keys as store
from bot.storage.queries.pages.keys import PageKey
from bot.storage.queries.pages.open_pages import OpenPage
from bot.storage.queries.play import games
from bot.usecases.context import Context
from bot.usecases.pages.coalesced_reads import CoalescedReads
from bot.usecases.pages.tickets import Ticket, make_ticket
from bot.usecases.refusal import Refusal

TICKET_LASTS = 15 * MINUTE
TOKEN_LASTS = 12 * HOUR
SEEN_LASTS = 5 * MINUTE
"""Milliseconds after which Discord is asked again whether a member sees the channel."""

LINK_ENDED = "This link has been used or has expired. Press “Open the board” in Discord again."
PAGE_ENDED = "This page was closed or has expired. Press “Open the board” in Discord again."
NOT_SEEN = "You can no longer see the channel of this page, so it is closed."
UNSURE = "Discord does not answer at the moment. Please try again soon."
NO_PAGES = "This bot serves no pages."

CheckMember = Callable[[int, int, int], Awaitable[str]]
"""Asks Discord whether a user is in a server and sees a channel. Returns ``here``, ``unknown``, or the reason why the user does
not see it."""


class NoKey(Refusal):
    """The ticket or token does not exist or has expired."""


class Closed(Refusal):
    """The member may no longer see the game."""


class Unsure(Refusal):
    """Discord did not answer whether the member may see the game."""


class NewKey(NamedTuple):
    """The result of exchanging a ticket."""

    token: str
    expires_at: int
    is_game: bool
    """Whether it is for a game, not for a puzzle or lesson."""


async def make_link(context: Context, guild_id: int, place_id: int, user_id: int, purpose: str = "") -> str:
    """Return a new link for a member to the page of a game, or of the puzzle or lesson that is the ``purpose``.

    ``place_id``: as in :class:`Ticket`. Raise Refusal if no pages are served.
    """
    links = context.links
    if links is None:
        raise Refusal(NO_PAGES)
    expires_at = context.clock() + TICKET_LASTS
    ticket = make_ticket(guild_id, place_id, user_id, expires_at, purpose)
    await context.db.write(lambda conn: store.add_ticket(conn, ticket.number.hex(), guild_id, user_id, expires_at))
    return links.board(ticket)


def find_member(context: Context, text: str) -> int | None:
    """Return the member in a signed ticket; ``None`` for an expired ticket or any other text."""
    ticket = None if context.links is None else context.links.read(text)
    return None if ticket is None or ticket.expires_at <= context.clock() else ticket.user_id


async def exchange(context: Context, check_member: CheckMember, text: str) -> NewKey:
    """Return a token for a ticket, which is used up. Raise NoKey, Closed or Unsure."""
    ticket = None if context.links is None else context.links.read(text)
    now = context.clock()
    if ticket is None or ticket.expires_at <= now:
        raise NoKey(LINK_ENDED)

    async def find_channel(conn: AsyncConnection) -> int | None:
        return await _find_channel(conn, ticket) if await store.has_ticket(conn, ticket.number.hex(), ticket.user_id) else None

    channel_id = await context.db.read(find_channel)
    if channel_id is None:
        raise NoKey(LINK_ENDED)
    await _check_seen(check_member, ticket.guild_id, channel_id, ticket.user_id)
    token, expires_at = secrets.token_urlsafe(32), now + TOKEN_LASTS

    async def work(conn: AsyncConnection) -> None:
        if not await store.use_ticket(conn, ticket.number.hex(), ticket.user_id):
            raise NoKey(LINK_ENDED)
        key = PageKey(ticket.guild_id, ticket.place_id, ticket.user_id, ticket.purpose, expires_at, now)
        await store.add_key(conn, hash_token(token), key)

    await context.db.write(work)
    return NewKey(token, expires_at, not ticket.purpose)


async def _find_channel(conn: AsyncConnection, of: Ticket | PageKey) -> int | None:
    """Return the channel that the member has to see; ``None`` if the game is gone."""
    if of.purpose:
        return of.place_id
    row = await games.get_game(conn, of.place_id, of.guild_id)
    return None if row is None else row.channel_id


async def read_key(context: Context, check_member: CheckMember, token: str, *, of_game: bool = True) -> PageKey:
    """Return the key of a token to the page of a game, or to one of a puzzle or lesson. Raise NoKey, Closed or Unsure."""
    found = await context.db.read(partial(store.get_key, token_hash=hash_token(token)))
    return await _check(context, check_member, None if found is None or bool(found.purpose) == of_game else found)


async def read_open_page(context: Context, check_member: CheckMember, pages: CoalescedReads[OpenPage], token: str) -> OpenPage:
    """Return the page of a token, with its member's own data. Raise NoKey, Closed or Unsure."""
    found = await pages.get(hash_token(token))
    if found is None:
        raise NoKey(PAGE_ENDED)
    return found._replace(key=await _check(context, check_member, found.key))


async def _check(context: Context, check_member: CheckMember, found: PageKey | None) -> PageKey:
    """Return a key. Raise NoKey, Closed or Unsure if it is no longer valid.

    Discord is asked whether the member still sees the channel, unless it was asked recently.
    """
    now = context.clock()
    if found is None or found.expires_at <= now:
        raise NoKey(PAGE_ENDED)
    if now - found.seen_at <= SEEN_LASTS:
        return found
    channel_id = await context.db.read(lambda conn: _find_channel(conn, found))
    if channel_id is None:
        raise NoKey(PAGE_ENDED)
    try:
        await _check_seen(check_member, found.guild_id, channel_id, found.user_id)
    except Closed:
        await context.db.write(lambda conn: store.delete_keys(conn, found))
        raise
    await context.db.write(lambda conn: store.save_seen(conn, found, now))
    return found._replace(seen_at=now)


async def change_purpose(context: Context, token: str, purpose: str) -> None:
    """Let a token open another puzzle, or another mistake to practise."""
    await context.db.write(lambda conn: store.set_purpose(conn, hash_token(token), purpose))


async def _check_seen(check_member: CheckMember, guild_id: int, channel_id: int, user_id: int) -> None:
    """Raise Closed or Unsure unless Discord confirms that a member is in a server and sees a channel."""
    match await check_member(guild_id, channel_id, user_id):
        case "here":
            return
        case "unknown":
            raise Unsure(UNSURE)
        case _:
            raise Closed(NOT_SEEN)


async def close_pages(context: Context, user_id: int) -> int:
    """End all pages and links of a member, in every server. Return how many pages were open."""
    return await context.db.write(lambda conn: store.delete_all_keys(conn, user_id))


def hash_token(token: str) -> str:
    """Return the stored form of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

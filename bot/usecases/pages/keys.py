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
from bot.usecases.context import Context, read_transaction
from bot.usecases.pages.coalesced_reads import CoalescedReads
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


class Ticket(NamedTuple):
    """A link that can still be used."""

    hash: str
    """Its key in the database."""
    key: PageKey
    """The access that it is exchanged for."""
    channel_id: int
    """The channel that the member has to see."""


class NewKey(NamedTuple):
    """The result of exchanging a ticket."""

    token: str
    expires_at: int
    is_game: bool
    """Whether it is for a game, not for a puzzle or lesson."""


async def make_link(context: Context, guild_id: int, place_id: int, user_id: int, purpose: str = "") -> str:
    """Return a new link for a member to the page of a game, or of the puzzle or lesson that is the ``purpose``.

    ``place_id``: as in :class:`PageKey`. Raise Refusal if no pages are served.

    The ticket is random text, then what it opens. It is in the fragment, which browsers do not send to servers, and the
    database has only its hash.
    """
    if context.public_url is None:
        raise Refusal(NO_PAGES)
    text = ".".join((secrets.token_urlsafe(32), str(place_id), *purpose.split()))
    expires_at = context.clock() + TICKET_LASTS
    await context.db.write(lambda conn: store.add_ticket(conn, hash_token(text), guild_id, user_id, expires_at))
    return f"{context.public_url}/board#{text}"


@read_transaction
async def find_ticket(context: Context, conn: AsyncConnection, text: str) -> Ticket:
    """Return the ticket with this text. Raise NoKey if it was used, has expired or never existed, or if its game is gone."""
    now, text_hash = context.clock(), hash_token(text)
    found = await store.find_ticket(conn, text_hash, now)
    if found is None:
        raise NoKey(LINK_ENDED)
    guild_id, user_id = found
    _, place, *purpose = text.split(".")  # as make_link wrote it, since the hash of all of it is known
    key = PageKey(guild_id, int(place), user_id, " ".join(purpose), now + TOKEN_LASTS, seen_at=now)
    channel_id = await _find_channel(conn, key)
    if channel_id is None:
        raise NoKey(LINK_ENDED)
    return Ticket(text_hash, key, channel_id)


async def exchange(context: Context, check_member: CheckMember, ticket: Ticket) -> NewKey:
    """Return a token for a ticket, which is used up. Raise NoKey, Closed or Unsure."""
    key = ticket.key
    await _check_seen(check_member, key.guild_id, ticket.channel_id, key.user_id)
    token = secrets.token_urlsafe(32)

    async def work(conn: AsyncConnection) -> None:
        if not await store.use_ticket(conn, ticket.hash):
            raise NoKey(LINK_ENDED)
        await store.add_key(conn, hash_token(token), key)

    await context.db.write(work)
    return NewKey(token, key.expires_at, not key.purpose)


async def _find_channel(conn: AsyncConnection, key: PageKey) -> int | None:
    """Return the channel that the member has to see; ``None`` if the game is gone."""
    if key.purpose:
        return key.place_id
    row = await games.get_game(conn, key.place_id, key.guild_id)
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
    """Return the stored form of a token or a ticket."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

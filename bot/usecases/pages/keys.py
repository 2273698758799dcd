"""The keys to the page of a game, a puzzle or a lesson: a link with a ticket, which is exchanged once for a token."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import HOUR, MINUTE
from bot.storage.queries.pages import keys as store
from bot.storage.queries.pages.keys import LearningPage, TokenRow
from bot.storage.queries.pages.open_pages import OpenPage
from bot.storage.queries.play import games
from bot.storage.queries.play.games import GameRow
from bot.usecases.context import Context
from bot.usecases.pages.coalesced_reads import CoalescedReads
from bot.usecases.pages.tickets import Ticket, make_ticket
from bot.usecases.refusal import Refusal

TICKET_LASTS = 15 * MINUTE
TOKEN_LASTS = 12 * HOUR
SEEN_LASTS = 5 * MINUTE
"""Milliseconds after which Discord is asked again whether a member sees the channel."""

LINK_ENDED = "This link has been used or has expired. Press “Open the board” in Discord again."
PAGE_ENDED = "This page was closed, or its time is out. Press “Open the board” in Discord again."
NOT_SEEN = "You can no longer see the channel of this page, so it is closed."
UNSURE = "Discord does not answer at the moment. The page tries again by itself."
NO_PAGES = "This bot serves no pages."

Look = Callable[[int, int, int], Awaitable[str]]
"""Asks Discord whether a user is in a server and sees a channel. Returns ``here``, ``unknown``, or the reason why not."""


class NoKey(Refusal):
    """The ticket or token does not exist or has expired."""


class Closed(Refusal):
    """The member may no longer see the game."""


class Unsure(Refusal):
    """Discord did not say whether the member may see the game."""


class NewKey(NamedTuple):
    """The result of exchanging a ticket."""

    token: str
    expires_at: int
    is_game: bool
    """Whether it is for a game, not for a puzzle or lesson."""


async def make_link(context: Context, row: GameRow, user_id: int) -> str:
    """Return a new link to the page of a game for a member who sees it. Raise Refusal if no pages are served."""
    links = context.links
    if links is None:
        raise Refusal(NO_PAGES)
    expires_at = context.clock() + TICKET_LASTS
    ticket = make_ticket(row.guild_id, row.id, user_id, expires_at)
    await context.db.write(lambda conn: store.add_ticket(conn, ticket.number.hex(), row.guild_id, user_id, expires_at))
    return links.board(ticket)


async def make_learning_link(context: Context, guild_id: int, channel_id: int, user_id: int, purpose: str) -> str:
    """Return a new link to the page of a puzzle or lesson. Raise Refusal if no pages are served."""
    links = context.links
    if links is None:
        raise Refusal(NO_PAGES)
    expires_at = context.clock() + TICKET_LASTS
    ticket = make_ticket(guild_id, channel_id, user_id, expires_at, purpose)
    await context.db.write(lambda conn: store.add_ticket(conn, ticket.number.hex(), guild_id, user_id, expires_at))
    return links.board(ticket)


def find_member(context: Context, text: str) -> int | None:
    """Return the member for whom a ticket was signed; ``None`` for an expired ticket or any other text."""
    ticket = None if context.links is None else context.links.read(text)
    return None if ticket is None or ticket.expires_at <= context.clock() else ticket.user_id


async def exchange(context: Context, look: Look, text: str) -> NewKey:
    """Return a token for a ticket, which is used up. Raise NoKey, Closed or Unsure."""
    ticket = None if context.links is None else context.links.read(text)
    now = context.clock()
    if ticket is None or ticket.expires_at <= now:
        raise NoKey(LINK_ENDED)

    async def find_channel(conn: AsyncConnection) -> int | None:
        if not await store.has_ticket(conn, ticket.number.hex(), ticket.user_id):
            return None
        if ticket.purpose:
            return ticket.place_id
        row = await games.get_game(conn, ticket.place_id, ticket.guild_id)
        return None if row is None else row.channel_id

    channel_id = await context.db.read(find_channel)
    if channel_id is None:
        raise NoKey(LINK_ENDED)
    await _check_seen(look, ticket.guild_id, channel_id, ticket.user_id)
    return await _use(context, ticket, now)


async def _use(context: Context, ticket: Ticket, now: int) -> NewKey:
    token, expires_at = secrets.token_urlsafe(32), now + TOKEN_LASTS

    async def work(conn: AsyncConnection) -> None:
        if not await store.use_ticket(conn, ticket.number.hex(), ticket.user_id):
            raise NoKey(LINK_ENDED)
        who = (ticket.guild_id, ticket.place_id, ticket.user_id)
        if ticket.purpose:
            await store.add_learning_page(conn, hash_token(token), LearningPage(*who, ticket.purpose, expires_at, now))
        else:
            await store.add_token(conn, hash_token(token), TokenRow(*who, expires_at, now))

    await context.db.write(work)
    return NewKey(token, expires_at, not ticket.purpose)


async def read_token(context: Context, look: Look, token: str) -> TokenRow:
    """Return the member and the game of a token. Raise NoKey, Closed or Unsure."""
    return await check_token(context, look, await context.db.read(lambda conn: store.get_token(conn, hash_token(token))))


async def read_open_page(context: Context, look: Look, pages: CoalescedReads[OpenPage], token: str) -> OpenPage:
    """Return the page of a token, with its member's own data. Raise NoKey, Closed or Unsure."""
    found = await pages.get(hash_token(token))
    key = await check_token(context, look, None if found is None else found.key)
    if found is None:
        raise NoKey(PAGE_ENDED)
    return found._replace(key=key)


async def check_token(context: Context, look: Look, found: TokenRow | None) -> TokenRow:
    """Return the row of a token. Raise NoKey, Closed or Unsure if it is no longer valid.

    Discord is asked whether the member still sees the channel, unless it was asked recently.
    """
    now = context.clock()
    if found is None or found.expires_at <= now:
        raise NoKey(PAGE_ENDED)
    if now - found.seen_at <= SEEN_LASTS:
        return found
    row = await context.db.read(lambda conn: games.get_game(conn, found.game_id, found.guild_id))
    if row is None:
        raise NoKey(PAGE_ENDED)
    try:
        await _check_seen(look, row.guild_id, row.channel_id, found.user_id)
    except Closed:
        await context.db.write(lambda conn: store.delete_tokens(conn, row.id, found.user_id))
        raise
    await context.db.write(lambda conn: store.save_seen(conn, row.id, found.user_id, now))
    return found._replace(seen_at=now)


async def read_learning_token(context: Context, look: Look, token: str) -> LearningPage:
    """Return the puzzle or lesson of a token. Raise NoKey, Closed or Unsure, as :func:`read_token` does."""
    key = hash_token(token)
    found = await context.db.read(lambda conn: store.get_learning_page(conn, key))
    now = context.clock()
    if found is None or found.expires_at <= now:
        raise NoKey(PAGE_ENDED)
    if now - found.seen_at <= SEEN_LASTS:
        return found
    try:
        await _check_seen(look, found.guild_id, found.channel_id, found.user_id)
    except Closed:
        await context.db.write(lambda conn: store.delete_learning_page(conn, key))
        raise
    seen = found._replace(seen_at=now)
    await context.db.write(lambda conn: store.change_learning_page(conn, key, seen))
    return seen


async def turn_learning_page(context: Context, token: str, page: LearningPage, purpose: str) -> LearningPage:
    """Change the puzzle of a token."""
    turned = page._replace(purpose=purpose)
    await context.db.write(lambda conn: store.change_learning_page(conn, hash_token(token), turned))
    return turned


async def _check_seen(look: Look, guild_id: int, channel_id: int, user_id: int) -> None:
    """Raise Closed or Unsure unless Discord says that a member is in a server and sees a channel."""
    match await look(guild_id, channel_id, user_id):
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

"""Which servers show pages to everybody, at which address, and which channels everybody sees there at this moment.

The process that serves a server knows its channels from Discord. It writes them down again and again for the others; what is
older than ``KNOWN`` does not count.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import MINUTE, SECOND
from bot.storage.queries.play.games import GameRow
from bot.storage.queries.public import shown as games
from bot.storage.queries.public import sites as store
from bot.storage.queries.public.shown import BEGUN, ENDED, Shown
from bot.usecases.announcements import DeciderChanged, SettingsChanged
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

INTERVAL = 10.0
"""Seconds after which a process saves again which channels everybody sees in its servers."""
KNOWN = 30 * SECOND
"""Milliseconds for which that counts. With the interval, and what pages are kept for, it is less than a minute."""
LATE = MINUTE
"""Milliseconds after its end in which it can still be found out whether everybody saw a game's channel then."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

NOT_KNOWN = "At the moment it is not known what this server shows. Please try again in a minute."


@dataclass(frozen=True, slots=True)
class Site:
    """What a server shows to everybody at this moment."""

    slug: str
    name: str
    shown: Shown
    settings: GuildSettings

    @property
    def is_listed(self) -> bool:
        """Whether search engines may list its pages."""
        return self.settings.public_pages == "listed"


class NotShown(Refusal):
    """There is no such page, or it is not shown to everybody."""


class NotKnown(Refusal):
    """Nobody knows at the moment what a server shows."""


async def find(context: Context, slug: str) -> Site:
    """Return what is shown at an address. Raise NotShown or NotKnown."""

    async def look(conn: AsyncConnection) -> tuple[store.SiteRow, GuildSettings] | None:
        row = await store.find_site(conn, slug)
        return None if row is None else (row, await guild_settings.read(conn, row.guild_id))

    found = await context.db.read(look)
    if found is None or found[1].public_pages is None:
        raise NotShown("There is no such page.")
    row, settings = found
    server = context.find_current_server(row.guild_id)
    if server is not None:
        return Site(slug, server.name, Shown(row.guild_id, server.public_channels), settings)
    if not 0 <= context.clock() - row.seen_at < KNOWN:
        raise NotKnown(NOT_KNOWN)
    return Site(slug, row.title, Shown(row.guild_id, row.channels), settings)


async def find_address(context: Context, guild_id: int) -> str | None:
    """Return the address of a server's pages; ``None`` where it shows none, or this bot serves no pages."""
    row = await context.db.read(lambda conn: store.get_site(conn, guild_id))
    return None if row is None or context.links is None else f"{context.links.public_url}/s/{row.slug}/"


async def follow_settings(context: Context, conn: AsyncConnection, changed: SettingsChanged) -> None:
    """Give a server that begins to show pages an address. Delete the address of one that stops."""
    wanted = (await guild_settings.read(conn, changed.guild_id)).public_pages is not None
    has = await store.get_site(conn, changed.guild_id) is not None
    if has and not wanted:
        await store.remove_site(conn, changed.guild_id)
    elif wanted and not has:
        server = context.find_current_server(changed.guild_id)
        name, channels, seen_at = (
            ("", frozenset[int](), 0) if server is None else (server.name, server.public_channels, context.clock())
        )
        slug = "".join(secrets.choice(_LETTERS) for _ in range(12))
        await store.add_site(conn, changed.guild_id, slug, name, channels, seen_at)


def judge_beginning(context: Context, guild_id: int, channel_id: int) -> int | None:
    """Return what is to be saved of a game that starts in a channel; ``None`` where this process does not know."""
    server = context.find_current_server(guild_id)
    return None if server is None else BEGUN if channel_id in server.public_channels else 0


async def follow_end(context: Context, conn: AsyncConnection, changed: DeciderChanged) -> None:
    """Save whether everybody saw the channel of a game that has ended."""
    row: GameRow = changed.row
    server = context.find_current_server(row.guild_id) if row.is_over else None
    if server is not None and await games.is_begun_public(conn, row.id):
        await games.set_public(conn, [row.id], ENDED if row.channel_id in server.public_channels else 0)


async def keep(context: Context) -> int:
    """Write down what Discord tells of the servers of this process that show pages, and which games everybody saw.

    Return how many servers those are.
    """
    found = await context.db.read(lambda conn: store.list_sites(conn, context.assignment))
    for row in found:
        await _keep_one(context, row.guild_id)
    return len(found)


async def _keep_one(context: Context, guild_id: int) -> None:
    server = context.find_current_server(guild_id)
    if server is None:
        return

    async def work(conn: AsyncConnection) -> None:
        now = context.clock()
        await store.see_site(conn, guild_id, server.name, server.public_channels, now)
        unsettled = await games.list_unsettled(conn, guild_id, now - LATE)
        closed = [game for game, channel, _ in unsettled if channel not in server.public_channels]
        ended = [game for game, channel, status in unsettled if status == "over" and channel in server.public_channels]
        await games.set_public(conn, closed, 0)
        await games.set_public(conn, ended, ENDED)

    await context.db.write(work)

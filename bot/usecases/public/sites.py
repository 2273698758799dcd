"""Which servers show pages to everybody, at which address, and the games of which channels.

A game is shown if its channel was on the server's list when it began, is on it now, and @everyone sees it now. The process that
serves a server knows from Discord what @everyone sees. It saves that every few seconds for the others; what is older than
``KNOWN`` does not count.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.storage.queries.public import sites as store
from bot.storage.queries.public.shown import Shown
from bot.usecases.announcements import SettingsChanged
from bot.usecases.context import Context
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

INTERVAL = 10.0
"""Seconds after which a process saves again which channels everybody sees in its servers."""
KNOWN = 30 * SECOND
"""Milliseconds for which that counts. With the interval, and what pages are kept for, it is less than a minute."""
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
    if server is None and not 0 <= context.clock() - row.seen_at < KNOWN:
        raise NotKnown(NOT_KNOWN)
    name, seen = (row.title, row.channels) if server is None else (server.name, server.public_channels)
    return Site(slug, name, Shown(row.guild_id, seen.intersection(settings.public_channels or ())), settings)


async def find_address(context: Context, guild_id: int) -> str | None:
    """Return the address of a server's pages; ``None`` where it shows none, or this bot serves no pages."""
    row = await context.db.read(lambda conn: store.get_site(conn, guild_id))
    return None if row is None or context.links is None else f"{context.links.public_url}/s/{row.slug}/"


async def find_listed(context: Context, conn: AsyncConnection, guild_id: int, channel_id: int) -> int | None:
    """Return the channel on the server's list that makes a game in ``channel_id`` public: it, or the one of a public thread."""
    listed = (await guild_settings.read(conn, guild_id)).public_channels or ()
    server = context.find_server(guild_id)
    parent = None if server is None else server.parents.get(channel_id)
    return next((each for each in (channel_id, parent) if each in listed), None)


async def follow_settings(context: Context, conn: AsyncConnection, changed: SettingsChanged) -> None:
    """Give a server that begins to show pages an address. Delete the address of one that stops."""
    guild_id = changed.guild_id
    if (await guild_settings.read(conn, guild_id)).public_pages is None:
        await store.remove_site(conn, guild_id)
    elif await store.get_site(conn, guild_id) is None:
        await store.add_site(conn, guild_id, "".join(secrets.choice(_LETTERS) for _ in range(12)))
        await _save_seen(context, guild_id, conn)


async def keep(context: Context) -> None:
    """Save what Discord says about the servers of this process that show pages."""
    for guild_id in await context.db.read(lambda conn: store.list_servers(conn, context.assignment)):
        await context.db.write(partial(_save_seen, context, guild_id))


async def _save_seen(context: Context, guild_id: int, conn: AsyncConnection) -> None:
    server = context.find_current_server(guild_id)
    if server is not None:
        await store.save_seen(conn, guild_id, server.name, server.public_channels, context.clock())

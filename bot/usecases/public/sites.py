"""The servers with public pages, their addresses, and the channels whose games are shown.

A game is shown if its channel was on the server's list when it began, is on it now, and is visible to @everyone now. The
process that serves a server knows from Discord which channels @everyone sees. It saves them every few seconds for the other
processes; data older than ``KNOWN`` does not count.
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
from bot.usecases.context import Context, read_transaction
from bot.usecases.refusal import Refusal
from bot.usecases.server import guild_settings
from bot.usecases.server.guild_settings import GuildSettings

INTERVAL = 10.0
"""Seconds between two saves of the channels visible to everybody in the servers of a process."""
KNOWN = 30 * SECOND
"""Milliseconds for which a save counts. Together with the interval and the lifetime of cached pages, that is less than a
minute."""
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"

NOT_KNOWN = "The pages of this server are not available at the moment. Please try again in a minute."


@dataclass(frozen=True, slots=True)
class Site:
    """The public content of a server at this moment."""

    slug: str
    name: str
    shown: Shown
    settings: GuildSettings

    @property
    def is_listed(self) -> bool:
        """Whether search engines may list its pages."""
        return self.settings.public_pages == "listed"


class NotShown(Refusal):
    """The page does not exist or is not public."""


class NotKnown(Refusal):
    """The public content of a server is not known at the moment."""


Stored = tuple[store.SiteRow, GuildSettings]


@read_transaction
async def read(context: Context, conn: AsyncConnection, slug: str) -> Stored | None:
    """Return the row and the settings of the site at an address; ``None`` if there is none."""
    row = await store.find_site(conn, slug)
    return None if row is None else (row, await guild_settings.read(conn, row.guild_id))


def show(context: Context, found: Stored | None) -> Site:
    """Return a site with the channels that are visible to everybody now. Raise NotShown or NotKnown."""
    if found is None or found[1].public_pages is None:
        raise NotShown("There is no such page.")
    row, settings = found
    server = context.find_current_server(row.guild_id)
    if server is None and not 0 <= context.clock() - row.seen_at < KNOWN:
        raise NotKnown(NOT_KNOWN)
    name, seen = (row.title, row.channels) if server is None else (server.name, server.public_channels)
    return Site(row.slug, name, Shown(row.guild_id, seen.intersection(settings.public_channels or ())), settings)


async def find_address(context: Context, guild_id: int) -> str | None:
    """Return the address of a server's pages; ``None`` if it shows none, or this bot serves no pages."""
    row = await context.db.read(lambda conn: store.get_site(conn, guild_id))
    return None if row is None or context.public_url is None else f"{context.public_url}/s/{row.slug}/"


async def find_listed(context: Context, conn: AsyncConnection, guild_id: int, channel_id: int) -> int | None:
    """Return the listed channel that makes a game in ``channel_id`` public.

    It is that channel, or the parent of a public thread. Return ``None`` if the game is not public.
    """
    listed = (await guild_settings.read(conn, guild_id)).public_channels or ()
    server = context.find_server(guild_id)
    parent = None if server is None else server.parents.get(channel_id)
    return next((each for each in (channel_id, parent) if each in listed), None)


async def follow_settings(context: Context, conn: AsyncConnection, changed: SettingsChanged) -> None:
    """Give a server an address when it turns its pages on. Delete the address when it turns them off."""
    guild_id = changed.guild_id
    if (await guild_settings.read(conn, guild_id)).public_pages is None:
        await store.remove_site(conn, guild_id)
    elif await store.get_site(conn, guild_id) is None:
        await store.add_site(conn, guild_id, "".join(secrets.choice(_LETTERS) for _ in range(12)))
        await _save_seen(context, guild_id, conn)


async def keep(context: Context) -> None:
    """Save the visible channels of this process's servers with public pages."""
    for guild_id in await context.db.read(lambda conn: store.list_servers(conn, context.assignment)):
        await context.db.write(partial(_save_seen, context, guild_id))


async def _save_seen(context: Context, guild_id: int, conn: AsyncConnection) -> None:
    server = context.find_current_server(guild_id)
    if server is not None:
        await store.save_seen(conn, guild_id, server.name, server.public_channels, context.clock())

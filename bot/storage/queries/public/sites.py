"""Queries about ``public_pages``: the servers that show pages to everybody, and the channels that everybody sees there."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import served_conditions, upsert
from bot.storage.schema import public_pages


@dataclass(frozen=True, slots=True)
class SiteRow:
    """The pages of a server."""

    guild_id: int
    slug: str
    """Its part of their address."""
    title: str
    """The name of the server."""
    channels: frozenset[int]
    """Those that everybody saw at ``seen_at``."""
    seen_at: int


async def get_site(conn: AsyncConnection, guild_id: int) -> SiteRow | None:
    """Return the pages of a server; ``None`` where it shows none."""
    found = await _list(conn, public_pages.c.guild_id == guild_id)
    return found[0] if found else None


async def find_site(conn: AsyncConnection, slug: str) -> SiteRow | None:
    """Return the pages at an address; ``None`` where there are none."""
    found = await _list(conn, public_pages.c.slug == slug)
    return found[0] if found else None


async def list_sites(conn: AsyncConnection, served: Assignment) -> Sequence[SiteRow]:
    """Return the pages of the servers that a process serves."""
    return await _list(conn, *served_conditions(public_pages.c.guild_id, served))


async def add_site(conn: AsyncConnection, guild_id: int, slug: str, title: str, channels: Collection[int], now: int) -> None:
    """Save that a server shows pages."""
    values = {"slug": slug, "title": title, "channels": json.dumps(sorted(channels)), "seen_at": now}
    await upsert(conn, public_pages, ("guild_id",), guild_id=guild_id, **values)


async def see_site(conn: AsyncConnection, guild_id: int, title: str, channels: Collection[int], now: int) -> None:
    """Save what Discord has told of a server that shows pages."""
    values = {"title": title, "channels": json.dumps(sorted(channels)), "seen_at": now}
    await conn.execute(update(public_pages).where(public_pages.c.guild_id == guild_id).values(**values))


async def remove_site(conn: AsyncConnection, guild_id: int) -> None:
    """Save that a server shows no pages any more."""
    await conn.execute(delete(public_pages).where(public_pages.c.guild_id == guild_id))


async def _list(conn: AsyncConnection, *conditions: ColumnElement[bool]) -> Sequence[SiteRow]:
    found = (await conn.execute(select(public_pages).where(*conditions).order_by(public_pages.c.guild_id))).mappings()
    return [SiteRow(**row | {"channels": frozenset(json.loads(row["channels"]))}) for row in map(dict, found)]

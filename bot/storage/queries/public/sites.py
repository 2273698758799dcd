"""Queries about ``public_pages``: the servers with public pages, and their channels that are visible to everybody."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import served_conditions
from bot.storage.schema import public_pages


@dataclass(frozen=True, slots=True)
class SiteRow:
    """The pages of a server."""

    guild_id: int
    slug: str
    """The server's part of their address."""
    title: str
    channels: frozenset[int]
    """The channels visible to everybody at ``seen_at``."""
    seen_at: int


async def get_site(conn: AsyncConnection, guild_id: int) -> SiteRow | None:
    """Return the pages of a server; ``None`` if it shows none."""
    return await _find(conn, public_pages.c.guild_id == guild_id)


async def find_site(conn: AsyncConnection, slug: str) -> SiteRow | None:
    """Return the pages at an address; ``None`` if there are none."""
    return await _find(conn, public_pages.c.slug == slug)


async def list_servers(conn: AsyncConnection, served: Assignment) -> Sequence[int]:
    """Return the servers with public pages among those that a process serves."""
    query = select(public_pages.c.guild_id).where(*served_conditions(public_pages.c.guild_id, served))
    return (await conn.scalars(query.order_by(public_pages.c.guild_id))).all()


async def add_site(conn: AsyncConnection, guild_id: int, slug: str) -> None:
    """Add the pages of a server, whose name and channels are not known yet."""
    await conn.execute(insert(public_pages).values(guild_id=guild_id, slug=slug, title="", channels="[]", seen_at=0))


async def save_seen(conn: AsyncConnection, guild_id: int, title: str, channels: Collection[int], now: int) -> None:
    """Save the name of a server with pages, and its channels that are visible to everybody."""
    values = {"title": title, "channels": json.dumps(sorted(channels)), "seen_at": now}
    await conn.execute(update(public_pages).where(public_pages.c.guild_id == guild_id).values(**values))


async def remove_site(conn: AsyncConnection, guild_id: int) -> None:
    """Delete the pages of a server."""
    await conn.execute(delete(public_pages).where(public_pages.c.guild_id == guild_id))


async def _find(conn: AsyncConnection, condition: ColumnElement[bool]) -> SiteRow | None:
    row = (await conn.execute(select(public_pages).where(condition))).mappings().first()
    return None if row is None else SiteRow(**{**row, "channels": frozenset(json.loads(row["channels"]))})

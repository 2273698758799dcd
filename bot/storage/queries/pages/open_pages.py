"""Open pages with the data of their members. All simultaneous requests are answered by two statements."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Integer, func, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.pages.keys import KEYS, PLAYER, PageKey
from bot.storage.queries.pages.page_versions import list_page_versions
from bot.storage.schema import guild_settings, lines, member_settings, notes, page_keys, players


class OpenPage(NamedTuple):
    """The data of a page that is needed before the state of its game is sent."""

    key: PageKey
    page_version: str
    """The version of the game's state."""
    names: str
    """The players' names, which can change without any other change."""
    seat: int | None
    """The member's seat; ``None`` for a spectator."""
    server: str | None
    """The server's settings as JSON; ``None`` if it has none."""
    own: str | None
    """The member's settings for all servers as JSON; ``None`` if they have none."""
    member: str | None
    """The member's settings that differ in this server, as JSON; ``None`` if there are none."""
    note: str
    """The member's note about the game; empty if there is none."""
    keeps_lines: bool


_OF_MEMBER = member_settings.c.user_id == page_keys.c.user_id
_SETTINGS = select(member_settings.c.data).where(_OF_MEMBER)
_OWN_LINES = (lines.c.game_id == page_keys.c.place_id, lines.c.user_id == page_keys.c.user_id, lines.c.armed == 0)
_QUERY = KEYS.add_columns(
    page_keys.c.token_hash,
    select(func.aggregate_strings(players.c.name, "\n"))
    .where(players.c.game_id == page_keys.c.place_id)
    .scalar_subquery()
    .label("names"),
    PLAYER.c.seat,
    select(guild_settings.c.data).where(guild_settings.c.guild_id == page_keys.c.guild_id).scalar_subquery().label("server"),
    _SETTINGS.where(member_settings.c.guild_id == -page_keys.c.user_id).scalar_subquery().label("own"),  # bot.common.home
    _SETTINGS.where(member_settings.c.guild_id == page_keys.c.guild_id).scalar_subquery().label("member"),
    select(notes.c.text)
    .where(notes.c.game_id == page_keys.c.place_id, notes.c.user_id == page_keys.c.user_id)
    .scalar_subquery()
    .label("note"),
    type_coerce(select(lines).where(*_OWN_LINES).exists(), Integer).label("keeps_lines"),
).where(page_keys.c.purpose == "")


async def read_open_pages(conn: AsyncConnection, hashes: Collection[str]) -> dict[str, OpenPage]:
    """Return open pages of games, by the hashes of their tokens. Pages that are no longer open are left out."""
    rows = (await conn.execute(_QUERY.where(page_keys.c.token_hash.in_(hashes)))).all()
    versions = await list_page_versions(conn, {row.place_id for row in rows}) if rows else {}
    return {
        row.token_hash: OpenPage(
            PageKey(*row[: len(PageKey._fields)]),
            versions[row.place_id],
            row.names or "",
            row.seat,
            row.server,
            row.own,
            row.member,
            row.note or "",
            bool(row.keeps_lines),
        )
        for row in rows
        if row.place_id in versions  # otherwise the game was deleted
    }

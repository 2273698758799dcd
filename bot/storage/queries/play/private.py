"""The data of one member in one game, in one read: the settings, the server's settings, the draft, the premoves, the note."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of
from bot.storage.queries.play.lines import Armed, is_armed, read_armed
from bot.storage.schema import drafts, guild_settings, lines, member_settings, notes


class Private(NamedTuple):
    """The data for an answer to one member, in addition to the game."""

    server: str | None
    """The server's settings as JSON; ``None`` if it has none."""
    own: str | None
    """The member's settings for all servers as JSON; ``None`` if they have none."""
    member: str | None
    """The member's settings that differ in this server, as JSON; ``None`` if there are none."""
    draft: Mapping[str, Any]
    """The member's unsent choices at this version."""
    armed: Armed | None
    """The member's premoves; ``None`` for a member who does not play."""
    note: str
    """The member's note about the game; empty if there is none."""


_QUERY = (
    select(
        select(guild_settings.c.data).where(guild_settings.c.guild_id == bindparam("guild")).scalar_subquery().label("server"),
        select(member_settings.c.data)
        .where(member_settings.c.guild_id == bindparam("guild"), member_settings.c.user_id == bindparam("user"))
        .scalar_subquery()
        .label("member"),
        select(member_settings.c.data)
        .where(member_settings.c.guild_id == bindparam("home"), member_settings.c.user_id == bindparam("user"))
        .scalar_subquery()
        .label("own"),
        select(drafts.c.data)
        .where(
            drafts.c.game_id == bindparam("game"),
            drafts.c.user_id == bindparam("user"),
            drafts.c.version == bindparam("version"),
        )
        .scalar_subquery()
        .label("draft"),
        select(notes.c.text)
        .where(notes.c.game_id == bindparam("game"), notes.c.user_id == bindparam("user"))
        .scalar_subquery()
        .label("note"),
        *(lines.c.user_id, lines.c.version, lines.c.line, lines.c.dropped),
    )
    .select_from(select(literal(1)).subquery())
    .outerjoin(lines, is_armed(bindparam("game"), bindparam("user")))
    .order_by(lines.c.id)
)


async def read_private(conn: AsyncConnection, guild_id: int, game_id: int, version: int, user_id: int) -> Private:
    """Return the data of a member in a game at a version."""
    values = {"guild": guild_id, "home": home_of(user_id), "game": game_id, "version": version, "user": user_id}
    rows = (await conn.execute(_QUERY, values)).all()  # one row for each armed line, and at least one
    found = rows[0]
    draft = json.loads(found.draft) if found.draft else {}
    armed = read_armed(row for row in rows if row.user_id is not None)
    return Private(found.server, found.own, found.member, draft, armed, found.note or "")

"""The data of one member in one game, in one read: the settings, the server's settings, the draft, the premoves, the note."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.home import home_of
from bot.storage.queries.play.premoves import Premoves
from bot.storage.schema import drafts, guild_settings, member_settings, notes, premoves


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
    premoves: Premoves | None
    """The premoves of the member's seat."""
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
        premoves.c.seat,
        premoves.c.version,
        premoves.c.data,
        premoves.c.dropped,
    )
    .select_from(select(literal(1)).subquery())
    .outerjoin(premoves, (premoves.c.game_id == bindparam("game")) & (premoves.c.seat == bindparam("seat")))
)


async def read_private(
    conn: AsyncConnection, guild_id: int, game_id: int, version: int, user_id: int, seat: int | None
) -> Private:
    """Return the data of a member in a game at a version. ``seat``: the member's seat, or ``None``."""
    values = {
        "guild": guild_id,
        "home": home_of(user_id),
        "game": game_id,
        "version": version,
        "user": user_id,
        "seat": -1 if seat is None else seat,
    }
    found = (await conn.execute(_QUERY, values)).one()
    draft = json.loads(found.draft) if found.draft else {}
    own = None if found.data is None else Premoves(found.seat, found.version, json.loads(found.data), bool(found.dropped))
    return Private(found.server, found.own, found.member, draft, own, found.note or "")

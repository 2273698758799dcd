"""Queries about ``game_tables`` and ``game_table_members``: tables at which members take seats before a game starts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.terms import NO_TERMS, Terms, terms_of
from bot.storage.rows import fill, new_id
from bot.storage.schema import game_table_members, game_tables


@dataclass(frozen=True, slots=True)
class GameTable:
    """A table: its game, its members, and its outcome."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    kind: str
    options: dict[str, Any]
    setup: dict[str, Any]
    terms: Terms
    seats: int | None
    opponent_id: int | None
    rematch_of: int | None
    status: str
    game_id: int | None
    expires_at: int
    changes: int = 0
    """Number of changes by its host."""
    members: tuple[tuple[int, str], ...] = ()
    shown_by: int | None = None
    """The post that will show this state of the table if the answer to the press does not."""

    @property
    def taken(self) -> int:
        """The number of taken seats, by members and computers."""
        return len(self.members) + self.terms.computers

    @property
    def is_open(self) -> bool:
        """Whether the table still waits for players."""
        return self.status == "open"

    @property
    def is_withdrawn(self) -> bool:
        """Whether the table is an invitation that its host has cancelled. Its message is deleted."""
        return self.status == "cancelled" and self.opponent_id is not None


async def insert_table(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    host: tuple[int, str],
    kind: str,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    terms: Terms = NO_TERMS,
    seats: int | None,
    opponent_id: int | None,
    rematch_of: int | None,
    now: int,
    expires_at: int,
) -> int:
    """Add an open table with its host seated. Return its id."""
    result = await conn.execute(
        insert(game_tables).values(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host[0],
            kind=kind,
            options=json.dumps(options),
            setup=json.dumps(setup),
            terms=terms.model_dump_json(exclude_defaults=True),
            seats=seats,
            opponent_id=opponent_id,
            rematch_of=rematch_of,
            status="open",
            created_at=now,
            expires_at=expires_at,
        )
    )
    table_id = new_id(result)
    await add_member(conn, table_id, host)
    return table_id


async def _tables(conn: AsyncConnection, query: Select[Any]) -> list[GameTable]:
    found = (await conn.execute(query)).mappings().all()
    if not found:
        return []
    seated: dict[int, list[tuple[int, str]]] = {}
    wanted = select(game_table_members).where(game_table_members.c.table_id.in_([row["id"] for row in found]))
    for row in (await conn.execute(wanted.order_by(game_table_members.c.position))).mappings():
        seated.setdefault(row["table_id"], []).append((row["user_id"], row["name"]))
    return [
        fill(
            GameTable,
            row,
            options=json.loads(row["options"]),
            setup=json.loads(row["setup"]),
            terms=terms_of(row["terms"]),
            members=tuple(seated.get(row["id"], ())),
            shown_by=None,
        )
        for row in found
    ]


async def get_table(
    conn: AsyncConnection, table_id: int, guild_id: int | None = None, *, lock: bool = False
) -> GameTable | None:
    """Return a table by its id if it belongs to the server (``None``: any). ``lock``: lock its row."""
    query = select(game_tables).where(game_tables.c.id == table_id)
    if guild_id is not None:
        query = query.where(game_tables.c.guild_id == guild_id)
    rows = await _tables(conn, query.with_for_update(key_share=True) if lock else query)
    return rows[0] if rows else None


async def list_open_tables(conn: AsyncConnection) -> list[GameTable]:
    """Return the tables that are waiting for players."""
    return await _tables(conn, select(game_tables).where(game_tables.c.status == "open").order_by(game_tables.c.id))


async def list_open_tables_of(conn: AsyncConnection, guild_id: int | None, user_id: int) -> list[int]:
    """Return the ids of the open tables of a server (``None``: all) that a user sits at or is invited to, in order."""
    sits = game_tables.c.id.in_(select(game_table_members.c.table_id).where(game_table_members.c.user_id == user_id))
    query = select(game_tables.c.id).where(game_tables.c.status == "open")
    if guild_id is not None:
        query = query.where(game_tables.c.guild_id == guild_id)
    query = query.where(or_(sits, game_tables.c.host_id == user_id, game_tables.c.opponent_id == user_id))
    return list(await conn.scalars(query.order_by(game_tables.c.id)))


async def delete_closed(conn: AsyncConnection, before: int) -> int:
    """Delete the closed tables with an expiry before a time. Return their number."""
    old = (game_tables.c.status != "open", game_tables.c.expires_at < before)
    return (await conn.execute(delete(game_tables).where(*old))).rowcount


async def count_open(conn: AsyncConnection, guild_id: int, host_id: int | None) -> int:
    """Return the number of open tables in a server: those of a host, or all."""
    query = select(func.count()).select_from(game_tables)
    query = query.where(game_tables.c.guild_id == guild_id, game_tables.c.status == "open")
    if host_id is not None:
        query = query.where(game_tables.c.host_id == host_id)
    return int(await conn.scalar(query) or 0)


async def count_invitations(
    conn: AsyncConnection, host_id: int, since: int, *, opponent_id: int | None, rematch_of: int | None
) -> int:
    """Return how many invitations of a host to the same people, since a time, have not led to a game.

    An invitation is a table for one member (``opponent_id``), or for the players of an earlier game (``rematch_of``).
    """
    wanted = {game_tables.c.opponent_id: opponent_id, game_tables.c.rematch_of: rematch_of}
    same = or_(*(column == value for column, value in wanted.items() if value is not None))
    mine = (game_tables.c.host_id == host_id, game_tables.c.status != "started", game_tables.c.created_at > since)
    return int(await conn.scalar(select(func.count()).select_from(game_tables).where(*mine, same)) or 0)


async def find_rematch(conn: AsyncConnection, game_id: int) -> GameTable | None:
    """Return the open or started table that followed a game, if there is one."""
    query = select(game_tables).where(game_tables.c.rematch_of == game_id, game_tables.c.status.in_(("open", "started")))
    rows = await _tables(conn, query.order_by(game_tables.c.id.desc()).limit(1))
    return rows[0] if rows else None


async def add_member(conn: AsyncConnection, table_id: int, member: tuple[int, str]) -> None:
    """Seat a member in the last position. There can be gaps before it."""
    last = await conn.scalar(select(func.max(game_table_members.c.position)).where(game_table_members.c.table_id == table_id))
    position = 0 if last is None else last + 1
    await conn.execute(
        insert(game_table_members).values(table_id=table_id, user_id=member[0], name=member[1], position=position)
    )


async def remove_member(conn: AsyncConnection, table_id: int, user_id: int) -> None:
    """Remove a member from a table."""
    await conn.execute(
        delete(game_table_members).where(game_table_members.c.table_id == table_id, game_table_members.c.user_id == user_id)
    )


async def set_table(conn: AsyncConnection, table_id: int, **values: Any) -> None:
    """Change columns of a table: ``status``, ``game_id``, ``message_id``."""
    await conn.execute(update(game_tables).where(game_tables.c.id == table_id).values(**values))

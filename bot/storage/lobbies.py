"""Queries about tables that wait for players (``lobbies``), and about proposals that wait for consent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import new_id
from bot.storage.tables import consents, lobbies, lobby_members, proposals


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """A table: what is to be played, who sits at it, and what became of it."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host_id: int
    game: str
    options: dict[str, Any]
    setup: dict[str, Any]
    seats: int | None
    opponent_id: int | None
    rematch_of: int | None
    status: str
    game_id: int | None
    expires_at: int
    members: tuple[tuple[int, str], ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it still waits for players."""
        return self.status == "open"


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """An undo or a draw that the other players are asked to agree to."""

    id: int
    game_id: int
    kind: str
    seat: int
    version: int
    keep: int | None
    status: str
    message_id: int | None
    agreed: frozenset[int] = frozenset()


async def insert_lobby(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    host: tuple[int, str],
    game: str,
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    seats: int | None,
    opponent_id: int | None,
    rematch_of: int | None,
    now: int,
    expires_at: int,
) -> int:
    """A new open table with its host seated. Gives its id."""
    result = await conn.execute(
        insert(lobbies).values(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host[0],
            game=game,
            options=json.dumps(options),
            setup=json.dumps(setup),
            seats=seats,
            opponent_id=opponent_id,
            rematch_of=rematch_of,
            status="open",
            created_at=now,
            expires_at=expires_at,
        )
    )
    lobby_id = new_id(result)
    await add_member(conn, lobby_id, host)
    return lobby_id


async def _lobbies(conn: AsyncConnection, query: Select[Any]) -> list[LobbyRow]:
    found = (await conn.execute(query)).mappings().all()
    if not found:
        return []
    seated: dict[int, list[tuple[int, str]]] = {}
    wanted = select(lobby_members).where(lobby_members.c.lobby_id.in_([row["id"] for row in found]))
    for row in (await conn.execute(wanted.order_by(lobby_members.c.position))).mappings():
        seated.setdefault(row["lobby_id"], []).append((row["user_id"], row["name"]))
    return [
        LobbyRow(
            id=row["id"],
            guild_id=row["guild_id"],
            channel_id=row["channel_id"],
            message_id=row["message_id"],
            host_id=row["host_id"],
            game=row["game"],
            options=json.loads(row["options"]),
            setup=json.loads(row["setup"]),
            seats=row["seats"],
            opponent_id=row["opponent_id"],
            rematch_of=row["rematch_of"],
            status=row["status"],
            game_id=row["game_id"],
            expires_at=row["expires_at"],
            members=tuple(seated.get(row["id"], ())),
        )
        for row in found
    ]


async def get_lobby(
    conn: AsyncConnection, lobby_id: int, guild_id: int | None = None, *, lock: bool = False
) -> LobbyRow | None:
    """The table of that id, if it belongs to the guild (``None``: any); ``lock`` keeps other writers off its row."""
    query = select(lobbies).where(lobbies.c.id == lobby_id)
    if guild_id is not None:
        query = query.where(lobbies.c.guild_id == guild_id)
    rows = await _lobbies(conn, query.with_for_update(key_share=True) if lock else query)
    return rows[0] if rows else None


async def next_expiry(conn: AsyncConnection) -> int | None:
    """When the first of the open tables expires; ``None`` where none is open."""
    found: int | None = await conn.scalar(select(func.min(lobbies.c.expires_at)).where(lobbies.c.status == "open"))
    return found


async def open_lobbies(conn: AsyncConnection, *, expired_at: int | None = None) -> list[LobbyRow]:
    """Tables that wait for players; with ``expired_at`` those whose time is over by then."""
    query = select(lobbies).where(lobbies.c.status == "open")
    if expired_at is not None:
        query = query.where(lobbies.c.expires_at <= expired_at)
    return await _lobbies(conn, query.order_by(lobbies.c.id))


async def open_rematch(conn: AsyncConnection, game_id: int) -> LobbyRow | None:
    """The open or started table that followed a game, if there is one."""
    query = select(lobbies).where(lobbies.c.rematch_of == game_id, lobbies.c.status.in_(("open", "started")))
    rows = await _lobbies(conn, query.order_by(lobbies.c.id.desc()).limit(1))
    return rows[0] if rows else None


async def add_member(conn: AsyncConnection, lobby_id: int, member: tuple[int, str]) -> None:
    """Seats a member after those who sit there; somebody between them may have left."""
    last = await conn.scalar(select(func.max(lobby_members.c.position)).where(lobby_members.c.lobby_id == lobby_id))
    position = 0 if last is None else last + 1
    await conn.execute(insert(lobby_members).values(lobby_id=lobby_id, user_id=member[0], name=member[1], position=position))


async def remove_member(conn: AsyncConnection, lobby_id: int, user_id: int) -> None:
    """Lets a member get up."""
    await conn.execute(delete(lobby_members).where(lobby_members.c.lobby_id == lobby_id, lobby_members.c.user_id == user_id))


async def set_lobby(conn: AsyncConnection, lobby_id: int, **values: Any) -> None:
    """Changes columns of a table: ``status``, ``game_id``, ``message_id``."""
    await conn.execute(update(lobbies).where(lobbies.c.id == lobby_id).values(**values))


async def insert_proposal(
    conn: AsyncConnection, *, game_id: int, kind: str, seat: int, version: int, keep: int | None, now: int
) -> int:
    """A new open proposal. Gives its id."""
    result = await conn.execute(
        insert(proposals).values(
            game_id=game_id, kind=kind, seat=seat, version=version, keep=keep, status="open", created_at=now
        )
    )
    return new_id(result)


async def get_proposal(conn: AsyncConnection, proposal_id: int, *, lock: bool = False) -> ProposalRow | None:
    """The proposal of that id with the seats that have agreed."""
    query = select(proposals).where(proposals.c.id == proposal_id)
    row = (await conn.execute(query.with_for_update(key_share=True) if lock else query)).mappings().first()
    if row is None:
        return None
    agreed = await conn.scalars(select(consents.c.seat).where(consents.c.proposal_id == proposal_id))
    return ProposalRow(
        row["id"],
        row["game_id"],
        row["kind"],
        row["seat"],
        row["version"],
        row["keep"],
        row["status"],
        row["message_id"],
        frozenset(agreed),
    )


async def open_proposal(conn: AsyncConnection, game_id: int, kind: str, version: int) -> ProposalRow | None:
    """The proposal of that kind that is being voted on at this version of the game."""
    query = select(proposals.c.id).where(
        proposals.c.game_id == game_id,
        proposals.c.kind == kind,
        proposals.c.version == version,
        proposals.c.status == "open",
    )
    found = await conn.scalar(query)
    return None if found is None else await get_proposal(conn, found)


async def set_proposal(conn: AsyncConnection, proposal_id: int, **values: Any) -> None:
    """Changes columns of a proposal: ``status``, ``message_id``."""
    await conn.execute(update(proposals).where(proposals.c.id == proposal_id).values(**values))


async def void_proposals(conn: AsyncConnection, game_id: int) -> list[int]:
    """Makes the open proposals of a game void, since it has moved on; gives the ids of those that were."""
    open_ones = (proposals.c.game_id == game_id, proposals.c.status == "open")
    found = list(await conn.scalars(select(proposals.c.id).where(*open_ones)))
    if found:
        await conn.execute(update(proposals).where(*open_ones).values(status="void"))
    return found


async def open_proposals(conn: AsyncConnection) -> list[ProposalRow]:
    """The proposals of all games that are being voted on, the oldest first."""
    ids = await conn.scalars(select(proposals.c.id).where(proposals.c.status == "open").order_by(proposals.c.id))
    found = [await get_proposal(conn, proposal_id) for proposal_id in ids.all()]
    return [proposal for proposal in found if proposal is not None]


async def add_consent(conn: AsyncConnection, proposal_id: int, seat: int) -> None:
    """Notes that a seat agrees."""
    await conn.execute(insert(consents).values(proposal_id=proposal_id, seat=seat))

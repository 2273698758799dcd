"""Queries about what is to be posted. A row is one post or edit; rows of a channel go out in the order of their ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import rows
from bot.storage.database import NEWS
from bot.storage.rows import new_id
from bot.storage.tables import meta, outbox

EDITS = ("retire", "lobby_edit", "proposal_edit")
"""Kinds that change an old message: they wait for nothing and hold up nothing."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """What is to be posted or edited, where, and how far it has come."""

    id: int
    guild_id: int
    channel_id: int
    kind: str
    game_id: int | None
    lobby_id: int | None
    payload: dict[str, Any]
    attempts: int
    first_try_at: int | None
    created_at: int


async def put(
    conn: AsyncConnection,
    kind: str,
    *,
    guild_id: int,
    channel_id: int,
    now: int,
    game_id: int | None = None,
    lobby_id: int | None = None,
    wait: int = 0,
    **payload: Any,
) -> int:
    """Puts a post into the outbox, as part of the transaction that makes it due, after ``wait`` milliseconds.

    Gives its id. The database says so once the transaction is kept.
    """
    result = await conn.execute(
        insert(outbox).values(
            guild_id=guild_id,
            channel_id=channel_id,
            kind=kind,
            game_id=game_id,
            lobby_id=lobby_id,
            payload=json.dumps(payload),
            status="waiting",
            due_at=now + wait,
            created_at=now,
        )
    )
    conn.info[NEWS] = True
    return new_id(result)


def _of_shards(shards: Sequence[int] | None, count: int) -> list[ColumnElement[bool]]:
    """Conditions that keep to the guilds of this process: Discord deals guilds to shards by ``(id >> 22) % count``."""
    if shards is None:
        return []
    return [outbox.c.guild_id.bitwise_rshift(22).op("%")(count).in_(list(shards))]


async def heads(
    conn: AsyncConnection, now: int, shards: Sequence[int] | None, count: int, most: int = 200
) -> list[tuple[int, str | None, int]]:
    """What may go now: the oldest waiting post of each channel and every waiting edit, those that are due.

    Gives ``(id, claimed_by, claimed_until)`` of at most ``most``, in the order of the ids.
    """
    waiting = _waiting(shards, count)
    earlier = outbox.alias()
    held_up = exists().where(
        earlier.c.status == "waiting",
        earlier.c.channel_id == outbox.c.channel_id,
        earlier.c.id < outbox.c.id,
        earlier.c.kind.not_in(EDITS),
        or_(earlier.c.attempts > 0, earlier.c.due_at <= earlier.c.created_at, earlier.c.due_at <= now),
    )
    query = (
        select(outbox.c.id, outbox.c.claimed_by, outbox.c.claimed_until)
        .where(*waiting, outbox.c.due_at <= now, or_(outbox.c.kind.in_(EDITS), ~held_up))
        .order_by(outbox.c.id)
        .limit(most)
    )
    return [(row[0], row[1], row[2] or 0) for row in (await conn.execute(query)).all()]


async def next_due(conn: AsyncConnection, now: int, shards: Sequence[int] | None, count: int) -> int | None:
    """When the first row that is not due yet will be; ``None`` where all are."""
    query = select(func.min(outbox.c.due_at)).where(*_waiting(shards, count), outbox.c.due_at > now)
    found: int | None = await conn.scalar(query)
    return found


def _waiting(shards: Sequence[int] | None, count: int) -> list[ColumnElement[bool]]:
    return [outbox.c.status == "waiting", *_of_shards(shards, count)]


async def claim(conn: AsyncConnection, row_id: int, owner: str, before: str | None, now: int, until: int) -> OutboxRow | None:
    """Takes a row for this process until a time; ``None`` where somebody else (than ``before``) was faster."""
    held_by = outbox.c.claimed_by.is_(None) if before is None else outbox.c.claimed_by == before
    taken = (
        update(outbox)
        .where(outbox.c.id == row_id, outbox.c.status == "waiting", held_by)
        .values(
            claimed_by=owner,
            claimed_until=until,
            attempts=outbox.c.attempts + 1,
            first_try_at=func.coalesce(outbox.c.first_try_at, now),
        )
        .returning(*outbox.c)
    )
    row = (await conn.execute(taken)).mappings().first()
    if row is None:
        return None
    return OutboxRow(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        kind=row["kind"],
        game_id=row["game_id"],
        lobby_id=row["lobby_id"],
        payload=json.loads(row["payload"]),
        attempts=row["attempts"],
        first_try_at=row["first_try_at"],
        created_at=row["created_at"],
    )


async def finish(
    conn: AsyncConnection, row_id: int, owner: str, *, message_id: int | None = None, dropped: str | None = None
) -> None:
    """Notes that a row that ``owner`` holds was sent, or given up for the reason ``dropped``."""
    await conn.execute(
        update(outbox)
        .where(outbox.c.id == row_id, outbox.c.claimed_by == owner)
        .values(
            status="dropped" if dropped else "sent",
            message_id=message_id,
            error=dropped,
            claimed_by=None,
            claimed_until=None,
        )
    )


async def postpone(conn: AsyncConnection, row_id: int, owner: str, due_at: int, error: str) -> None:
    """Leaves a row that ``owner`` holds for a later attempt."""
    await conn.execute(
        update(outbox)
        .where(outbox.c.id == row_id, outbox.c.claimed_by == owner)
        .values(due_at=due_at, error=error, claimed_by=None, claimed_until=None)
    )


async def release(conn: AsyncConnection, owner: str) -> None:
    """Lets go of the rows that ``owner`` holds, for whoever comes next."""
    held = (outbox.c.claimed_by == owner, outbox.c.status == "waiting")
    await conn.execute(update(outbox).where(*held).values(claimed_by=None, claimed_until=None))


async def drop_for_lobby(conn: AsyncConnection, lobby_id: int) -> None:
    """Gives up what waits to show a table: its message shows it already."""
    await conn.execute(
        update(outbox)
        .where(outbox.c.lobby_id == lobby_id, outbox.c.status == "waiting", outbox.c.claimed_by.is_(None))
        .values(status="dropped", error="shown already")
    )


async def drop_waiting(conn: AsyncConnection) -> None:
    """Gives up everything that waits."""
    await conn.execute(update(outbox).where(outbox.c.status == "waiting").values(status="dropped", error="not wanted any more"))


async def count_waiting(conn: AsyncConnection) -> int:
    """How many rows wait to be sent."""
    return int(await conn.scalar(select(func.count()).select_from(outbox).where(outbox.c.status == "waiting")) or 0)


async def posted_as(conn: AsyncConnection, game_id: int, message_id: int) -> dict[str, Any] | None:
    """What the board in a message shows (``start``, ``end``); ``None`` where that is no longer known."""
    query = select(outbox.c.payload).where(
        outbox.c.game_id == game_id, outbox.c.message_id == message_id, outbox.c.kind == "board"
    )
    found = await conn.scalar(query.order_by(outbox.c.id.desc()).limit(1))
    return None if found is None else json.loads(found)


async def forget_sent(conn: AsyncConnection, before: int) -> None:
    """Deletes rows that were sent or given up long ago."""
    await conn.execute(outbox.delete().where(outbox.c.status != "waiting", outbox.c.created_at < before))


async def get_meta(conn: AsyncConnection, key: str) -> str | None:
    """A value that the bot remembers about itself."""
    value: str | None = await conn.scalar(select(meta.c.value).where(meta.c.key == key))
    return value


async def put_meta(conn: AsyncConnection, key: str, value: str) -> None:
    """Remembers a value about the bot itself."""
    await rows.put(conn, meta, ("key",), key=key, value=value)

"""Queries of the sender about ``posts``: what may go now, who sends it, and what came of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.channels.posts import Post, waiting
from bot.storage.schema import posts

_NOW = bindparam("now", type_=BigInteger)
_LEASE = (
    update(posts)
    .where(posts.c.id == bindparam("post"), posts.c.status == "waiting")
    .values(
        claimed_by=bindparam("owner"),
        attempts=posts.c.attempts + 1,
        first_try_at=func.coalesce(posts.c.first_try_at, _NOW),
    )
    .returning(*posts.c)
)
_UPDATE_HELD = update(posts).where(posts.c.id == bindparam("post"), posts.c.claimed_by == bindparam("owner"))


async def messages(conn: AsyncConnection, now: int, served: Assignment, most: int) -> list[int]:
    """Return the ids of the messages that may go now, in their order: the oldest one of each channel, where that is due."""
    return list((await conn.scalars(_messages_query(served), {"now": now, "most": most})).all())


async def edits(conn: AsyncConnection, now: int, served: Assignment, most: int) -> list[int]:
    """Return the ids of the edits that may go now, the longest overdue first."""
    return list((await conn.scalars(_edits_query(served), {"now": now, "most": most})).all())


@lru_cache(64)
def _messages_query(served: Assignment) -> Select[Any]:
    earlier = posts.alias()
    held_up = exists().where(
        earlier.c.status == "waiting",
        earlier.c.channel_id == posts.c.channel_id,
        earlier.c.id < posts.c.id,
        earlier.c.is_edit == 0,
        earlier.c.kind != "direct",
        or_(earlier.c.attempts > 0, earlier.c.due_at <= earlier.c.created_at, earlier.c.due_at <= _NOW),
    )
    # A message to somebody alone does not go to a channel's end: no order is kept between it and others.
    return _due(served, is_edit=0).where(or_(posts.c.kind == "direct", ~held_up)).order_by(posts.c.id)


@lru_cache(64)
def _edits_query(served: Assignment) -> Select[Any]:
    return _due(served, is_edit=1).order_by(posts.c.due_at, posts.c.id)  # as the index has them: many may wait


def _due(served: Assignment, *, is_edit: int) -> Select[Any]:
    due = (*waiting(served), posts.c.is_edit == is_edit, posts.c.due_at <= _NOW)
    return select(posts.c.id).where(*due).limit(bindparam("most", type_=Integer))


async def next_due(conn: AsyncConnection, now: int, served: Assignment) -> int | None:
    """Return when the first row that is not due yet will be; ``None`` where all are."""
    found: int | None = await conn.scalar(_next_due_query(served), {"now": now})
    return found


@lru_cache(64)
def _next_due_query(served: Assignment) -> Select[Any]:
    return select(func.min(posts.c.due_at)).where(*waiting(served), posts.c.due_at > bindparam("now"))


async def lease(conn: AsyncConnection, row_id: int, owner: str, now: int) -> Post | None:
    """Lease a waiting post to ``owner`` and return it; ``None`` if it waits no longer.

    A lease of another owner does not count. Only the process that serves the post's shard sends it, so that owner is gone.
    """
    row = (await conn.execute(_LEASE, {"post": row_id, "owner": owner, "now": now})).mappings().first()
    if row is None:
        return None
    return Post(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        kind=row["kind"],
        game_id=row["game_id"],
        table_id=row["table_id"],
        payload=json.loads(row["payload"]),
        attempts=row["attempts"],
        first_try_at=row["first_try_at"],
        created_at=row["created_at"],
    )


async def finish(
    conn: AsyncConnection, row_id: int, owner: str, *, message_id: int | None = None, dropped: str | None = None
) -> None:
    """Save that a post which ``owner`` holds was sent, or given up for the reason ``dropped``."""
    values = {"status": "dropped" if dropped else "sent", "message_id": message_id, "error": dropped, "claimed_by": None}
    await conn.execute(_UPDATE_HELD, {"post": row_id, "owner": owner, **values})


async def postpone(conn: AsyncConnection, row_id: int, owner: str, due_at: int, error: str) -> None:
    """Leave a post that ``owner`` holds for a later attempt."""
    await conn.execute(_UPDATE_HELD, {"post": row_id, "owner": owner, "due_at": due_at, "error": error, "claimed_by": None})


async def release(conn: AsyncConnection, owner: str) -> None:
    """Release the posts that ``owner`` holds, for another process."""
    held = (posts.c.claimed_by == owner, posts.c.status == "waiting")
    await conn.execute(update(posts).where(*held).values(claimed_by=None))

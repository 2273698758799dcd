"""Queries of the sender about ``posts``: what may go now, who sends it, and what came of it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Integer,
    Select,
    bindparam,
    exists,
    func,
    or_,
    select,
    type_coerce,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.shards.served import Served
from bot.storage.posts import ASIDE, EDITS, Post, waiting
from bot.storage.rows import is_one_of
from bot.storage.schema import posts

_CLAIM = (
    update(posts)
    .where(posts.c.id == bindparam("post"), posts.c.status == "waiting")
    .values(
        claimed_by=bindparam("owner"),
        attempts=posts.c.attempts + 1,
        first_try_at=func.coalesce(posts.c.first_try_at, bindparam("now", type_=BigInteger)),
    )
    .returning(*posts.c)
)
_UPDATE_HELD = update(posts).where(posts.c.id == bindparam("post"), posts.c.claimed_by == bindparam("owner"))


class Head(NamedTuple):
    """A post that may go now."""

    id: int
    guild_id: int
    is_edit: bool


async def heads(conn: AsyncConnection, now: int, served: Served, most: int) -> list[Head]:
    """What may go now: the oldest waiting post of each channel and every waiting edit, those that are due.

    Returns at most ``most``: new messages first, then edits, each in the order of their ids.
    """
    query, values = _heads_query(served), {"now": now, "most": most}
    return [Head(row[0], row[1], bool(row[2])) for row in (await conn.execute(query, values)).all()]


@lru_cache(64)
def _heads_query(served: Served) -> Select[Any]:
    earlier, is_edit, now = posts.alias(), is_one_of(posts, EDITS), bindparam("now", type_=BigInteger)
    held_up = exists().where(
        earlier.c.status == "waiting",
        earlier.c.channel_id == posts.c.channel_id,
        earlier.c.id < posts.c.id,
        ~is_one_of(earlier, ASIDE),
        or_(earlier.c.attempts > 0, earlier.c.due_at <= earlier.c.created_at, earlier.c.due_at <= now),
    )
    return (
        select(posts.c.id, posts.c.guild_id, type_coerce(is_edit, Integer))
        .where(*waiting(served), posts.c.due_at <= now, or_(is_one_of(posts, ASIDE), ~held_up))
        .order_by(is_edit, posts.c.id)
        .limit(bindparam("most", type_=Integer))
    )


async def next_due(conn: AsyncConnection, now: int, served: Served) -> int | None:
    """When the first row that is not due yet will be; ``None`` where all are."""
    found: int | None = await conn.scalar(_next_due_query(served), {"now": now})
    return found


@lru_cache(64)
def _next_due_query(served: Served) -> Select[Any]:
    return select(func.min(posts.c.due_at)).where(*waiting(served), posts.c.due_at > bindparam("now"))


async def claim(conn: AsyncConnection, row_id: int, owner: str, now: int) -> Post | None:
    """Takes a waiting row for ``owner``; ``None`` where it waits no longer.

    A claim of another owner does not count: whoever serves the shard of a post is the only one to send it, so that owner
    is gone.
    """
    row = (await conn.execute(_CLAIM, {"post": row_id, "owner": owner, "now": now})).mappings().first()
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
    """Saves that a post which ``owner`` holds was sent, or given up for the reason ``dropped``."""
    values = {"status": "dropped" if dropped else "sent", "message_id": message_id, "error": dropped, "claimed_by": None}
    await conn.execute(_UPDATE_HELD, {"post": row_id, "owner": owner, **values})


async def postpone(conn: AsyncConnection, row_id: int, owner: str, due_at: int, error: str) -> None:
    """Leaves a post that ``owner`` holds for a later attempt."""
    await conn.execute(_UPDATE_HELD, {"post": row_id, "owner": owner, "due_at": due_at, "error": error, "claimed_by": None})


async def release(conn: AsyncConnection, owner: str) -> None:
    """Releases the posts that ``owner`` holds, for another process."""
    held = (posts.c.claimed_by == owner, posts.c.status == "waiting")
    await conn.execute(update(posts).where(*held).values(claimed_by=None))

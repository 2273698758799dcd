"""Queries about ``posts`` that lack a permission: their retries, and the outdated boards among them."""

from __future__ import annotations

import json
from collections import defaultdict

from sqlalchemy import ColumnElement, RowMapping, and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.queries.channels.posts import BLOCKED, Post, has_long_to_wait, waiting_conditions
from bot.storage.schema import posts

SUPERSEDED = "a newer board covers it"

_IS_BLOCKED: ColumnElement[bool] = posts.c.error.startswith(BLOCKED)


async def make_due(conn: AsyncConnection, now: int, served: Assignment, guild_id: int | None = None) -> int:
    """Make the blocked posts of a server, or of all ``served`` servers, due now. Return their number."""
    blocked = [*waiting_conditions(served), posts.c.claimed_by.is_(None), posts.c.due_at > now, _IS_BLOCKED]
    if guild_id is not None:
        blocked.append(posts.c.guild_id == guild_id)
    return int((await conn.execute(update(posts).where(*blocked).values(due_at=now))).rowcount)


async def drop_old_boards(conn: AsyncConnection, post: Post, now: int) -> bool:
    """Keep only the newest of each game's boards that were blocked for a long time. It covers the news of the others.

    ``post``: a leased post that is being retried. Return whether it is still to be sent.
    """
    if not await conn.scalar(select(posts.c.id).where(posts.c.id == post.id, has_long_to_wait())):
        return True
    free = or_(posts.c.id == post.id, and_(posts.c.claimed_by.is_(None), posts.c.due_at <= now))
    query = select(posts.c.id, posts.c.game_id, posts.c.payload).where(
        posts.c.channel_id == post.channel_id, posts.c.status == "waiting", posts.c.kind == "board", free
    )
    of_game: dict[int, list[RowMapping]] = defaultdict(list)
    for row in (await conn.execute(query.order_by(posts.c.id))).mappings():
        of_game[row["game_id"]].append(row)
    old = [row["id"] for boards in of_game.values() for row in boards[:-1]]
    if not old:
        return True
    for boards in of_game.values():
        payloads = [json.loads(row["payload"]) for row in boards]
        told = payloads[-1] | {"start": min(payload["start"] for payload in payloads)}
        await conn.execute(update(posts).where(posts.c.id == boards[-1]["id"]).values(payload=json.dumps(told)))
    await conn.execute(update(posts).where(posts.c.id.in_(old)).values(status="dropped", error=SUPERSEDED, claimed_by=None))
    return post.id not in old

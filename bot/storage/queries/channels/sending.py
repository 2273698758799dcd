"""The sender's queries about ``posts``: find due posts, lease them, save the results, retry those that lacked a permission."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    RowMapping,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningUpdate

from bot.common.assignment import EVERYTHING, Assignment
from bot.storage.queries.channels.posts import (
    BLOCKED,
    Post,
    has_long_to_wait,
    is_before_its_board,
    is_held_up,
    waiting_conditions,
)
from bot.storage.rows import fill
from bot.storage.schema import posts

_NOW = bindparam("now", type_=BigInteger)
_UPDATE_HELD = update(posts).where(posts.c.id == bindparam("post"), posts.c.claimed_by == bindparam("owner"))


async def lease(
    conn: AsyncConnection,
    now: int,
    served: Assignment,
    owner: str,
    *,
    most: int,
    most_edits: int,
    under_way: Collection[int] = (),
) -> list[Post]:
    """Lease the posts that may be sent now to ``owner``, in one statement.

    Return at most ``most`` posts: first the messages, the oldest of each channel if it is due; then at most ``most_edits``
    edits, longest overdue first, without those of boards that are not sent yet. Posts ``under_way`` are left out, but they hold
    up others.

    Leases of other owners are ignored: only the process that serves a post's shard sends it, so any other owner no longer
    exists.
    """
    values = {"now": now, "owner": owner, "under_way": list(under_way), "most": most, "most_edits": most_edits}
    rows = (await conn.execute(_lease_query(served), values)).mappings().all()
    in_order = sorted(rows, key=lambda row: (row["is_edit"], row["due_at"] if row["is_edit"] else row["id"], row["id"]))
    return [fill(Post, row, payload=json.loads(row["payload"]), material=None) for row in in_order]


@lru_cache(64)
def _lease_query(served: Assignment) -> ReturningUpdate[Any]:
    # A direct message is not sent to the channel, so it needs no order.
    messages = _due(served, posts.c.id, is_edit=0).where(or_(posts.c.kind == "direct", ~is_held_up(_NOW)))
    messages = messages.order_by(posts.c.id).limit(bindparam("most", type_=Integer))
    edits = _due(served, posts.c.due_at, is_edit=1).where(~is_before_its_board())
    edits = edits.order_by(posts.c.due_at, posts.c.id)  # the order of the index, which is fast even if many posts wait
    edits = edits.limit(bindparam("most_edits", type_=Integer))
    due = union_all(select(messages.subquery()), select(edits.subquery())).subquery()
    wanted = select(due.c.id).order_by(due.c.is_edit, due.c.place, due.c.id).limit(bindparam("most", type_=Integer))
    leased = update(posts).where(posts.c.id.in_(wanted), posts.c.status == "waiting")
    return leased.values(
        claimed_by=bindparam("owner"),
        attempts=posts.c.attempts + 1,
        first_try_at=func.coalesce(posts.c.first_try_at, _NOW),
    ).returning(*posts.c)


def _due(served: Assignment, place: ColumnElement[int], *, is_edit: int) -> Select[Any]:
    under_way = posts.c.id.in_(bindparam("under_way", expanding=True))
    due = (*waiting_conditions(served), posts.c.is_edit == is_edit, posts.c.due_at <= _NOW, ~under_way)
    return select(posts.c.id, posts.c.is_edit, place.label("place")).where(*due)


async def find_next_due(conn: AsyncConnection, now: int, served: Assignment) -> int | None:
    """Return the earliest time after ``now`` at which a waiting post is due; ``None`` if there is none."""
    next_due: int | None = await conn.scalar(_next_due_query(served), {"now": now})
    return next_due


@lru_cache(64)
def _next_due_query(served: Assignment) -> Select[Any]:
    return select(func.min(posts.c.due_at)).where(*waiting_conditions(served), posts.c.due_at > _NOW)


class NotHeld(Exception):
    """A post was deleted while it was sent, for example with its game, or another process holds it now."""


async def finish(
    conn: AsyncConnection,
    row_id: int,
    owner: str,
    served: Assignment = EVERYTHING,
    *,
    message_id: int | None = None,
    dropped: str | None = None,
) -> int | None:
    """Record that a post held by ``owner`` was sent, or given up for the reason ``dropped``. Raise NotHeld.

    Return when to look for due posts again: the earliest due time of the other waiting posts of the ``served`` servers, except
    those that ``owner`` holds; ``None`` if none waits.
    """
    values = {"status": "dropped" if dropped else "sent", "message_id": message_id, "error": dropped, "claimed_by": None}
    held: Sequence[int | None] = (await conn.scalars(_finish_query(served), {"post": row_id, "owner": owner, **values})).all()
    if not held:
        raise NotHeld
    return held[0]


@lru_cache(64)
def _finish_query(served: Assignment) -> ReturningUpdate[Any]:
    not_held = posts.c.claimed_by.is_distinct_from(bindparam("owner"))
    others = select(func.min(posts.c.due_at)).where(*waiting_conditions(served), posts.c.id != bindparam("post"), not_held)
    return _UPDATE_HELD.returning(others.correlate(None).scalar_subquery())


async def postpone(conn: AsyncConnection, post: Post, owner: str, due_at: int, error: str) -> None:
    """Schedule another attempt at a post held by ``owner``. Do nothing if an attempt has begun since it was leased."""
    values = {"post": post.id, "owner": owner, "due_at": due_at, "error": error, "claimed_by": None}
    await conn.execute(_UPDATE_HELD.where(posts.c.attempts == post.attempts), values)


async def bring_forward(conn: AsyncConnection, served: Assignment, now: int, by: int) -> None:
    """Make waiting posts due earlier, after the clock was set back by ``by`` milliseconds to ``now``."""
    columns = {"due_at": posts.c.due_at, "created_at": posts.c.created_at, "first_try_at": posts.c.first_try_at}
    moved = {
        name: case((column - by > now, column - by), (column > now, now), else_=column) for name, column in columns.items()
    }
    wrong = or_(*(column > now for column in columns.values()))
    await conn.execute(update(posts).where(*waiting_conditions(served), wrong).values(**moved))


async def release(conn: AsyncConnection, owner: str) -> None:
    """Release the posts held by ``owner``, for another process."""
    held = (posts.c.claimed_by == owner, posts.c.status == "waiting")
    await conn.execute(update(posts).where(*held).values(claimed_by=None))


SUPERSEDED = "a newer board covers it"

_IS_BLOCKED: ColumnElement[bool] = posts.c.error.startswith(BLOCKED)


async def make_due(conn: AsyncConnection, now: int, served: Assignment, guild_id: int | None = None) -> int:
    """Make the blocked posts of a server, or of all ``served`` servers, due now. Return the number of posts."""
    blocked = [*waiting_conditions(served), posts.c.claimed_by.is_(None), posts.c.due_at > now, _IS_BLOCKED]
    if guild_id is not None:
        blocked.append(posts.c.guild_id == guild_id)
    return int((await conn.execute(update(posts).where(*blocked).values(due_at=now))).rowcount)


async def drop_old_boards(conn: AsyncConnection, post: Post, now: int) -> bool:
    """Of the boards that were blocked for a long time, keep only the newest of each game. It has the news of the others.

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

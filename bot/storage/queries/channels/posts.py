"""Queries about ``posts``: the outbox. The posts of a channel are sent in the order of their ids."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    case,
    exists,
    func,
    insert,
    not_,
    null,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import EVERYTHING, Assignment
from bot.common.clock import MINUTE
from bot.storage.rows import new_id, served_conditions
from bot.storage.schema import games, posts

SOON = 2 * MINUTE
"""Milliseconds. A post whose next attempt is further away waits for a permission."""
BLOCKED, LIMITED = "blocked: ", "limited: "
"""The prefixes of ``error`` for a post that lacks a permission, and for one that Discord limits for a long time."""
SHOWN = ("start", "end", "note", "said_after")
"""The keys in the payload of a board's post that edits of the board need."""
TIDYING = ("retire", "remove")
"""Edits that only tidy up, and are not urgent."""
UPDATE = "_edit"
"""The end of the kinds of posts that update a message. One waiting edit covers all changes until it is made."""


def is_edit(kind: str) -> bool:
    """Return whether posts of a kind change an existing message. They do not wait for others, and no post waits for them."""
    return kind.endswith(UPDATE) or kind in TIDYING


@dataclass(frozen=True, slots=True)
class Post:
    """A post: a message to send or edit, its channel, and the state of its attempts."""

    id: int
    guild_id: int
    channel_id: int
    kind: str
    game_id: int | None
    table_id: int | None
    payload: dict[str, Any]
    attempts: int
    first_try_at: int | None
    created_at: int
    material: object = None
    """The content of the message, read by the transaction that leased the post; ``None`` if it was not read."""

    @property
    def is_edit(self) -> bool:
        """Whether the post changes an existing message."""
        return is_edit(self.kind)


async def insert_post(
    conn: AsyncConnection,
    kind: str,
    *,
    guild_id: int,
    channel_id: int,
    now: int,
    game_id: int | None = None,
    table_id: int | None = None,
    wait: int = 0,
    payload: Mapping[str, Any],
    owner: str | None = None,
) -> Post:
    """Add a post that is due in ``wait`` milliseconds. Return it.

    If an edit that updates the same message is already waiting, return that one instead. A message that is due now is leased
    to ``owner`` at once (``attempts`` is 1), unless its channel has a message that waits.
    """
    text = json.dumps(payload)
    post = Post(0, guild_id, channel_id, kind, game_id, table_id, json.loads(text), 0, None, now)
    if kind.endswith(UPDATE) and (waiting := await _waiting_edit(conn, kind, game_id, table_id, text)) is not None:
        return replace(post, id=waiting)
    values = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "kind": kind,
        "is_edit": int(post.is_edit),
        "game_id": game_id,
        "table_id": table_id,
        "payload": text,
        "status": "waiting",
        "due_at": now + wait,
        "created_at": now,
    }
    if owner is None or wait or post.is_edit:
        return replace(post, id=new_id(await conn.execute(_INSERT, values)))
    inserted = (await conn.execute(_INSERT_LEASED, {**values, "owner": owner, "channel": channel_id, "now": now})).one()
    return replace(post, id=inserted.id, attempts=inserted.attempts, first_try_at=inserted.first_try_at)


_INSERT = insert(posts)
_EARLIER = (
    select(posts.c.id)
    .where(
        posts.c.status == "waiting",
        posts.c.channel_id == bindparam("channel"),
        posts.c.is_edit == 0,
        posts.c.kind != "direct",
    )
    .exists()
)
_INSERT_LEASED = _INSERT.values(
    claimed_by=case((_EARLIER, null()), else_=bindparam("owner", type_=posts.c.claimed_by.type)),
    attempts=case((_EARLIER, 0), else_=1),
    first_try_at=case((_EARLIER, null()), else_=bindparam("now", type_=posts.c.first_try_at.type)),
).returning(posts.c.id, posts.c.attempts, posts.c.first_try_at)
_SHOWN = (
    select(posts.c.id, posts.c.payload)
    .where(posts.c.game_id == bindparam("game"), posts.c.message_id == bindparam("message"), posts.c.kind == bindparam("kind"))
    .order_by(posts.c.id.desc())
    .limit(1)
)


async def _waiting_edit(
    conn: AsyncConnection, kind: str, game_id: int | None, table_id: int | None, payload: str
) -> int | None:
    """Lock and return the id of a waiting edit of the same message on which no attempt has begun.

    Edits in progress are skipped, because they may show an earlier state of the message.
    """
    query = select(posts.c.id).where(
        posts.c.status == "waiting", posts.c.attempts == 0, posts.c.kind == kind, posts.c.payload == payload
    )
    query = query.where(posts.c.game_id == game_id, posts.c.table_id == table_id)
    found: int | None = await conn.scalar(query.limit(1).with_for_update(skip_locked=True))
    return found


async def has_post(conn: AsyncConnection, kind: str, channel_id: int, payload: Mapping[str, Any]) -> bool:
    """Return whether a channel's outbox has a post with this payload, waiting or sent in the last days."""
    query = select(posts.c.id).where(posts.c.channel_id == channel_id, posts.c.kind == kind)
    return (await conn.scalar(query.where(posts.c.payload == json.dumps(payload)).limit(1))) is not None


def waiting_conditions(served: Assignment) -> list[ColumnElement[bool]]:
    """Return the conditions for the waiting posts of the given servers."""
    return [posts.c.status == "waiting", *served_conditions(posts.c.guild_id, served)]


async def has_later_board(conn: AsyncConnection, game_id: int, post_id: int) -> bool:
    """Return whether a later board of the game was sent or is waiting."""
    later = (posts.c.game_id == game_id, posts.c.kind == "board", posts.c.id > post_id, posts.c.status != "dropped")
    return (await conn.scalar(select(posts.c.id).where(*later).limit(1))) is not None


async def drop_for_table(conn: AsyncConnection, table_id: int, newest: int | None = None) -> None:
    """Drop the waiting posts that show who sits at a table, because its message already does.

    ``newest``: the last post to drop; ``None`` for all. Do nothing while a post about the table is being sent, because it may
    show an earlier state of the table.
    """
    others = posts.alias()
    under_way = exists().where(others.c.table_id == table_id, others.c.status == "waiting", others.c.claimed_by.is_not(None))
    await conn.execute(
        update(posts)
        .where(posts.c.table_id == table_id, posts.c.status == "waiting", posts.c.claimed_by.is_(None), ~under_way)
        .where(posts.c.kind.in_(("table", "table_edit")), true() if newest is None else posts.c.id <= newest)
        .values(status="dropped", error="shown already")
    )


async def is_table_waiting(conn: AsyncConnection, table_id: int, sent: int) -> bool:
    """Return whether a post other than ``sent`` is waiting to show who sits at a table."""
    others = (posts.c.table_id == table_id, posts.c.status == "waiting", posts.c.id != sent)
    found = await conn.execute(select(posts.c.id).where(*others, posts.c.kind.in_(("table", "table_edit"))).limit(1))
    return found.first() is not None


async def drop_for_game(conn: AsyncConnection, game_id: int) -> None:
    """Drop the waiting posts about a game, because its channel is gone."""
    await conn.execute(
        update(posts)
        .where(posts.c.game_id == game_id, posts.c.status == "waiting", posts.c.claimed_by.is_(None))
        .values(status="dropped", error="the channel is gone")
    )


async def redirect(
    conn: AsyncConnection, game_id: int, from_channel: int, to_channel: int, without: Collection[str] = ()
) -> None:
    """Redirect the waiting posts about a game from one channel to another, except those of the given kinds."""
    moved = (posts.c.game_id == game_id, posts.c.channel_id == from_channel, posts.c.status == "waiting")
    await conn.execute(update(posts).where(*moved, posts.c.kind.not_in(without)).values(channel_id=to_channel))


async def add_note(conn: AsyncConnection, game_id: int, channel_id: int, why: str) -> None:
    """Add a note to the first waiting board of a game that explains why it is posted in this channel."""
    query = select(posts.c.id, posts.c.payload).where(
        posts.c.game_id == game_id, posts.c.channel_id == channel_id, posts.c.status == "waiting", posts.c.kind == "board"
    )
    found = (await conn.execute(query.order_by(posts.c.id).limit(1))).first()
    if found is not None:
        payload = json.dumps(json.loads(found.payload) | {"note": why})
        await conn.execute(update(posts).where(posts.c.id == found.id).values(payload=payload))


async def is_waiting(conn: AsyncConnection, kind: str, **subject: int) -> bool:
    """Return whether a post of the given kind about a subject (``game_id=5``, ``channel_id=7``) is waiting."""
    about = [posts.c[name] == value for name, value in subject.items()]
    query = select(posts.c.id).where(*about, posts.c.kind == kind, posts.c.status == "waiting")
    return await conn.scalar(query.limit(1)) is not None


async def drop_waiting(conn: AsyncConnection) -> None:
    """Drop all waiting posts."""
    await conn.execute(update(posts).where(posts.c.status == "waiting").values(status="dropped", error="no longer wanted"))


async def count_waiting(conn: AsyncConnection, served: Assignment = EVERYTHING) -> int:
    """Return how many posts and edits are waiting."""
    return int(await conn.scalar(select(func.count()).select_from(posts).where(*waiting_conditions(served))) or 0)


async def find_oldest_due(conn: AsyncConnection, now: int, served: Assignment, last_sent: int = 0) -> int | None:
    """Return the time since which the oldest sendable post has been due or failing (ms since 1970); ``None`` if there is none.

    These posts do not count: those that wait for a permission, a long limit, an earlier post of their channel or their board;
    edits that only tidy up; and those that failed before ``last_sent``. A later post got through then, so only their own
    channel is at fault.
    """
    since = func.coalesce(posts.c.first_try_at, posts.c.due_at)
    query = select(func.min(since)).where(
        *waiting_conditions(served),
        posts.c.due_at <= now + SOON,
        since <= now,
        or_(posts.c.attempts == 0, since >= last_sent),
        ~has_long_to_wait(),
        posts.c.kind.not_in(TIDYING),
        ~is_before_its_board(),
        or_(posts.c.is_edit == 1, posts.c.kind == "direct", ~is_held_up(now)),
    )
    found: int | None = await conn.scalar(query)
    return found


def has_long_to_wait() -> ColumnElement[bool]:
    """Return the condition that a post has failed, for a reason that lasts for a while."""
    return func.coalesce(or_(posts.c.error.startswith(BLOCKED), posts.c.error.startswith(LIMITED)), False)


def is_held_up(now: int | ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that a post waits for an earlier one of its channel.

    A thread holds up only other threads and its own game: Discord's limit of new threads may take some minutes.
    """
    earlier = posts.alias()
    return exists().where(
        earlier.c.status == "waiting",
        earlier.c.channel_id == posts.c.channel_id,
        earlier.c.id < posts.c.id,
        earlier.c.is_edit == 0,
        earlier.c.kind != "direct",
        or_(earlier.c.attempts > 0, earlier.c.due_at <= earlier.c.created_at, earlier.c.due_at <= now),
        or_(earlier.c.kind != "thread", posts.c.kind == "thread", posts.c.game_id == earlier.c.game_id),
    )


def is_before_its_board() -> ColumnElement[bool]:
    """Return the condition that a post edits a game's newest board, which is not sent yet.

    The edit waits for it, because the board may have been composed before the change that the edit shows.
    """
    board = posts.alias()
    coming = exists().where(board.c.game_id == posts.c.game_id, board.c.status == "waiting", board.c.kind == "board")
    return and_(posts.c.kind == "board_edit", coming)


async def find_posted(conn: AsyncConnection, game_id: int, message_id: int, kind: str = "board") -> dict[str, Any] | None:
    """Return the payload of the post of the given kind that a message shows, with the post's id as ``post``.

    Return ``None`` if it is not known.
    """
    found = (await conn.execute(_SHOWN, {"game": game_id, "message": message_id, "kind": kind})).first()
    return None if found is None else {**json.loads(found.payload), "post": found.id}


async def list_posted_boards(conn: AsyncConnection, game_id: int) -> list[dict[str, Any]]:
    """Return the known payloads of a game's posted boards, with their channels and messages."""
    query = select(posts.c.channel_id, posts.c.message_id, posts.c.payload).where(
        posts.c.game_id == game_id, posts.c.kind == "board", posts.c.status == "sent"
    )
    rows = await conn.execute(query.order_by(posts.c.id))
    return [{**json.loads(row.payload), "channel": row.channel_id, "message": row.message_id} for row in rows]


async def forget_sent(conn: AsyncConnection, before: int) -> None:
    """Delete posts from before a time that were sent or given up.

    Posts of a game's newest messages are kept, since the messages may still be edited.
    """
    newest = (games.c.board_message_id, games.c.status_message_id, games.c.ping_message_id)
    is_newest = exists().where(games.c.id == posts.c.game_id, posts.c.message_id.in_(newest))
    await conn.execute(posts.delete().where(posts.c.status != "waiting", posts.c.created_at < before, not_(is_newest)))

"""Queries about ``due``: the schedule, one row per task."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Delete,
    Integer,
    Select,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.assignment import Assignment
from bot.storage.rows import is_one_of, served_conditions
from bot.storage.schema import due

SUBJECT = ("guild_id", "game_id", "table_id", "user_id")
"""The columns that identify the subject of a task."""


@dataclass(frozen=True, slots=True)
class DueRow:
    """A scheduled task: when it is due (ms since 1970), and its subject."""

    id: int
    kind: str
    at: int
    guild_id: int
    game_id: int | None
    table_id: int | None
    user_id: int | None
    payload: dict[str, Any]
    attempts: int


async def schedule(
    conn: AsyncConnection,
    kind: str,
    at: int,
    *,
    guild_id: int,
    game_id: int | None = None,
    table_id: int | None = None,
    user_id: int | None = None,
    **payload: Any,
) -> None:
    """Schedule a task. It replaces the scheduled task of the same kind and subject.

    The subject is a combination of game, table and user in one server. Lock the subject's row first; otherwise two transactions
    could both add a task.
    """
    await cancel(conn, kind, guild_id=guild_id, game_id=game_id, table_id=table_id, user_id=user_id)
    subject = {"guild_id": guild_id, "game_id": game_id, "table_id": table_id, "user_id": user_id}
    # Insert a new row instead of updating: a running background task deletes only the row that it began with.
    await conn.execute(_INSERT, {"kind": kind, "at": at, "payload": json.dumps(payload), **subject})


async def add(conn: AsyncConnection, kind: str, at: int, *, guild_id: int) -> None:
    """Schedule a task of a server in addition to those of its kind, without waiting for a running one.

    A running task may not see the latest changes. It has cancelled the other tasks of its kind before reading anything, so the
    new task stays.
    """
    subject = {"guild_id": guild_id, "game_id": None, "table_id": None, "user_id": None}
    await conn.execute(_INSERT, {"kind": kind, "at": at, "payload": "{}", **subject})


async def move(conn: AsyncConnection, kind: str, at: int, *, guild_id: int, game_id: int, **payload: Any) -> None:
    """Reschedule a task about a game, or schedule it. An existing task takes one statement, because every move does this."""
    values = {"due_kind": kind, "due_game": game_id, "at": at, "payload": json.dumps(payload)}
    if not (await conn.execute(_MOVE, values)).rowcount:
        subject = {"guild_id": guild_id, "game_id": game_id, "table_id": None, "user_id": None}
        await conn.execute(_INSERT, {"kind": kind, "at": at, "payload": values["payload"], **subject})


_INSERT = insert(due)
_MOVE = (
    update(due)
    .where(due.c.kind == bindparam("due_kind"), due.c.game_id == bindparam("due_game"))
    .values(at=bindparam("at"), attempts=0, payload=bindparam("payload"))
)


async def cancel(
    conn: AsyncConnection,
    kind: str,
    *,
    guild_id: int,
    game_id: int | None = None,
    table_id: int | None = None,
    user_id: int | None = None,
) -> None:
    """Cancel a task. Do nothing if it is not scheduled."""
    subject = {"guild_id": guild_id, "game_id": game_id, "table_id": table_id, "user_id": user_id}
    given = {name: value for name, value in subject.items() if value is not None}
    await conn.execute(_deleted(tuple(given)), {"due_kind": kind, **{f"due_{name}": value for name, value in given.items()}})


@lru_cache
def _deleted(given: tuple[str, ...]) -> Delete:
    """Return the statement that cancels a task whose subject has these columns. It is cached, because building it is slow."""
    about = (due.c[name] == bindparam(f"due_{name}") if name in given else due.c[name].is_(None) for name in SUBJECT)
    return delete(due).where(due.c.kind == bindparam("due_kind"), *about)


async def list_due(
    conn: AsyncConnection, kinds: tuple[str, ...], now: int, served: Assignment, most: int, without: Collection[int] = ()
) -> list[DueRow]:
    """Return due tasks of the given kinds in the servers of this process, longest overdue first.

    Skip the ids in ``without``.
    """
    values = {"now": now, "most": most + len(without)}
    rows = map(_row, (await conn.execute(_heads_query(kinds, served), values)).mappings())
    return [row for row in rows if row.id not in without][:most]


@lru_cache(64)
def _heads_query(kinds: tuple[str, ...], served: Assignment) -> Select[Any]:
    due_now = due.c.at <= bindparam("now", type_=BigInteger)
    query = select(due).where(due_now, is_one_of(due, kinds), *served_conditions(due.c.guild_id, served))
    return query.order_by(due.c.at, due.c.id).limit(bindparam("most", type_=Integer))


async def count_due(conn: AsyncConnection, kind: str, now: int, served: Assignment) -> int:
    """Return the number of due tasks of the given kind in the servers of this process."""
    query = (
        select(func.count())
        .select_from(due)
        .where(due.c.at <= now, due.c.kind == kind, *served_conditions(due.c.guild_id, served))
    )
    return int(await conn.scalar(query) or 0)


async def find_first_time(conn: AsyncConnection, served: Assignment) -> int | None:
    """Return when the first task is due; ``None`` if there is none."""
    found: int | None = await conn.scalar(_first_time_query(served))
    return found


async def find_next_time(conn: AsyncConnection, now: int, served: Assignment) -> int | None:
    """Return when the next task after ``now`` is due; ``None`` if there is none."""
    found: int | None = await conn.scalar(_next_time_query(served), {"now": now})
    return found


@lru_cache(64)
def _first_time_query(served: Assignment) -> Select[Any]:
    return select(func.min(due.c.at)).where(*served_conditions(due.c.guild_id, served))


@lru_cache(64)
def _next_time_query(served: Assignment) -> Select[Any]:
    return _first_time_query(served).where(due.c.at > bindparam("now", type_=BigInteger))


async def take(conn: AsyncConnection, row_id: int, now: int) -> DueRow | None:
    """Delete a due task in the transaction that carries it out. Return the task; ``None`` if it is no longer due."""
    taken = delete(due).where(due.c.id == row_id, due.c.at <= now).returning(*due.c)
    found = (await conn.execute(taken)).mappings().first()
    return None if found is None else _row(found)


async def finish(conn: AsyncConnection, row: DueRow) -> bool:
    """Delete the row of a background task, in the transaction that ends it. Return whether it still existed.

    A row that was rescheduled meanwhile stays, because it is a new task.
    """
    return (await conn.execute(delete(due).where(due.c.id == row.id, due.c.at == row.at))).rowcount > 0


async def postpone(conn: AsyncConnection, row_id: int, at: int) -> None:
    """Schedule another attempt at a failed task."""
    await conn.execute(update(due).where(due.c.id == row_id).values(at=at, attempts=due.c.attempts + 1))


async def bring_forward(conn: AsyncConnection, kinds: tuple[str, ...], served: Assignment, now: int, by: int) -> None:
    """Make tasks of the given kinds, and all failed ones, due earlier after the clock was set back by ``by`` ms to ``now``."""
    soon = or_(is_one_of(due, kinds), due.c.attempts > 0)
    at = case((due.c.at - by > now, due.c.at - by), else_=now)
    wrong = (due.c.at > now, soon, *served_conditions(due.c.guild_id, served))
    await conn.execute(update(due).where(*wrong).values(at=at))


async def get_rows(conn: AsyncConnection, **subject: Any) -> list[DueRow]:
    """Return all tasks about a subject (``game_id=5``, ``table_id=7``, ``user_id=9``), by time."""
    conditions: list[ColumnElement[bool]] = [due.c[name] == value for name, value in subject.items()]
    return [_row(found) for found in (await conn.execute(select(due).where(*conditions).order_by(due.c.at))).mappings()]


def _row(found: Any) -> DueRow:
    values = {column.name: found[column.name] for column in due.c}
    return DueRow(**values | {"payload": json.loads(found["payload"])})

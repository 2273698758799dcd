"""Queries about puzzles: the attempts of members, and the ratings of members and puzzles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema_learning import puzzle_solvers, puzzle_strengths, puzzle_tries


class TryRow(NamedTuple):
    """A member's attempt at a puzzle."""

    puzzle: str
    kind: str
    misses: int = 0
    result: str | None = None
    """``right``, ``good``, or ``shown`` if the answer was revealed; ``None`` while it is unfinished."""
    played: str | None = None
    """The last move that was played or shown, one decision per line."""
    draft: Mapping[str, Any] = {}


class Strength(NamedTuple):
    """A rating from openskill."""

    mu: float
    sigma: float


async def list_tried(conn: AsyncConnection, guild_id: int, user_id: int) -> set[str]:
    """Return the ids of all puzzles that were given to a member."""
    c = puzzle_tries.c
    return set((await conn.execute(select(c.puzzle).where(c.guild_id == guild_id, c.user_id == user_id))).scalars())


async def list_begun(conn: AsyncConnection, guild_id: int, user_id: int) -> list[TryRow]:
    """Return the unfinished puzzles of a member, most recently touched first."""
    return await _list_tries(conn, guild_id, user_id, puzzle_tries.c.result.is_(None))


async def get_try(conn: AsyncConnection, guild_id: int, user_id: int, puzzle: str) -> TryRow | None:
    """Return a member's attempt at a puzzle; ``None`` if they were not given it."""
    found = await _list_tries(conn, guild_id, user_id, puzzle_tries.c.puzzle == puzzle)
    return found[0] if found else None


async def _list_tries(conn: AsyncConnection, guild_id: int, user_id: int, condition: ColumnElement[bool]) -> list[TryRow]:
    c = puzzle_tries.c
    query = select(c.puzzle, c.kind, c.misses, c.result, c.played, c.data)
    query = query.where(c.guild_id == guild_id, c.user_id == user_id, condition).order_by(c.at.desc())
    return [TryRow(*row[:5], json.loads(row.data)) for row in await conn.execute(query)]


async def save_try(conn: AsyncConnection, guild_id: int, user_id: int, row: TryRow, now: int) -> None:
    """Save a member's attempt at a puzzle."""
    values = {"kind": row.kind, "misses": row.misses, "result": row.result, "played": row.played}
    key = ("guild_id", "user_id", "puzzle")
    data = json.dumps(dict(row.draft))
    await upsert(conn, puzzle_tries, key, guild_id=guild_id, user_id=user_id, puzzle=row.puzzle, data=data, at=now, **values)


async def get_solver(conn: AsyncConnection, guild_id: int, user_id: int) -> Strength | None:
    """Return a member's strength in solving puzzles; ``None`` before the first one."""
    c = puzzle_solvers.c
    row = (await conn.execute(select(c.mu, c.sigma).where(c.guild_id == guild_id, c.user_id == user_id))).one_or_none()
    return None if row is None else Strength(*row)


async def save_solver(conn: AsyncConnection, guild_id: int, user_id: int, strength: Strength) -> None:
    """Save a member's strength in solving puzzles."""
    await upsert(conn, puzzle_solvers, ("guild_id", "user_id"), guild_id=guild_id, user_id=user_id, **strength._asdict())


async def list_strengths(conn: AsyncConnection, guild_id: int) -> dict[str, Strength]:
    """Return the strengths of the puzzles that members of a server have tried, by their ids."""
    c = puzzle_strengths.c
    rows = (await conn.execute(select(c.puzzle, c.mu, c.sigma).where(c.guild_id == guild_id))).all()
    return {row.puzzle: Strength(row.mu, row.sigma) for row in rows}


async def save_strength(conn: AsyncConnection, guild_id: int, puzzle: str, strength: Strength) -> None:
    """Save the strength of a puzzle for the members of a server."""
    await upsert(conn, puzzle_strengths, ("guild_id", "puzzle"), guild_id=guild_id, puzzle=puzzle, **strength._asdict())

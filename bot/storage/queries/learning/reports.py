"""Queries about reports of puzzles, and the decisions of a server's managers about them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import insert_once, upsert
from bot.storage.schema_learning import puzzle_decisions, puzzle_reports

OUT, KEPT = "out", "kept"
"""The possible decisions: remove the puzzle from the server, or keep it."""


class Reported(NamedTuple):
    """A puzzle that members have reported, or that was removed."""

    puzzle: str
    reports: int
    decision: str | None


async def add_report(conn: AsyncConnection, guild_id: int, user_id: int, puzzle: str, now: int) -> bool:
    """Record that a member has reported a puzzle. Return whether this is their first report of it."""
    key = ("guild_id", "puzzle", "user_id")
    return await insert_once(conn, puzzle_reports, key, guild_id=guild_id, puzzle=puzzle, user_id=user_id, at=now)


async def list_own(conn: AsyncConnection, guild_id: int, user_id: int) -> set[str]:
    """Return the puzzles that a member has reported."""
    c = puzzle_reports.c
    return set((await conn.execute(select(c.puzzle).where(c.guild_id == guild_id, c.user_id == user_id))).scalars())


async def count_open(conn: AsyncConnection, guild_id: int, user_id: int) -> int:
    """Return the number of puzzles that a member has reported and that are still undecided."""
    c = puzzle_reports.c
    decided = select(puzzle_decisions.c.puzzle).where(puzzle_decisions.c.guild_id == guild_id)
    mine = (c.guild_id == guild_id, c.user_id == user_id, c.puzzle.not_in(decided))
    return int(await conn.scalar(select(func.count()).where(*mine)) or 0)


async def list_out(conn: AsyncConnection, guild_id: int) -> set[str]:
    """Return the puzzles that were removed from a server."""
    c = puzzle_decisions.c
    return set((await conn.execute(select(c.puzzle).where(c.guild_id == guild_id, c.decision == OUT))).scalars())


async def list_reported(conn: AsyncConnection, guild_id: int) -> list[Reported]:
    """Return the reported and removed puzzles of a server, without those that managers decided to keep.

    Undecided ones come first.
    """
    c, d = puzzle_reports.c, puzzle_decisions.c
    counts = (await conn.execute(select(c.puzzle, func.count()).where(c.guild_id == guild_id).group_by(c.puzzle))).all()
    decided = (await conn.execute(select(d.puzzle, d.decision).where(d.guild_id == guild_id))).all()
    reports, decisions = dict(map(tuple, counts)), dict(map(tuple, decided))
    found = [Reported(puzzle, reports.get(puzzle, 0), decisions.get(puzzle)) for puzzle in {**reports, **decisions}]
    wanted = [each for each in found if each.decision != KEPT]
    return sorted(wanted, key=lambda each: (each.decision is not None, -each.reports, each.puzzle))


async def save_decision(conn: AsyncConnection, guild_id: int, puzzle: str, decision: str, now: int) -> None:
    """Save a decision about a puzzle."""
    key = ("guild_id", "puzzle")
    await upsert(conn, puzzle_decisions, key, guild_id=guild_id, puzzle=puzzle, decision=decision, at=now)

"""Queries about ``server_puzzles``: positions from a server's own finished games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import insert_once
from bot.storage.schema import games, players, seat_changes
from bot.storage.schema_learning import puzzle_decisions, puzzle_reports, puzzle_strengths, puzzle_tries
from bot.storage.schema_learning import server_puzzles as table

PREFIX = "s"
"""The prefix of the ids of a server's own puzzles in other tables: ``s12``.

The ids of shipped puzzles are hexadecimal digits.
"""
MOST_LISTED = 500
"""Number of a server's newest puzzles among which the next one is chosen."""


class PuzzleRow(NamedTuple):
    """A puzzle from a finished game of the server."""

    id: str
    guild_id: int
    game_id: int
    channel_id: int
    """The channel in which its game was played."""
    kind: str
    hardness: float
    unit: str
    record: Mapping[str, Any]
    values: Mapping[str, int]


class ListedPuzzle(NamedTuple):
    """The columns of a puzzle that are needed to choose one."""

    id: str
    kind: str
    hardness: float
    channel_id: int


class NewPuzzle(NamedTuple):
    """A puzzle to save."""

    place: int
    hardness: float
    unit: str
    record: str
    """The record as JSON."""
    values: Mapping[str, int]


def number_of(puzzle: str) -> int | None:
    """Return the number in the id of a server's puzzle; ``None`` for any other text."""
    digits = puzzle.removeprefix(PREFIX)
    is_number = puzzle.startswith(PREFIX) and digits.isascii() and digits.isdecimal() and len(digits) < 19
    return int(digits) if is_number else None


async def save_puzzles(
    conn: AsyncConnection, guild_id: int, game_id: int, kind: str, found: Sequence[NewPuzzle], now: int
) -> None:
    """Save the puzzles of a game, unless they are already saved."""
    for each in found:
        values = {"hardness": each.hardness, "unit": each.unit, "record": each.record, "data": json.dumps(dict(each.values))}
        where = {"guild_id": guild_id, "game_id": game_id, "kind": kind, "place": each.place}
        await insert_once(conn, table, ("game_id", "place"), **where, **values, at=now)


async def has_puzzles(conn: AsyncConnection, game_id: int) -> bool:
    """Return whether puzzles from a game are saved."""
    return (await conn.scalar(select(table.c.id).where(table.c.game_id == game_id).limit(1))) is not None


async def list_puzzles(conn: AsyncConnection, guild_id: int, kinds: Sequence[str]) -> list[ListedPuzzle]:
    """Return the newest puzzles of a server, for the given kinds of games."""
    query = (
        select(table.c.id, table.c.kind, table.c.hardness, games.c.channel_id)
        .join(games, games.c.id == table.c.game_id)
        .where(table.c.guild_id == guild_id, table.c.kind.in_(kinds))
        .order_by(table.c.id.desc())
        .limit(MOST_LISTED)
    )
    return [ListedPuzzle(f"{PREFIX}{row.id}", *row[1:]) for row in (await conn.execute(query)).all()]


async def get_puzzle(conn: AsyncConnection, guild_id: int, puzzle: str) -> PuzzleRow | None:
    """Return a puzzle of a server; ``None`` if there is none with this id."""
    if (number := number_of(puzzle)) is None:
        return None
    c = table.c
    query = (
        select(c.guild_id, c.game_id, games.c.channel_id, c.kind, c.hardness, c.unit, c.record, c.data)
        .join(games, games.c.id == c.game_id)
        .where(c.id == number, c.guild_id == guild_id)
    )
    row = (await conn.execute(query)).one_or_none()
    return None if row is None else PuzzleRow(puzzle, *row[:6], json.loads(row.record), json.loads(row.data))


async def delete_puzzles_of(conn: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Delete the puzzles, with all attempts and reports, of all games of a server in which a user holds or has held a seat."""
    sat = select(players.c.game_id).where(players.c.user_id == user_id)
    before = select(seat_changes.c.game_id).where(seat_changes.c.user_id == user_id)
    await _delete(conn, guild_id, table.c.guild_id == guild_id, or_(table.c.game_id.in_(sat), table.c.game_id.in_(before)))


async def _delete(conn: AsyncConnection, guild_id: int, *conditions: ColumnElement[bool]) -> None:
    numbers = (await conn.execute(select(table.c.id).where(*conditions))).scalars().all()
    if not numbers:
        return
    ids = [f"{PREFIX}{number}" for number in numbers]
    for other in (puzzle_tries, puzzle_strengths, puzzle_reports, puzzle_decisions):
        await conn.execute(delete(other).where(other.c.guild_id == guild_id, other.c.puzzle.in_(ids)))
    await conn.execute(delete(table).where(table.c.id.in_(numbers)))

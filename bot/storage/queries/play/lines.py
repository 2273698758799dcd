"""Queries about ``lines``: future moves that a member has saved, or armed to be played automatically."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import lines

Entries = Sequence[Sequence[str]]
"""The texts of the decisions of one turn, or of one outcome of chance; face-down draws are left out."""


class KeptLine(NamedTuple):
    """A member's saved line."""

    id: int
    version: int
    """The version of the game at which the line begins."""
    entries: Entries


class Armed(NamedTuple):
    """The armed lines of a player."""

    user_id: int
    version: int
    """The version of the game at which they begin."""
    lines: tuple[tuple[str, ...], ...]
    """Each line as its decisions."""
    dropped: bool = False
    """Whether they no longer fit the game. The player is notified of that."""


def is_armed(game_id: Any, user_id: Any) -> ColumnElement[bool]:
    """Return the condition for the armed lines of a player in a game, including dropped ones."""
    return and_(lines.c.game_id == game_id, lines.c.user_id == user_id, lines.c.armed == 1)


def read_armed(rows: Iterable[Any]) -> Armed | None:
    """Return the armed lines of one player from their rows; ``None`` if there are none."""
    found = list(rows)
    if not found:
        return None
    texts = (tuple(text for entry in json.loads(row.line) for text in entry) for row in found)
    return Armed(found[0].user_id, found[0].version, tuple(texts), bool(found[0].dropped))


async def list_kept(conn: AsyncConnection, game_id: int, user_id: int) -> list[KeptLine]:
    """Return a member's saved lines of a game, newest first."""
    c = lines.c
    mine = (c.game_id == game_id, c.user_id == user_id, c.armed == 0)
    rows = await conn.execute(select(c.id, c.version, c.line).where(*mine).order_by(c.id.desc()))
    return [KeptLine(row.id, row.version, json.loads(row.line)) for row in rows]


async def add_kept(conn: AsyncConnection, game_id: int, user_id: int, version: int, entries: Entries, now: int) -> None:
    """Save a line of a member."""
    await conn.execute(insert(lines), _row(game_id, user_id, version, entries, now, armed=0))


async def delete_kept(conn: AsyncConnection, game_id: int, user_id: int, line_id: int) -> None:
    """Delete a member's saved line, if it exists."""
    c = lines.c
    await conn.execute(delete(lines).where(c.id == line_id, c.game_id == game_id, c.user_id == user_id, c.armed == 0))


async def list_armed(conn: AsyncConnection, game_id: int) -> list[Armed]:
    """Return the armed lines of a game, player by player."""
    rows = await conn.execute(select(lines).where(lines.c.game_id == game_id, lines.c.armed == 1).order_by(lines.c.id))
    players: dict[int, list[Any]] = {}
    for row in rows:
        players.setdefault(row.user_id, []).append(row)
    return [found for each in players.values() if (found := read_armed(each)) is not None]


async def save_armed(conn: AsyncConnection, game_id: int, wanted: Armed, now: int) -> None:
    """Save the armed lines of a player, replacing the previous ones."""
    await delete_armed(conn, game_id, wanted.user_id)
    rows = [_row(game_id, wanted.user_id, wanted.version, [[text] for text in each], now, armed=1) for each in wanted.lines]
    if rows:
        await conn.execute(insert(lines), rows)


async def drop_armed(conn: AsyncConnection, game_id: int, user_id: int) -> None:
    """Mark the armed lines of a player as dropped."""
    await conn.execute(update(lines).where(is_armed(game_id, user_id)).values(dropped=1))


async def delete_armed(conn: AsyncConnection, game_id: int, user_id: int | None = None) -> None:
    """Delete the armed lines of a player of a game, or of all players."""
    condition = is_armed(game_id, lines.c.user_id if user_id is None else user_id)
    await conn.execute(delete(lines).where(condition))


def _row(game_id: int, user_id: int, version: int, entries: Entries, now: int, *, armed: int) -> dict[str, Any]:
    row = {"game_id": game_id, "user_id": user_id, "version": version, "line": json.dumps(entries), "at": now}
    return {**row, "armed": armed}

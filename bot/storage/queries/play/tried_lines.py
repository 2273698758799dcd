"""Queries about ``tried_lines``: moves that somebody has tried out on the page of a game, and keeps."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import tried_lines

Line = Sequence[Sequence[str]]
"""What is decided at once, or one outcome of chance, each as its texts; what is drawn face down is left out."""


class KeptLine(NamedTuple):
    """A line that somebody keeps."""

    id: int
    version: int
    """Of the game, where the line begins."""
    line: Line


async def list_lines(conn: AsyncConnection, game_id: int, user_id: int) -> list[KeptLine]:
    """Return the lines that somebody keeps of a game, the newest first."""
    c = tried_lines.c
    query = select(c.id, c.version, c.line).where(c.game_id == game_id, c.user_id == user_id).order_by(c.id.desc())
    return [KeptLine(row.id, row.version, json.loads(row.line)) for row in await conn.execute(query)]


async def add_line(conn: AsyncConnection, game_id: int, user_id: int, version: int, line: Line, now: int) -> None:
    """Save a line."""
    row = {"game_id": game_id, "user_id": user_id, "version": version, "line": json.dumps(line), "at": now}
    await conn.execute(insert(tried_lines), row)


async def delete_line(conn: AsyncConnection, game_id: int, user_id: int, line_id: int) -> None:
    """Delete a line of somebody's, if it is there."""
    c = tried_lines.c
    await conn.execute(delete(tried_lines).where(c.id == line_id, c.game_id == game_id, c.user_id == user_id))

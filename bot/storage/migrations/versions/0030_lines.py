"""Lines: premoves and lines that were tried out and kept become one table.

A premove was a tree of decisions for a seat. Every path through it becomes an armed line of the member who holds the seat. Of
premoves that were dropped, one line says so until their player has heard of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.storage.migrations.parts import big, create_table, identity, integer, parent, text

revision = "0030"
down_revision = "0029"

_PREMOVES = sa.text("""
    SELECT premoves.game_id, players.user_id, premoves.version, premoves.data, premoves.dropped FROM premoves
    JOIN players ON players.game_id = premoves.game_id AND players.seat = premoves.seat
    WHERE players.user_id IS NOT NULL ORDER BY premoves.game_id, premoves.seat
""")


def upgrade() -> None:
    """Move what the two tables have into a new one."""
    lines = create_table(
        "lines",
        *(identity(), parent("game_id"), big("user_id"), integer("version"), text("line")),
        *(integer("armed", default="0"), integer("dropped", default="0"), big("at")),
        *(sa.Index(None, "game_id", "user_id"), sa.Index(None, "user_id")),
        numbered=True,
    )
    conn = op.get_bind()
    kept = ("game_id", "user_id", "version", "line", "at")
    tried = sa.table("tried_lines", *map(sa.column, ("id", *kept)))
    conn.execute(sa.insert(lines).from_select(kept, sa.select(*(tried.c[name] for name in kept)).order_by(tried.c.id)))
    now = int(time.time() * 1000)
    armed = [row for premoves in conn.execute(_PREMOVES).all() for row in _arm(premoves, now)]
    if armed:
        conn.execute(sa.insert(lines), armed)
    op.drop_table("tried_lines")
    op.drop_table("premoves")


def _arm(premoves: Any, now: int) -> Iterator[dict[str, Any]]:
    paths = [[]] if premoves.dropped else _list_paths(json.loads(premoves.data))
    row = {"game_id": premoves.game_id, "user_id": premoves.user_id, "version": premoves.version, "at": now}
    for path in paths:
        yield {**row, "line": json.dumps([[decision] for decision in path]), "armed": 1, "dropped": premoves.dropped}


def _list_paths(branches: dict[str, Any]) -> Iterator[list[str]]:
    """Yield the decisions on each way from the root of a tree to a leaf."""
    for decision, below in branches.items():
        for path in _list_paths(below) if below else [[]]:
            yield [decision, *path]

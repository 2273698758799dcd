"""Queries about ``game_log``: the actions and undos of each game, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import game_log


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the log: an action in canonical text, or an undo whose text is the number of actions that it keeps."""

    seq: int
    kind: str
    text: str
    seat: int | None
    """The seat that decided; ``None`` for chance."""
    level: int | None = None
    """The level of the computer that decided instead of the seat's holder; ``None`` if the holder decided."""

    @property
    def is_drop(self) -> bool:
        """Whether a player gave up, or was dropped because time was up."""
        return self.text.startswith("drop ")


_SINCE = (
    select(game_log.c.seq, game_log.c.kind, game_log.c.text, game_log.c.seat, game_log.c.level)
    .where(game_log.c.game_id == bindparam("game"), game_log.c.seq > bindparam("after"))
    .order_by(game_log.c.seq)
)
_INSERT = insert(game_log)


async def read_log_since(conn: AsyncConnection, game_id: int, seq: int) -> list[LogRow]:
    """Return the rows of the log after ``seq``, in order."""
    return [LogRow(*row) for row in (await conn.execute(_SINCE, {"game": game_id, "after": seq})).all()]


async def append_log(conn: AsyncConnection, game_id: int, rows: Sequence[LogRow], now: int) -> None:
    """Add rows to the log. Raise IntegrityError if one already exists, so that two concurrent writers cannot both succeed."""
    for row in rows:
        values = {"seq": row.seq, "kind": row.kind, "text": row.text, "seat": row.seat, "level": row.level}
        await conn.execute(_INSERT, {"game_id": game_id, "at": now, **values})

"""The successive holders of a game's seats, and their numbers in the statistics."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats.seat_changes import get_changes
from bot.storage.schema import players

COMPUTERS = -(2**40)
"""Numbers up to this one stand for computers, numbers between this one and 0 for former players."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A holder of a seat, who took it at a version of the game's log."""

    since: int
    """The number of rows in the log when they took the seat."""
    user_id: int | None
    name: str
    holder: str
    """``member``, ``former`` or ``computer``, as in ``players.holder``."""
    number: int | None
    """The former player's number, or the computer's level."""

    @property
    def who(self) -> int:
        """The number that identifies them in the statistics: see :func:`who_of`."""
        return who_of(self.holder, self.user_id, self.number)


def who_of(holder: str, user_id: int | None, number: int | None) -> int:
    """Return a seat's holder as one number: a member's id, or negative for a former player or a computer's level.

    When a person is forgotten, their id is replaced by such a negative number, both in the seats and in the statistics.
    """
    if holder == "computer":
        return COMPUTERS - (number or 0)
    return user_id if user_id is not None else -(number or 0)


def level_of(who: int) -> int | None:
    """Return the level of a computer player; ``None`` for a person."""
    return COMPUTERS - who if who <= COMPUTERS else None


async def get_holders(conn: AsyncConnection, game_id: int) -> dict[int, list[Holder]]:
    """Return the holders of each seat, in order. The last one held it to the end."""
    held: dict[int, list[Holder]] = {}
    since: dict[int, int] = {}
    for change in await get_changes(conn, game_id):
        before = Holder(since.get(change.seat, 0), change.user_id, change.name, change.holder, change.holder_number)
        held.setdefault(change.seat, []).append(before)
        since[change.seat] = change.version
    query = select(players).where(players.c.game_id == game_id).order_by(players.c.seat)
    for row in (await conn.execute(query)).mappings():
        last = Holder(since.get(row["seat"], 0), row["user_id"], row["name"], row["holder"], row["holder_number"])
        held.setdefault(row["seat"], []).append(last)
    return held

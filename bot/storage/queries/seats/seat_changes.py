"""Queries about ``seat_changes``: the former holders of seats."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats.players import Holder, PlayerRow
from bot.storage.schema import seat_changes


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A former holder of a seat. From ``version`` of the game on, the next holder decides."""

    seat: int
    version: int
    user_id: int | None
    name: str
    holder: Holder
    holder_number: int | None


_CHANGES = (
    select(*(seat_changes.c[name] for name in SeatChange.__dataclass_fields__))
    .where(seat_changes.c.game_id == bindparam("game"))
    .order_by(seat_changes.c.id)
)


async def add_change(conn: AsyncConnection, game_id: int, version: int, before: PlayerRow, now: int) -> None:
    """Save the holder of a seat until a version of the game."""
    await conn.execute(
        insert(seat_changes).values(
            game_id=game_id,
            seat=before.seat,
            version=version,
            user_id=before.user_id,
            name=before.name,
            holder=before.holder,
            holder_number=before.holder_number,
            at=now,
        )
    )


async def get_changes(conn: AsyncConnection, game_id: int) -> list[SeatChange]:
    """Return the changes of a game's seats, oldest first."""
    return [SeatChange(*row) for row in await conn.execute(_CHANGES, {"game": game_id})]

"""Queries about ``premoves``: what a seat plays if the others play this or that."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import upsert
from bot.storage.schema import premoves


@dataclass(frozen=True, slots=True)
class Premoves:
    """The branches of one seat, from a version of the game on. ``dropped``: they fit no more, which the player must hear."""

    seat: int
    version: int
    data: dict[str, Any]
    dropped: bool


async def get_premoves(conn: AsyncConnection, game_id: int) -> list[Premoves]:
    """Return the premoves of a game, by seat."""
    query = select(premoves).where(premoves.c.game_id == game_id).order_by(premoves.c.seat)
    return [
        Premoves(row["seat"], row["version"], json.loads(row["data"]), bool(row["dropped"]))
        for row in (await conn.execute(query)).mappings()
    ]


async def save_premoves(conn: AsyncConnection, game_id: int, wanted: Premoves) -> None:
    """Save the premoves of a seat in place of those before."""
    values = {"version": wanted.version, "data": json.dumps(wanted.data), "dropped": int(wanted.dropped)}
    await upsert(conn, premoves, ("game_id", "seat"), game_id=game_id, seat=wanted.seat, **values)


async def delete_premoves(conn: AsyncConnection, game_id: int, seat: int | None = None) -> None:
    """Delete the premoves of a seat of a game, or of all seats."""
    of_seat = () if seat is None else (premoves.c.seat == seat,)
    await conn.execute(delete(premoves).where(premoves.c.game_id == game_id, *of_seat))

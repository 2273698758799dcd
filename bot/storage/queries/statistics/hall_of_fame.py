"""Queries for the hall of fame: the greatest feats, and who did them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.public.shown import Shown
from bot.storage.queries.statistics.results import FeatRow
from bot.storage.schema import games
from bot.storage.schema_statistics import feats, shares


@dataclass(frozen=True, slots=True)
class Person:
    """A player who decided for a seat of a game, by the number that identifies them in the statistics."""

    who: int
    name: str


async def find_greatest_feat(
    conn: AsyncConnection, guild_id: int, kind: str, feat: str, *, lowest: bool, shown: Shown | None = None
) -> FeatRow | None:
    """Return the highest (or ``lowest``) value of a feat, the first of equal ones; ``None`` if no game has it.

    ``shown``: only among these games.
    """
    query = select(feats).where(feats.c.guild_id == guild_id, feats.c.kind == kind, feats.c.feat == feat)
    if shown is not None:
        query = query.join(games, games.c.id == feats.c.game_id).where(shown.condition)
    order = feats.c.value if lowest else feats.c.value.desc()
    row = (await conn.execute(query.order_by(order, feats.c.game_id).limit(1))).mappings().first()
    return None if row is None else FeatRow(**row)


async def list_persons_by_seat(conn: AsyncConnection, game_ids: Collection[int]) -> dict[int, dict[int, Person]]:
    """Return the player who decided most often, by game and seat."""
    found: dict[int, dict[int, Person]] = {}
    query = select(shares.c.game_id, shares.c.seat, shares.c.who, shares.c.name).where(shares.c.game_id.in_(game_ids))
    for row in await conn.execute(query.order_by(shares.c.game_id, shares.c.seat, shares.c.decisions)):
        found.setdefault(row.game_id, {})[row.seat] = Person(row.who, row.name)
    return found

"""``/ranking``: who stands best in a server, and where the asker stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.ratings import RatingRow
from bot.usecases.context import Context
from bot.usecases.statistics.rating import SETTLED
from bot.usecases.statistics.standings import ALL_TIME

RESTING = 90 * DAY
"""Milliseconds after the last game for which somebody stays in the ranking."""
MOST_LISTED = 15
"""Members that are listed."""
MOST_COMPUTERS = 5
"""Computer players that are listed: there are so many levels."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody in the ranking."""

    place: int
    rating: RatingRow

    @property
    def is_provisional(self) -> bool:
        """Whether the points rest on few games."""
        return self.rating.games < SETTLED


@dataclass(frozen=True, slots=True)
class Ranking:
    """The best of a server, the asker's own place, and the computer players, who have a list of their own."""

    best: tuple[Listed, ...]
    everybody: int
    """How many stand in the ranking."""
    mine: Listed | None
    """``None`` for somebody who has no rating."""
    is_resting: bool
    """Whether the asker is left out, because they have not played for long."""
    computers: tuple[Listed, ...]


async def ranking(context: Context, guild_id: int, user_id: int, kind: str) -> Ranking:
    """Return the ranking of a server in a kind of game; ``kind`` empty: in all games."""
    since = context.clock() - RESTING

    async def work(conn: AsyncConnection) -> Ranking:
        best = await ratings.list_best(conn, guild_id, "members", kind, since, MOST_LISTED)
        computers = await ratings.list_best(conn, guild_id, "computers", kind, 0, MOST_COMPUTERS, computers=True)
        found = await ratings.get_ratings(conn, guild_id, "members", (kind,), (ALL_TIME,), (user_id,))
        mine = found[0] if found else None
        place = 0 if mine is None else await ratings.find_place(conn, guild_id, "members", kind, since, mine.points)
        return Ranking(
            best=_give_places(best),
            everybody=await ratings.count_listed(conn, guild_id, "members", kind, since),
            mine=None if mine is None else Listed(place, mine),
            is_resting=mine is not None and mine.last_at < since,
            computers=_give_places(computers),
        )

    return await context.db.read(work)


def _give_places(rows: Sequence[RatingRow]) -> tuple[Listed, ...]:
    """Equal points share the better place."""
    return tuple(Listed(1 + sum(other.points > row.points for other in rows), row) for row in rows)

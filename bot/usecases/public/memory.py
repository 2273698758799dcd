"""The ranking, hall of fame and statistics of a server's public pages, from the shown games alone.

The ratings are computed as the server's own are (``standings.compute``), so that no figure depends on any other game.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.feats import FEATS
from bot.storage.queries.public import shown as store
from bot.storage.queries.public.shown import Shown, Timed
from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.statistics.results import ShareRow
from bot.usecases.context import Context
from bot.usecases.notifications import member_settings
from bot.usecases.statistics.hall_of_fame import LEAST_GAMES, MONTHS, MOST_EVER, Remembered, find_remembered, list_months_back
from bot.usecases.statistics.ranking import Listed, give_places, is_provisional
from bot.usecases.statistics.standings import ALL_TIME, compute, month_of


@dataclass(frozen=True, slots=True)
class OfKind:
    """The finished games of one kind."""

    kind: str
    games: int
    turns: float
    """Of a game, on average."""
    days: float
    """That a game took, on average."""
    first_wins: int
    """Games that the first seat has won, or shared the win of."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the finished games of a server that are shown have left."""

    ratings: tuple[RatingRow, ...]
    feats: tuple[Remembered, ...]
    kinds: tuple[OfKind, ...]
    months: tuple[tuple[str, int], ...]
    """Games that ended in the last months, the oldest first."""
    decisions: int
    players: int
    """Members who have finished a game."""

    def list_best(self, kind: str, now: int) -> tuple[Listed, ...]:
        """Return the members whose points are certain, the best first; ``kind`` empty: in all games."""
        members = [row for row in self._find("members", kind) if not is_provisional(row, now)]
        return give_places(sorted(members, key=_by_points), now)

    def list_computers(self, kind: str, now: int) -> tuple[Listed, ...]:
        """Return the computer players, the best first."""
        computers = [row for row in self._find("computers", kind) if row.who <= COMPUTERS]
        return give_places(sorted(computers, key=_by_points), now)

    def list_best_ever(self, kind: str) -> list[RatingRow]:
        """Return those who once had the most points while these were certain, the best first."""
        certain = [row for row in self._find("members", kind) if row.best_game]
        return sorted(certain, key=lambda row: (-row.best_points, -row.who))[:MOST_EVER]

    def list_best_of_months(self, kind: str, now: int) -> list[tuple[str, RatingRow]]:
        """Return the best of each of the last months that has one, the newest first."""
        found = []
        for month in list_months_back(now, MONTHS):
            rows = [row for row in self._find("members", kind, month) if row.games >= LEAST_GAMES]
            if rows:
                found.append((month, max(rows, key=lambda row: (row.points, row.who))))
        return found

    def _find(self, pool: str, kind: str, period: str = ALL_TIME) -> list[RatingRow]:
        return [row for row in self.ratings if (row.pool, row.kind, row.period) == (pool, kind, period)]


async def remember(context: Context, shown: Shown) -> Memory:
    """Return what the finished games have left. It is computed beside the event loop."""

    async def look(conn: AsyncConnection) -> tuple[Sequence[ShareRow], Sequence[Timed], Sequence[Remembered]]:
        return (
            await results.list_shares(conn, shown.guild_id, shown),
            await store.list_times(conn, shown),
            await find_remembered(conn, shown.guild_id, FEATS, shown),
        )

    shares, times, feats = await context.db.read(look)
    return await asyncio.to_thread(_compute, shown.guild_id, shares, times, feats, context.clock())


async def find_named(context: Context, guild_id: int, who: Iterable[int]) -> frozenset[int]:
    """Return those of some members who want their names on the public pages."""
    members = {each for each in who if each > 0}
    if not members:
        return frozenset()
    found = await context.db.read(lambda conn: store.list_settings(conn, guild_id, members))
    return frozenset(user_id for user_id, data in found.items() if member_settings.merge(None, data).public_name)


def _compute(
    guild_id: int, shares: Sequence[ShareRow], times: Sequence[Timed], feats: Sequence[Remembered], now: int
) -> Memory:
    ended = Counter(month_of(time.ended_at) for time in times)
    first = {share.game_id for share in shares if share.seat == 0 and share.won}
    by_kind: dict[str, list[Timed]] = defaultdict(list)
    for time in times:
        by_kind[time.kind].append(time)
    return Memory(
        ratings=tuple(compute(guild_id, shares).rows.values()),
        feats=tuple(feats),
        kinds=tuple(_tell_kind(kind, by_kind[kind], first) for kind in FEATS if by_kind[kind]),
        months=tuple((month, ended[month]) for month in reversed(list_months_back(now, MONTHS))),
        decisions=sum(share.decisions for share in shares),
        players=len({share.who for share in shares if share.who > COMPUTERS}),
    )


def _tell_kind(kind: str, times: Sequence[Timed], first: set[int]) -> OfKind:
    count = len(times)
    turns = sum(time.turns for time in times) / count
    days = sum(time.ended_at - time.began_at for time in times) / count / DAY
    return OfKind(kind, count, turns, days, sum(time.game_id in first for time in times))


def _by_points(row: RatingRow) -> tuple[float, int]:
    """Return the key that sorts ratings, the best first."""
    return -row.points, -row.who

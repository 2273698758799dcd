"""The ranking, hall of fame and statistics of a server's public pages, computed only from the shown games.

The ratings are computed like the server's own (``Standings``), so that no figure depends on games that are not shown. A
finished game is added to the ledger; everything is recomputed only if earlier games have changed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.games.feats import FEATS
from bot.storage.queries.public import shown as store
from bot.storage.queries.public.shown import Checksum, Place, Shown, Timed
from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.server.member_names import MemberRow, list_members
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.statistics.results import ShareRow
from bot.usecases.context import Context
from bot.usecases.notifications import member_settings
from bot.usecases.server.member_names import rename
from bot.usecases.statistics.hall_of_fame import (
    LEAST_GAMES,
    MONTHS,
    MOST_EVER,
    Remembered,
    find_remembered,
    list_months_back,
    rename_remembered,
)
from bot.usecases.statistics.ranking import Listed, give_places, is_provisional
from bot.usecases.statistics.standings import ALL_TIME, Standings, month_of


@dataclass(frozen=True, slots=True)
class OfKind:
    """The finished games of one kind."""

    kind: str
    games: int
    turns: float
    """The average number of a game's turns."""
    days: float
    """The average duration of a game in days."""
    first_wins: int
    """The number of games that the first seat has won or shared."""


@dataclass(frozen=True, slots=True)
class Memory:
    """The results of the shown finished games of a server."""

    ratings: Mapping[tuple[str, str, str], Sequence[RatingRow]]
    """Ratings by pool, kind and period."""
    feats: tuple[Remembered, ...]
    kinds: tuple[OfKind, ...]
    months: tuple[tuple[str, int], ...]
    """Games that ended in the last months, oldest first."""
    decisions: int
    players: int
    members: Mapping[int, MemberRow] = field(default_factory=dict)
    """The current data of members, by id."""

    def list_best(self, kind: str, now: int) -> tuple[Listed, ...]:
        """Return the current members whose points are certain, best first; ``kind`` empty: for all games."""
        former = {member.user_id for member in self.members.values() if member.has_left}
        members = [row for row in self._find("members", kind) if row.who not in former and not is_provisional(row, now)]
        return give_places(sorted(members, key=_by_points), now)

    def list_computers(self, kind: str, now: int) -> tuple[Listed, ...]:
        """Return the computer players, best first."""
        computers = [row for row in self._find("computers", kind) if row.who <= COMPUTERS]
        return give_places(sorted(computers, key=_by_points), now)

    def list_best_ever(self) -> list[RatingRow]:
        """Return the members by the highest points that they ever had with certainty, best first."""
        certain = [row for row in self._find("members") if row.best_game]
        return sorted(certain, key=lambda row: (-row.best_points, -row.who))[:MOST_EVER]

    def list_best_of_months(self, now: int) -> list[tuple[str, RatingRow]]:
        """Return the best member of each of the last months, newest first; months without one are left out."""
        found = []
        for month in list_months_back(now, MONTHS):
            rows = [row for row in self._find("members", period=month) if row.games >= LEAST_GAMES]
            if rows:
                found.append((month, max(rows, key=lambda row: (row.points, row.who))))
        return found

    def _find(self, pool: str, kind: str = "", period: str = ALL_TIME) -> list[RatingRow]:
        return rename(self.ratings.get((pool, kind, period), ()), self.members)


START = Place(-1, -1)


class News(NamedTuple):
    """The games that ended after those in a ledger."""

    times: Sequence[Timed]
    shares: Sequence[ShareRow]
    feats: Sequence[Remembered]
    """The records of all shown games."""
    last: Place
    checksum: Checksum


class Ledger:
    """The results of the shown finished games of a server that were added so far."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        self.clear()

    def clear(self) -> None:
        """Remove all games."""
        self.last, self.checksum = START, Checksum(0, 0, 0, 0)
        self._standings = Standings(self.shown.guild_id)
        self._times: list[Timed] = []
        self._first_wins: set[int] = set()
        """The games that the first seat has won or shared."""
        self._decisions = 0
        self._players: set[int] = set()
        self._feats: Sequence[Remembered] = ()
        self._memory: tuple[str, Memory] | None = None
        """The results in words, with their month."""

    def add(self, news: News) -> None:
        """Add games."""
        for _, game in groupby(news.shares, key=lambda share: share.game_id):
            self._standings.take(list(game))
        self._times += news.times
        self._first_wins |= {share.game_id for share in news.shares if share.seat == 0 and share.won}
        self._decisions += sum(share.decisions for share in news.shares)
        self._players |= {share.who for share in news.shares if share.who > COMPUTERS}
        self._feats, self.last, self.checksum = news.feats, news.last, news.checksum
        self._memory = None

    def describe(self, now: int) -> Memory:
        """Return the results of the games."""
        if self._memory is None or self._memory[0] != month_of(now):
            self._memory = month_of(now), self._make_memory(now)
        return self._memory[1]

    def _make_memory(self, now: int) -> Memory:
        ratings: dict[tuple[str, str, str], list[RatingRow]] = defaultdict(list)
        for row in self._standings.rows.values():
            ratings[row.pool, row.kind, row.period].append(row)
        ended = Counter(month_of(time.ended_at) for time in self._times)
        by_kind: dict[str, list[Timed]] = defaultdict(list)
        for time in self._times:
            by_kind[time.kind].append(time)
        return Memory(
            ratings=ratings,
            feats=tuple(self._feats),
            kinds=tuple(_summarize_kind(kind, by_kind[kind], self._first_wins) for kind in FEATS if by_kind[kind]),
            months=tuple((month, ended[month]) for month in reversed(list_months_back(now, MONTHS))),
            decisions=self._decisions,
            players=len(self._players),
        )


async def update_ledger(context: Context, ledger: Ledger) -> None:
    """Add the games that have ended since the last call. Recompute everything if earlier ones have changed."""
    shown = ledger.shown

    async def look(conn: AsyncConnection) -> tuple[bool, News | None]:
        is_same = ledger.checksum == await store.find_checksum(conn, shown, ledger.last)
        after = ledger.last if is_same else START
        times = await store.list_times(conn, shown, after)
        if not times:
            return is_same, None
        shares, last = await store.list_shares(conn, shown, after), Place(times[-1].ended_at, times[-1].game_id)
        feats = await find_remembered(conn, shown.guild_id, FEATS, shown)
        return is_same, News(times, shares, feats, last, await store.find_checksum(conn, shown, last))

    is_same, news = await context.db.read(look)
    if not is_same:
        ledger.clear()
    if news is not None:
        ledger.add(news)


async def add_members(context: Context, guild_id: int, memory: Memory) -> Memory:
    """Return the results of games with the members' current names."""
    members = await context.db.read(lambda conn: list_members(conn, (guild_id,)))
    return replace(memory, members=members, feats=rename_remembered(memory.feats, members))


async def find_named(context: Context, guild_id: int, who: Iterable[int]) -> frozenset[int]:
    """Return the members among ``who`` that want their names on the public pages."""
    members = {each for each in who if each > 0}
    if not members:
        return frozenset()
    found = await context.db.read(lambda conn: store.list_settings(conn, guild_id, members))
    return frozenset(user_id for user_id, data in found.items() if member_settings.merge(None, data).public_name)


def _summarize_kind(kind: str, times: Sequence[Timed], first: set[int]) -> OfKind:
    count = len(times)
    turns = sum(time.turns for time in times) / count
    days = sum(time.ended_at - time.began_at for time in times) / count / DAY
    return OfKind(kind, count, turns, days, sum(time.game_id in first for time in times))


def _by_points(row: RatingRow) -> tuple[float, int]:
    """Return a rating's key for sorting, best first."""
    return -row.points, -row.who

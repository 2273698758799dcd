"""``/halloffame``: the best of each month and of all time, and the games that are remembered for something."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feats import FEATS, STORED_AS, Feat
from bot.storage.queries.statistics import hall_of_fame as store
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.statistics.results import FeatRow
from bot.usecases.context import Context

MONTHS = 12
"""Months that are told of, back from this one."""
LEAST_GAMES = 5
"""Games that the best of a month has played in it."""
MOST_EVER = 3
"""Members named as the best of all time."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A game that is remembered for something."""

    kind: str
    feat: Feat
    game_id: int
    value: int
    names: tuple[str, ...]
    """Who did it: one player, or all of the game."""


@dataclass(frozen=True, slots=True)
class HallOfFame:
    """What a server remembers."""

    months: tuple[tuple[str, RatingRow], ...]
    """Months such as ``2026-11``, the newest first, each with its best member."""
    ever: tuple[RatingRow, ...]
    """Those who once had the most points."""
    games: tuple[Remembered, ...]


async def hall_of_fame(context: Context, guild_id: int, kind: str | None) -> HallOfFame:
    """Return the hall of fame of a server; ``kind``: of one kind of game."""
    wanted = months_back(context.clock(), MONTHS)

    async def work(conn: AsyncConnection) -> HallOfFame:
        months = [(month, await store.best_of_month(conn, guild_id, kind or "", month, LEAST_GAMES)) for month in wanted]
        ever = await store.best_ever(conn, guild_id, kind or "", MOST_EVER)
        return HallOfFame(
            tuple((month, best) for month, best in months if best is not None),
            tuple(ever),
            tuple([game for one in ([kind] if kind else FEATS) for game in await _find_remembered(conn, guild_id, one)]),
        )

    return await context.db.read(work)


async def _find_remembered(conn: AsyncConnection, guild_id: int, kind: str) -> list[Remembered]:
    """The games of one kind that are remembered."""
    found: list[tuple[Feat, FeatRow]] = []
    for name, feat in FEATS.get(kind, {}).items():
        row = await store.find_greatest_feat(conn, guild_id, kind, STORED_AS.get(name, name), lowest=feat.lowest)
        if row is not None:
            found.append((feat, row))
    names = await store.names_by_seat(conn, {row.game_id for _, row in found})
    return [Remembered(kind, feat, row.game_id, row.value, _whose(names[row.game_id], row.seat)) for feat, row in found]


def _whose(names: dict[int, str], seat: int | None) -> tuple[str, ...]:
    return tuple(names.values()) if seat is None else (names[seat],)


def months_back(now: int, most: int) -> list[str]:
    """Return the month of a time in milliseconds, by UTC, and those before it: ``["2026-11", "2026-10", …]``."""
    date = datetime.fromtimestamp(now / 1000, UTC)
    numbers = range(date.year * 12 + date.month - 1, date.year * 12 + date.month - 1 - most, -1)
    return [f"{number // 12}-{number % 12 + 1:02}" for number in numbers]

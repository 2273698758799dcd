"""``/halloffame``: the best of each month and of all time, and the games that hold a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.games.feats import FEATS, STORED_AS, Feat
from bot.storage.queries.public.shown import Shown
from bot.storage.queries.server.member_names import MemberRow
from bot.storage.queries.statistics import hall_of_fame as store
from bot.storage.queries.statistics.hall_of_fame import Person
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.statistics.results import FeatRow
from bot.usecases.context import Context, read_transaction
from bot.usecases.league.views import Winner, list_winners
from bot.usecases.server.member_names import find_members, rename

MONTHS = 12
"""Number of months shown, up to the current one."""
LEAST_GAMES = 5
"""Minimum number of games that the best member of a month has played in it."""
MOST_SEASONS = 5
"""Number of league seasons whose winners are named."""
MOST_EVER = 3
"""Number of members named as the best of all time."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """A game that holds a record."""

    kind: str
    feat: Feat
    game_id: int
    value: int
    persons: tuple[Person, ...]
    """The players with the record: one, or all players of the game."""


@dataclass(frozen=True, slots=True)
class HallOfFame:
    """The hall of fame of a server."""

    months: tuple[tuple[str, RatingRow], ...]
    """Months such as ``2026-11``, newest first, each with its best member."""
    ever: tuple[RatingRow, ...]
    games: tuple[Remembered, ...]
    leagues: tuple[Winner, ...]
    """The winners of the seasons that ended last."""


@read_transaction
async def get_hall_of_fame(context: Context, conn: AsyncConnection, guild_id: int, kind: str | None) -> HallOfFame:
    """Return the hall of fame of a server; ``kind``: of one kind of game."""
    wanted = list_months_back(context.clock(), MONTHS)
    months = [(month, await store.find_best_of_month(conn, guild_id, kind or "", month, LEAST_GAMES)) for month in wanted]
    ever = await store.list_best_ever(conn, guild_id, kind or "", MOST_EVER)
    bests = [(month, best) for month, best in months if best is not None]
    remembered = await find_remembered(conn, guild_id, [kind] if kind else FEATS)
    persons = (person for game in remembered for person in game.persons)
    shown: list[RatingRow | Person] = [*persons, *ever, *(best for _, best in bests)]
    members = await find_members(context, conn, (guild_id,), {each.who: each.name for each in shown})
    return HallOfFame(
        tuple((month, rename([best], members)[0]) for month, best in bests),
        tuple(rename(ever, members)),
        rename_remembered(remembered, members),
        tuple(await list_winners(conn, guild_id, kind, MOST_SEASONS)),
    )


async def find_remembered(
    conn: AsyncConnection, guild_id: int, kinds: Iterable[str], shown: Shown | None = None
) -> list[Remembered]:
    """Return the games that hold a record in the given kinds of games; ``shown``: only among these games."""
    found: list[tuple[str, Feat, FeatRow]] = []
    for kind in kinds:
        for name, feat in FEATS.get(kind, {}).items():
            stored = STORED_AS.get(name, name)
            row = await store.find_greatest_feat(conn, guild_id, kind, stored, lowest=feat.lowest, shown=shown)
            if row is not None:
                found.append((kind, feat, row))
    persons = await store.list_persons_by_seat(conn, {row.game_id for _, _, row in found})
    return [
        Remembered(kind, feat, row.game_id, row.value, _find_doers(persons[row.game_id], row.seat)) for kind, feat, row in found
    ]


def rename_remembered(found: Iterable[Remembered], members: Mapping[int, MemberRow]) -> tuple[Remembered, ...]:
    """Return games that hold a record, with the members' current names."""
    return tuple(replace(each, persons=tuple(rename(each.persons, members))) for each in found)


def _find_doers(persons: Mapping[int, Person], seat: int | None) -> tuple[Person, ...]:
    return tuple(persons.values()) if seat is None else (persons[seat],)


def list_months_back(now: int, most: int) -> list[str]:
    """Return the month of a time (milliseconds since 1970, UTC), and the months before it: ``["2026-11", "2026-10", …]``."""
    date = datetime.fromtimestamp(now / 1000, UTC)
    numbers = range(date.year * 12 + date.month - 1, date.year * 12 + date.month - 1 - most, -1)
    return [f"{number // 12}-{number % 12 + 1:02}" for number in numbers]

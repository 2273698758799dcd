"""``/ranking``: the best players of a server, and the user's own place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.server.member_names import MemberRow, list_former
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.ratings import RatingRow
from bot.usecases.context import Context, read_transaction
from bot.usecases.server.member_names import find_members
from bot.usecases.statistics.rating import Skill

MOST_LISTED = 15
MOST_COMPUTERS = 5
"""Computer players in the list: the number of levels."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A rating in the list."""

    place: int | None
    """The place; ``None`` for a member with provisional points."""
    rating: RatingRow
    is_provisional: bool
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of a server's best members, the user's own place, and the separate list of computer players."""

    best: tuple[Listed, ...]
    page: int
    """The number of the page, from 0."""
    everybody: int
    former: int
    """The number of former members with a place, if they are shown."""
    mine: Listed | None
    """The user's entry; ``None`` for a member without a rating."""
    has_faded: bool
    """Whether the user's points were certain after their last game but no longer are."""
    computers: tuple[Listed, ...]


def is_provisional(row: RatingRow, now: int) -> bool:
    """Return whether points are provisional: based on too few or too old games."""
    return not Skill(row.mu, row.sigma).after(now - row.last_at).is_certain


@read_transaction
async def get_ranking(
    context: Context, conn: AsyncConnection, guild_id: int, user_id: int, kind: str, page: int = 0, *, former: bool = False
) -> Ranking:
    """Return a page of the ranking of a server for a kind of game; ``kind`` empty: for all games.

    ``former``: whether to include former members.
    """
    now = context.clock()
    rows = await ratings.list_ratings(conn, guild_id, "members", kind)
    gone = await list_former(conn, guild_id)
    listed = place_members(rows, () if former else gone, now)
    page = min(page, max(0, len(listed) - 1) // MOST_LISTED)
    best = listed[page * MOST_LISTED : (page + 1) * MOST_LISTED]
    mine = next((row for row in rows if row.who == user_id), None)
    shown = [each.rating for each in best] + ([] if mine is None else [mine])
    members = await find_members(context, conn, (guild_id,), {row.who: row.name for row in shown})
    rough = mine is not None and is_provisional(mine, now)
    place = None if mine is None or rough else 1 + sum(each.rating.points > mine.points for each in listed)
    return Ranking(
        best=tuple(_name(each, members) for each in best),
        page=page,
        everybody=len(listed),
        former=sum(row.who in gone and not is_provisional(row, now) for row in rows),
        mine=None if mine is None else _name(Listed(place, mine, rough), members),
        has_faded=mine is not None and rough and Skill(sigma=mine.sigma).is_certain,
        computers=place_computers(await ratings.list_ratings(conn, guild_id, "computers", kind), now)[:MOST_COMPUTERS],
    )


def _name(listed: Listed, members: Mapping[int, MemberRow]) -> Listed:
    member = members.get(listed.rating.who)
    if member is None:
        return listed
    return replace(listed, rating=replace(listed.rating, name=member.name), has_left=bool(member.has_left))


def place_members(rows: Iterable[RatingRow], former: Collection[int], now: int) -> tuple[Listed, ...]:
    """Return the members whose points are certain, without the ``former`` ones, best first."""
    return _give_places((row for row in rows if row.who not in former and not is_provisional(row, now)), now)


def place_computers(rows: Iterable[RatingRow], now: int) -> tuple[Listed, ...]:
    """Return the computer players, best first."""
    return _give_places((row for row in rows if row.who <= COMPUTERS), now)


def _give_places(rows: Iterable[RatingRow], now: int) -> tuple[Listed, ...]:
    """Return ratings with their places, best first. Equal points share the better place."""
    found: list[Listed] = []
    for number, row in enumerate(sorted(rows, key=lambda row: (-row.points, -row.who)), 1):
        shares_place = found and found[-1].rating.points == row.points
        found.append(Listed(found[-1].place if shares_place else number, row, is_provisional(row, now)))
    return tuple(found)

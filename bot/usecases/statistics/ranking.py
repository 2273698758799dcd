"""``/ranking``: the best players of a server, and the user's own place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.queries.server.member_names import MemberRow
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.ratings import Listing, RatingRow
from bot.usecases.context import Context, read_transaction
from bot.usecases.server.member_names import find_members
from bot.usecases.statistics.rating import CERTAIN, FADING, Skill
from bot.usecases.statistics.standings import ALL_TIME

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
    listing = Listing(now, CERTAIN**2, FADING / DAY, former)
    everybody = await ratings.count_listed(conn, guild_id, kind, listing)
    other = await ratings.count_listed(conn, guild_id, kind, listing._replace(former=not former))
    shown = min(page, max(0, everybody - 1) // MOST_LISTED)
    best = await ratings.list_best(conn, guild_id, kind, listing, (shown + 1) * MOST_LISTED)
    computers = await ratings.list_computers(conn, guild_id, kind, MOST_COMPUTERS)
    found = await ratings.get_ratings(conn, guild_id, "members", (kind,), (ALL_TIME,), (user_id,))
    placed = give_places(best, now)[shown * MOST_LISTED :]
    rows = (*(each.rating for each in placed), *found)
    members = await find_members(context, conn, (guild_id,), {row.who: row.name for row in rows})
    mine = found[0] if found else None
    listed = None
    if mine is not None:
        rough = is_provisional(mine, now)
        place = None if rough else await ratings.find_place(conn, guild_id, kind, listing, mine.points)
        listed = _name(Listed(place, mine, rough), members)
    return Ranking(
        best=tuple(_name(each, members) for each in placed),
        page=shown,
        everybody=everybody,
        former=abs(everybody - other),
        mine=listed,
        has_faded=listed is not None and listed.is_provisional and Skill(sigma=listed.rating.sigma).is_certain,
        computers=give_places(computers, now),
    )


def _name(listed: Listed, members: Mapping[int, MemberRow]) -> Listed:
    member = members.get(listed.rating.who)
    if member is None:
        return listed
    return replace(listed, rating=replace(listed.rating, name=member.name), has_left=bool(member.has_left))


def give_places(rows: Sequence[RatingRow], now: int) -> tuple[Listed, ...]:
    """Return ratings, which are sorted by points, with their places. Equal points share the better place."""
    found: list[Listed] = []
    for number, row in enumerate(rows, 1):
        shares_place = found and found[-1].rating.points == row.points
        found.append(Listed(found[-1].place if shares_place else number, row, is_provisional(row, now)))
    return tuple(found)

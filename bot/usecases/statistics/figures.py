"""``/stats``: a member's results and habits in finished games."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.queries.statistics import figures as store
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.figures import Group, Opponent
from bot.storage.queries.statistics.ratings import RatingRow
from bot.usecases.context import Context, as_use_case, read_transaction
from bot.usecases.server.member_names import find_members, rename
from bot.usecases.statistics.ranking import is_provisional
from bot.usecases.statistics.standings import ALL_TIME

MOST_OPPONENTS = 5
MOST_COURSE = 50


@dataclass(frozen=True, slots=True)
class Figures:
    """A member's finished games in a server, or in several."""

    kinds: tuple[Group, ...]
    seats: tuple[Group, ...]
    opponents: tuple[Opponent, ...]
    course: tuple[int, ...]
    """The points in the ranking of all games after each of the last games; empty for several servers."""
    rating: RatingRow | None
    """The member's rating; ``None`` without one, and for several servers."""
    is_provisional: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(group.games for group in self.kinds)

    @property
    def won(self) -> int:
        """The number of games won, including shared wins."""
        return sum(group.won for group in self.kinds)

    @property
    def decisions(self) -> int:
        """The number of the member's decisions in them."""
        return sum(group.decisions for group in self.kinds)

    @property
    def pace(self) -> int:
        """The average milliseconds for a decision; 0 if there was none."""
        return sum(group.thought for group in self.kinds) // max(1, self.decisions)


@read_transaction
async def get_figures(context: Context, conn: AsyncConnection, guild_id: int, user_id: int, kind: str | None) -> Figures:
    """Return a member's figures, of one kind of game or of all, without games that ended too early."""
    found = await ratings.get_ratings(conn, guild_id, "members", (kind or "",), (ALL_TIME,), (user_id,))
    rating = found[0] if found else None
    return replace(
        await _count(context, conn, (guild_id,), user_id, kind),
        course=() if kind else tuple(await store.list_points(conn, guild_id, user_id, MOST_COURSE)),
        rating=rating,
        is_provisional=rating is not None and is_provisional(rating, context.clock()),
    )


list_servers = as_use_case(store.list_servers)


async def _count(
    context: Context, conn: AsyncConnection, guild_ids: Collection[int], user_id: int, kind: str | None
) -> Figures:
    """Return a person's figures in several servers together, without points, since each server has its own ranking."""
    opponents = await store.list_opponents(conn, guild_ids, user_id, kind, MOST_OPPONENTS)
    members = await find_members(context, conn, guild_ids, {each.who: each.name for each in opponents})
    return Figures(
        tuple(await store.group_games(conn, guild_ids, user_id, kind, "kind")),
        tuple(await store.group_games(conn, guild_ids, user_id, kind, "seat")),
        tuple(rename(opponents, members)),
        (),
        None,
    )


get_figures_of_servers = read_transaction(_count)

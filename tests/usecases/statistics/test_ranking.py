"""The lists that follow from the figures: the ranking and the hall of fame."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.engine.database import Database
from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.statistics import meetings, results
from bot.storage.queries.statistics.meetings import MeetingRow
from bot.storage.queries.statistics.results import FeatRow, ResultRow, ShareRow
from bot.usecases.context import Context
from bot.usecases.statistics import hall_of_fame, standings
from bot.usecases.statistics.ranking import get_ranking
from bot.usecases.statistics.rebuild import COUNTED_BY

GUILD, NOW = 1, 1_790_000_000_000


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=lambda: NOW)


async def add(context: Context, *shares: ShareRow, feats: tuple[FeatRow, ...] = ()) -> None:
    """Finished games, each with its shares."""

    async def work(conn: AsyncConnection) -> None:
        from sqlalchemy import insert

        from bot.storage.schema import games

        first = {share.game_id: share for share in shares}
        values = {"options": "{}", "setup": "{}", "status": "over", "version": 0, "created_at": 0, "updated_at": 0}
        row = {"guild_id": GUILD, "channel_id": 2, "rules": 1, "seats": 2, **values}
        rows = [{**row, "id": game, "kind": share.kind, "ended_at": share.ended_at} for game, share in first.items()]
        await conn.execute(insert(games), rows)
        made = [ResultRow(s.game_id, GUILD, s.kind, s.ended_at, s.counting, 9, None, COUNTED_BY) for s in first.values()]
        everything = [*await results.list_shares(conn, GUILD), *shares]
        computed = standings.compute(GUILD, sorted(everything, key=lambda share: (share.ended_at, share.game_id)))
        await results.add_results(conn, made, computed.with_points(shares), feats)
        await standings.save(conn, computed)

    await context.db.write(work)


def share(game: int, seat: int, who: int, *, won: bool, days_ago: int = 1, counting: str = "members") -> ShareRow:
    at = NOW - days_ago * DAY + game
    place, name = (1 if won else 2), f"Player {who}"
    return ShareRow(game, seat, who, name, GUILD, "pastures", at, counting, place, int(won), 5, 3, 3, 0)


def pair(game: int, winner: int, loser: int, **more: object) -> tuple[ShareRow, ShareRow]:
    return share(game, 0, winner, won=True, **more), share(game, 1, loser, won=False, **more)  # type: ignore[arg-type]


def even(first: int, one: int, other: int, days_ago: int = 1) -> list[ShareRow]:
    """Forty games of two people who win in turn, the last one won by ``other``: then both are known well enough."""
    found = [
        pair(first + 2 * n + turn, *((one, other), (other, one))[turn], days_ago=days_ago) for n in range(20) for turn in (0, 1)
    ]
    return [share for game in found for share in game]


async def test_who_is_certain_enough_is_listed_and_who_is_not_is_told_their_points(context: Context) -> None:
    await add(context, *even(1, 11, 12), *pair(50, 13, 11))
    found = await get_ranking(context, GUILD, 13, "")
    assert {listed.rating.who for listed in found.best} == {11, 12}
    assert [listed.place for listed in found.best] == [1, 2]
    assert not any(listed.is_provisional for listed in found.best)
    assert found.everybody == 2
    assert found.mine is not None
    assert (found.mine.place, found.mine.is_provisional, found.has_faded) == (None, True, False)
    assert found.mine.rating.points > 1000


async def test_certainty_fades_and_who_comes_back_goes_on_with_their_points(context: Context) -> None:
    await add(context, *even(1, 11, 12, days_ago=400), *even(50, 13, 14))
    found = await get_ranking(context, GUILD, 12, "")
    assert {listed.rating.who for listed in found.best} == {13, 14}
    assert found.mine is not None
    assert (found.mine.place, found.has_faded) == (None, True)
    await add(context, *pair(100, 11, 12))
    again = await get_ranking(context, GUILD, 11, "pastures")
    assert again.mine is not None
    assert again.mine.rating.games == 41
    assert again.mine.rating.sigma > found.mine.rating.sigma
    assert not again.has_faded, "one game is not enough"


async def test_equal_points_share_a_place_and_the_asker_has_the_same(context: Context) -> None:
    await add(context, *even(1, 11, 12), *even(50, 13, 14))
    found = await get_ranking(context, GUILD, 11, "")
    assert [(listed.place, listed.rating.who) for listed in found.best] == [(1, 14), (1, 12), (3, 13), (3, 11)]
    assert found.mine is not None
    assert found.mine.place == 3


async def test_the_most_points_ever_are_those_of_somebody_who_was_certain(context: Context) -> None:
    await add(context, *pair(1, 15, 16), *even(2, 11, 12))
    found = await hall_of_fame.get_hall_of_fame(context, GUILD, None)
    assert {row.who for row in found.ever} == {11, 12}
    assert all(row.best_game > 9 for row in found.ever), "when they were certain for the first time, or later"


async def test_computers_have_a_list_of_their_own(context: Context) -> None:
    level = COMPUTERS - 2
    games = (*even(10, 11, 12), *pair(2, level, 12, counting="computers"), *pair(3, 14, 12, counting="figures"))
    await add(context, *games)
    found = await get_ranking(context, GUILD, 12, "")
    assert {listed.rating.who for listed in found.best} == {11, 12}
    assert found.mine is not None
    assert found.mine.rating.games == 40, "a game with computers does not count there"
    assert [listed.rating.who for listed in found.computers] == [level]


async def test_the_best_of_a_month_is_told_by_its_games_alone_and_has_played_five(context: Context) -> None:
    months = hall_of_fame.list_months_back(NOW, 3)
    before = [pair(game, 11, 12, days_ago=40) for game in range(1, 6)]
    now = [*(pair(game, 12, 11) for game in range(6, 11)), pair(11, 13, 12), pair(12, 13, 14)]
    await add(context, *(share for game in (*before, *now) for share in game))
    found = await hall_of_fame.get_hall_of_fame(context, GUILD, None)
    assert {month: row.who for month, row in found.months} == {months[0]: 12, standings.month_of(NOW - 40 * DAY): 11}
    assert [row.games for _, row in found.months] == [6, 5]


async def test_who_played_four_games_is_not_the_best_of_a_month(context: Context) -> None:
    await add(context, *(share for game in range(1, 5) for share in pair(game, 11, 12)))
    assert (await hall_of_fame.get_hall_of_fame(context, GUILD, None)).months == ()


async def test_a_record_is_the_first_of_the_greatest(context: Context) -> None:
    feats = tuple(FeatRow(game, "turns", None, value, GUILD, "pastures", NOW) for game, value in ((1, 9), (2, 30), (3, 9)))
    best = tuple(FeatRow(game, "castle", 1, 21, GUILD, "pastures", NOW) for game in (2, 3))
    await add(context, *pair(1, 11, 12), *pair(2, 13, 14), *pair(3, 11, 12), feats=(*feats, *best))
    found = {game.feat.title: game for game in (await hall_of_fame.get_hall_of_fame(context, GUILD, "pastures")).games}
    assert found["Shortest game"].game_id == 1
    assert found["Longest game"].game_id == 2
    assert [person.name for person in found["Best castle"].persons] == ["Player 14"]
    assert found["Best castle"].game_id == 2


def test_months_go_back_over_the_turn_of_a_year() -> None:
    assert hall_of_fame.list_months_back(1_767_300_000_000, 3) == ["2026-01", "2025-12", "2025-11"]


async def test_meetings_of_earlier_months_are_deleted_and_no_others(context: Context) -> None:
    pools, kinds, months = standings.POOLS, ("", "land"), ("", "2025-12", "2026-01")
    rows = [
        MeetingRow(guild, p, k, m, 11, 12, 1.0, 1.0, 0) for guild in (GUILD, 2) for p in pools for k in kinds for m in months
    ]

    async def work(conn: AsyncConnection) -> list[MeetingRow]:
        await meetings.save_meetings(conn, rows)
        await meetings.forget_months_before(conn, GUILD, pools, kinds, "2026-01")
        return [
            row
            for guild in (GUILD, 2)
            for p in pools
            for row in await meetings.get_meetings(conn, guild, p, kinds, months, [11], [12])
        ]

    kept = [row for row in rows if (row.guild_id, row.period) != (GUILD, "2025-12")]
    assert sorted(await context.db.write(work)) == sorted(kept)

"""The lists that follow from the figures: the ranking and the hall of fame."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.storage.engine.database import Database
from bot.storage.queries.seats.holders import COMPUTERS
from bot.storage.queries.statistics import results
from bot.storage.queries.statistics.results import FeatRow, ResultRow, ShareRow
from bot.usecases.context import Context
from bot.usecases.statistics import hall_of_fame, standings
from bot.usecases.statistics.ranking import ranking

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
        for game_id, share in first.items():
            values = {"options": "{}", "setup": "{}", "status": "over", "version": 0, "created_at": 0, "updated_at": 0}
            row = {"id": game_id, "guild_id": GUILD, "channel_id": 2, "kind": share.kind, "rules": 1, "seats": 2}
            await conn.execute(insert(games).values(**row, **values, ended_at=share.ended_at))
        made = [ResultRow(s.game_id, GUILD, s.kind, s.ended_at, s.counting, 9) for s in first.values()]
        await results.add_results(conn, made, shares, feats)
        await standings.take_all(conn, GUILD)

    await context.db.write(work)


def share(game: int, seat: int, who: int, *, won: bool, days_ago: int = 1, counting: str = "members") -> ShareRow:
    at = NOW - days_ago * DAY + game
    place, name = (1 if won else 2), f"Player {who}"
    return ShareRow(game, seat, who, name, GUILD, "pastures", at, counting, place, int(won), 5, 3, 3, 0)


def pair(game: int, winner: int, loser: int, **more: object) -> tuple[ShareRow, ShareRow]:
    return share(game, 0, winner, won=True, **more), share(game, 1, loser, won=False, **more)  # type: ignore[arg-type]


async def test_whoever_has_not_played_for_90_days_is_left_out_and_told_so(context: Context) -> None:
    await add(context, *pair(1, 11, 12, days_ago=91), *pair(2, 11, 13, days_ago=3))
    found = await ranking(context, GUILD, 12, "")
    assert [listed.rating.who for listed in found.best] == [11, 13]
    assert found.everybody == 2
    assert found.is_resting
    assert not (await ranking(context, GUILD, 11, "pastures")).is_resting


async def test_equal_points_share_a_place_and_the_asker_has_the_same(context: Context) -> None:
    await add(context, *pair(1, 11, 12), *pair(2, 13, 14))
    found = await ranking(context, GUILD, 14, "")
    assert [(listed.place, listed.rating.who) for listed in found.best] == [(1, 13), (1, 11), (3, 14), (3, 12)]
    assert found.mine is not None
    assert found.mine.place == 3
    assert found.mine.is_provisional


async def test_computers_have_a_list_of_their_own(context: Context) -> None:
    level = COMPUTERS - 2
    await add(context, *pair(1, 11, 12), *pair(2, level, 12, counting="computers"), *pair(3, 14, 12, counting="figures"))
    found = await ranking(context, GUILD, 12, "")
    assert {listed.rating.who for listed in found.best} == {11, 12}
    assert found.mine is not None
    assert found.mine.rating.games == 1, "a game with computers does not count there"
    assert [listed.rating.who for listed in found.computers] == [level]


async def test_the_best_of_a_month_is_told_by_its_games_alone(context: Context) -> None:
    months = hall_of_fame.months_back(NOW, 3)
    await add(context, *pair(1, 11, 12, days_ago=40), *pair(2, 11, 12, days_ago=40), *pair(3, 12, 11))
    found = await hall_of_fame.hall_of_fame(context, GUILD, None)
    assert {month: row.who for month, row in found.months} == {months[0]: 12, standings.month_of(NOW - 40 * DAY): 11}
    assert found.ever[0].who == 11
    assert found.ever[0].best_game == 2


async def test_a_record_is_the_first_of_the_greatest(context: Context) -> None:
    feats = tuple(FeatRow(game, "turns", None, value, GUILD, "pastures", NOW) for game, value in ((1, 9), (2, 30), (3, 9)))
    best = tuple(FeatRow(game, "castle", 1, 21, GUILD, "pastures", NOW) for game in (2, 3))
    await add(context, *pair(1, 11, 12), *pair(2, 13, 14), *pair(3, 11, 12), feats=(*feats, *best))
    found = {game.feat.title: game for game in (await hall_of_fame.hall_of_fame(context, GUILD, "pastures")).games}
    assert found["Shortest game"].game_id == 1
    assert found["Longest game"].game_id == 2
    assert found["Best castle"].names == ("Player 14",)
    assert found["Best castle"].game_id == 2


def test_months_go_back_over_the_turn_of_a_year() -> None:
    assert hall_of_fame.months_back(1_767_300_000_000, 3) == ["2026-01", "2025-12", "2025-11"]

"""The names of members, on both databases and in several processes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert

from bot.common.clock import DAY
from bot.storage.engine.database import Database
from bot.storage.queries.server.member_names import MemberRow, list_members
from bot.storage.schema import games
from bot.storage.schema_statistics import member_names, ratings, shares
from bot.usecases.context import Context, User
from bot.usecases.privacy import forgetting
from bot.usecases.server.member_names import claim, renew, save_answer
from bot.usecases.statistics.ranking import get_ranking

pytestmark = pytest.mark.postgresql

GUILD, NOW = 1, 1_790_000_000_000
ADA, BEN = 2**60, 2**60 + 1


async def make_context(database: Database, now: int = NOW) -> Context:
    """A process of the bot."""
    return Context(database, clock=lambda: now)


@pytest.fixture
async def context(database: Database) -> Context:
    """A process of the bot, and a server where Ada is better than Ben."""
    made = await make_context(database)
    game: dict[str, Any] = {
        "id": 7,
        "guild_id": GUILD,
        "channel_id": 2,
        "kind": "land",
        "rules": 1,
        "seats": 2,
        "options": "{}",
    }
    game |= {"setup": "{}", "status": "over", "version": 0, "created_at": 0, "updated_at": 0, "ended_at": NOW}
    share = {"game_id": 7, "guild_id": GUILD, "kind": "land", "ended_at": NOW, "counting": "members", "place": 1, "won": 1}
    share |= {"score": 5, "decisions": 3, "decided": 3, "thought": 0}
    rating = {"guild_id": GUILD, "pool": "members", "kind": "", "period": "", "mu": 25.0, "sigma": 0.5, "games": 20, "wins": 9}
    rating |= {"last_at": NOW, "best_points": 1100, "best_at": NOW, "best_game": 7}
    people = ((0, ADA, "Ada"), (1, BEN, "Ben"))
    rated = [{**rating, "who": who, "name": name, "points": 1100 - seat} for seat, who, name in people]
    shared = [{**share, "seat": seat, "who": who, "name": name} for seat, who, name in people]

    async def work(conn: Any) -> None:
        for table, rows in ((games, [game]), (shares, shared), (ratings, rated)):
            await conn.execute(insert(table), rows)

    await database.write(work)
    return made


async def list_ranking(context: Context, **options: bool) -> list[tuple[int | None, str]]:
    found = await get_ranking(context, GUILD, BEN, "", **options)
    return [(each.place, each.rating.name) for each in found.best]


async def test_several_processes_ask_about_a_member_once_a_day(context: Context, database: Database) -> None:
    processes = [context, *[await make_context(database) for _ in range(3)]]
    asked = await asyncio.gather(*(claim(each, GUILD, ADA, "Ada") for each in processes))
    assert sorted(asked) == [False, False, False, True]
    assert not await claim(await make_context(database, NOW + DAY - 1), GUILD, ADA, "Ada")
    assert await claim(await make_context(database, NOW + DAY), GUILD, ADA, "Ada")


@pytest.mark.sample(1)
async def test_those_who_are_shown_are_asked_for_and_nobody_else(context: Context, database: Database) -> None:
    asked: dict[int, str] = {}
    context.ask_names = lambda _, names: asked.update(names)
    await renew(context, GUILD, User(BEN, "Benny"))
    await get_ranking(context, GUILD, BEN, "")
    assert asked == {ADA: "Ada"}


@pytest.mark.sample(1)
async def test_an_answer_after_somebody_was_forgotten_brings_no_name_back(context: Context, database: Database) -> None:
    assert await claim(context, GUILD, ADA, "Ada")
    await forgetting.forget(context, ADA, GUILD)
    await save_answer(context, GUILD, ADA, "Nova")
    assert not await claim(await make_context(database, NOW + 2 * DAY), GUILD, ADA, "Ada")
    found = await database.read(lambda conn: list_members(conn, (GUILD,)))
    assert ADA not in found


@pytest.mark.sample(1)
async def test_who_has_left_keeps_a_place_for_those_who_want_it_and_returns(context: Context) -> None:
    await claim(context, GUILD, ADA, "Ada")
    await save_answer(context, GUILD, ADA, None)
    assert await list_ranking(context) == [(1, "Ben")]
    assert await list_ranking(context, former=True) == [(1, "Ada"), (2, "Ben")]
    assert (await get_ranking(context, GUILD, BEN, "")).former == 1
    await renew(context, GUILD, User(ADA, "Nova"))
    assert await list_ranking(context) == [(1, "Nova"), (2, "Ben")]


@pytest.mark.sample(1)
async def test_a_name_is_saved_once_an_hour_unless_it_changes(context: Context, database: Database) -> None:
    await renew(context, GUILD, User(ADA, "Nova"))
    await database.write(lambda conn: conn.execute(member_names.update().values(name="as before")))
    await renew(context, GUILD, User(ADA, "Nova"))
    assert (await database.read(lambda conn: list_members(conn, (GUILD,))))[ADA].name == "as before"
    await renew(context, GUILD, User(ADA, "Supernova"))
    found = await database.read(lambda conn: list_members(conn, (GUILD,)))
    assert found[ADA] == MemberRow(ADA, "Supernova", 0, NOW)

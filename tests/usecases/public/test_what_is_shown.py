"""What public pages tell of a server's games, on each engine: of those that are shown, and of no others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import SECOND
from bot.storage.engine.database import Database
from bot.storage.queries.public import shown as store
from bot.storage.queries.public import sites as site_rows
from bot.storage.queries.public.shown import BEGUN, ENDED, Shown
from bot.storage.queries.statistics.results import FeatRow
from bot.storage.schema import games
from bot.usecases.context import Context, Server
from bot.usecases.notifications import member_settings
from bot.usecases.public import sites
from bot.usecases.public.memory import find_named, remember
from bot.usecases.public.sites import NotKnown, NotShown
from bot.usecases.server import guild_settings
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, even, pair

HERE = Shown(GUILD, frozenset({2}))


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=lambda: NOW)


async def set_public(context: Context, public: int | None, *game_ids: int) -> None:
    """Say of games whether everybody saw their channel; of all, where none is named."""
    query = update(games).values(public=public)
    await context.db.write(lambda conn: conn.execute(query.where(games.c.id.in_(game_ids)) if game_ids else query))


@pytest.mark.slow
async def test_ranking_feats_and_figures_are_of_the_shown_games_alone(context: Context) -> None:
    feats = tuple(FeatRow(game, "points", 0, points, GUILD, "pastures", NOW) for game, points in ((1, 20), (50, 90)))
    await add(context, *even(1, 11, 12), *even(100, 11, 13), *pair(50, 14, 11), feats=feats)
    assert (await remember(context, HERE)).players == 0, "of none it is known"
    await set_public(context, ENDED)
    whole = await remember(context, HERE)
    assert [each.rating.who for each in whole.list_best("", NOW)] != []
    assert {each.rating.who for each in whole.list_best("pastures", NOW)} == {11, 12, 13}
    assert [(feat.game_id, feat.value) for feat in whole.feats if feat.feat.title == "Most points"] == [(50, 90)]
    assert whole.kinds[0].games == 81
    await set_public(context, 0, 50, *range(100, 140))
    some = await remember(context, HERE)
    assert {each.rating.who for each in some.list_best("", NOW)} == {11, 12}
    assert [(feat.game_id, feat.value) for feat in some.feats] == [(1, 20)]
    assert (some.kinds[0].games, some.players) == (40, 2)
    assert sum(number for _, number in some.months) == 40
    assert (await remember(context, Shown(GUILD, frozenset({3})))).players == 0, "the channel is not seen"
    assert (await remember(context, Shown(GUILD + 1, frozenset({2})))).players == 0


@pytest.mark.slow
async def test_the_ranking_is_complete_and_equal_points_share_a_place(context: Context) -> None:
    shares = [share for number in range(10) for share in even(1 + 40 * number, 1000 + 2 * number, 1001 + 2 * number)]
    await add(context, *shares)
    await set_public(context, ENDED)
    placed = (await remember(context, HERE)).list_best("", NOW)
    assert len(placed) == 20
    for before, after in pairwise(placed):
        assert before.rating.points >= after.rating.points
        assert (before.place == after.place) == (before.rating.points == after.rating.points)


async def test_what_is_kept_changes_as_a_game_is_counted(context: Context) -> None:
    await add(context, *pair(1, 11, 12))
    first = await context.db.read(lambda conn: store.find_stamp(conn, GUILD))
    await add(context, *pair(2, 11, 12))
    assert await context.db.read(lambda conn: store.find_stamp(conn, GUILD)) != first


async def test_a_name_is_shown_in_the_server_where_its_member_has_said_so(context: Context) -> None:
    await member_settings.change_here(context, GUILD, 11, lambda own: own.model_copy(update={"public_name": True}))
    await member_settings.change_here(context, GUILD + 1, 12, lambda own: own.model_copy(update={"public_name": True}))
    assert await find_named(context, GUILD, [11, 12, 13, -5]) == {11}


async def test_a_process_goes_by_what_the_one_that_serves_wrote_down_and_not_for_long(database: Database) -> None:
    now, server = NOW, Server("Meadow", frozenset({2}))
    one, other = (Context(database, clock=lambda: now) for _ in range(2))
    one.find_server = lambda _: server
    await guild_settings.change(one, GUILD, lambda own: own.model_copy(update={"public_pages": "shown"}))
    row = await database.read(lambda conn: site_rows.get_site(conn, GUILD))
    assert row is not None
    assert (await sites.find(other, row.slug)).shown == HERE
    server = Server("Meadow", frozenset())
    assert (await sites.find(one, row.slug)).shown.channels == frozenset(), "the one that serves knows at once"
    await sites.keep(one)
    assert (await sites.find(other, row.slug)).shown.channels == frozenset()
    now += 30 * SECOND
    with pytest.raises(NotKnown):
        await sites.find(other, row.slug)
    await sites.keep(one)
    assert (await sites.find(other, row.slug)).name == "Meadow"
    await guild_settings.change(one, GUILD, lambda own: own.model_copy(update={"public_pages": None}))
    for context in (one, other):
        with pytest.raises(NotShown):
            await sites.find(context, row.slug)


async def test_a_game_that_ended_while_nobody_looked_is_settled_within_a_minute_or_never(context: Context) -> None:
    async def read(conn: AsyncConnection) -> dict[int, int | None]:
        found = await conn.execute(games.select().order_by(games.c.id))
        return {row.id: row.public for row in found}

    await add(context, *pair(1, 11, 12), *pair(2, 11, 12, days_ago=0))
    await set_public(context, BEGUN)
    context.find_server = lambda _: Server("Meadow", frozenset({2}))
    await guild_settings.change(context, GUILD, lambda own: own.model_copy(update={"public_pages": "shown"}))
    await sites.keep(context)
    assert await context.db.read(read) == {1: BEGUN, 2: ENDED}

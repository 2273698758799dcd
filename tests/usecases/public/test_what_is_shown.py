"""The public pages of a server show the games that are public, and no others, on each engine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import pytest
from sqlalchemy import select, update

from bot.common.clock import MINUTE, SECOND
from bot.storage.engine.database import Database
from bot.storage.queries.play.games import set_channel
from bot.storage.queries.public import sites as site_rows
from bot.storage.queries.public.shown import Place, Shown, list_latest
from bot.storage.queries.statistics.results import FeatRow, ShareRow
from bot.storage.schema import games
from bot.storage.schema_statistics import shares
from bot.usecases.context import Context, Server
from bot.usecases.notifications import member_settings
from bot.usecases.public import sites
from bot.usecases.public.memory import Ledger, Memory, find_named, update_ledger
from bot.usecases.public.sites import NotKnown, NotShown
from bot.usecases.server import guild_settings
from bot.usecases.statistics.standings import Standings
from bot.web.public.site import PAGES_KEPT, SITES_KEPT
from tests.usecases.statistics.test_ranking import GUILD, NOW, add, even, pair

HERE = Shown(GUILD, frozenset({2}))


@pytest.fixture
def context(database: Database) -> Context:
    return Context(database, clock=lambda: NOW)


async def remember(context: Context, shown: Shown) -> Memory:
    """What the finished games have left."""
    ledger = Ledger(shown)
    await update_ledger(context, ledger)
    return ledger.describe(NOW)


async def set_public(context: Context, channel: int | None, *game_ids: int) -> None:
    """Save of games in which channel they are public; of all, where none is named."""
    query = update(games).values(public_in=channel)
    await context.db.write(lambda conn: conn.execute(query.where(games.c.id.in_(game_ids)) if game_ids else query))


async def find(context: Context, slug: str) -> sites.Site:
    """Return the site at an address."""
    return sites.show(context, await sites.read(context, slug))


@pytest.mark.slow
async def test_ranking_feats_and_figures_are_of_the_shown_games_alone(context: Context) -> None:
    feats = tuple(FeatRow(game, "points", 0, points, GUILD, "pastures", NOW) for game, points in ((1, 20), (50, 90)))
    await add(context, *even(1, 11, 12), *even(100, 11, 13), *pair(50, 14, 11), feats=feats)
    assert (await remember(context, HERE)).players == 0, "none is public"
    await set_public(context, 2)
    whole = await remember(context, HERE)
    assert [each.rating.who for each in whole.list_best("", NOW)] != []
    assert {each.rating.who for each in whole.list_best("pastures", NOW)} == {11, 12, 13}
    assert [(feat.game_id, feat.value) for feat in whole.feats if feat.feat.title == "Most points"] == [(50, 90)]
    assert whole.kinds[0].games == 81
    await set_public(context, None, 50, *range(100, 140))
    some = await remember(context, HERE)
    assert {each.rating.who for each in some.list_best("", NOW)} == {11, 12}
    assert [(feat.game_id, feat.value) for feat in some.feats] == [(1, 20)]
    assert (some.kinds[0].games, some.players) == (40, 2)
    assert sum(number for _, number in some.months) == 40
    assert (await remember(context, Shown(GUILD, frozenset({3})))).players == 0, "the channel is not seen"
    assert (await remember(context, Shown(GUILD + 1, frozenset({2})))).players == 0


@pytest.mark.slow
async def test_the_ranking_is_complete_and_equal_points_share_a_place(context: Context) -> None:
    shares = [share for number in range(4) for share in even(1 + 40 * number, 1000 + 2 * number, 1001 + 2 * number)]
    await add(context, *shares)
    await set_public(context, 2)
    placed = (await remember(context, HERE)).list_best("", NOW)
    assert len(placed) == 8
    for before, after in pairwise(placed):
        assert before.rating.points >= after.rating.points
        assert (before.place == after.place) == (before.rating.points == after.rating.points)


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_a_game_that_has_ended_is_added_and_the_others_are_not_counted_anew(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add(context, *even(1, 11, 12))
    await set_public(context, 2)
    ledger = Ledger(HERE)
    await update_ledger(context, ledger)
    before = ledger.describe(NOW)
    taken, take = list[int](), Standings.take

    def count(self: Standings, game: Sequence[ShareRow]) -> None:
        taken.append(game[0].game_id)
        take(self, game)

    await add(context, *pair(500, 11, 13))
    monkeypatch.setattr(Standings, "take", count)
    await update_ledger(context, ledger)
    assert ledger.describe(NOW) == before
    assert taken == [], "the new game is not public yet"
    await set_public(context, 2)
    await update_ledger(context, ledger)
    after = ledger.describe(NOW)
    assert taken == [500]
    assert after == await remember(context, HERE)
    assert after.players == 3
    taken.clear()
    await set_public(context, None, 500)
    await update_ledger(context, ledger)
    assert ledger.describe(NOW) == before
    assert 500 not in taken, "earlier games have changed, so all that are left are counted"


@pytest.mark.postgresql
@pytest.mark.sample(1)
async def test_the_list_of_games_goes_on_from_any_place(context: Context) -> None:
    await add(context, *even(1, 11, 12))
    await set_public(context, 2)
    await context.db.write(lambda conn: conn.execute(update(games).values(updated_at=games.c.id // 10)))
    for places, expected in (
        ({}, [40, 39, 38]),
        ({"before": Place(2, 20)}, [19, 18, 17]),
        ({"after": Place(2, 20)}, [23, 22, 21]),
    ):
        found = await context.db.read(lambda conn, places=places: list_latest(conn, HERE, 3, **places))  # type: ignore[misc]
        assert [row.id for row in found] == expected


async def test_a_forgotten_member_is_in_no_figure_any_more(context: Context) -> None:
    await add(context, *even(1, 11, 12))
    await set_public(context, 2)
    ledger = Ledger(HERE)
    await update_ledger(context, ledger)
    await context.db.write(lambda conn: conn.execute(update(shares).where(shares.c.who == 11).values(who=-7, name="Somebody")))
    await update_ledger(context, ledger)
    after = ledger.describe(NOW)
    assert {row.who for rows in after.ratings.values() for row in rows} == {-7, 12}


async def test_a_name_is_shown_in_the_server_where_its_member_has_said_so(context: Context) -> None:
    await member_settings.change_here(context, GUILD, 11, lambda own: own.model_copy(update={"public_name": True}))
    await member_settings.change_here(context, GUILD + 1, 12, lambda own: own.model_copy(update={"public_name": True}))
    assert await find_named(context, GUILD, [11, 12, 13, -5]) == {11}


async def choose(context: Context, *channels: int, pages: str | None = "shown") -> None:
    """Have a server choose the channels whose games are public."""
    update = {"public_pages": pages, "public_channels": channels}
    await guild_settings.change(context, GUILD, lambda own: own.model_copy(update=update))


async def find_slug(context: Context) -> str:
    """Return the server's part of the address of its pages."""
    row = await context.db.read(lambda conn: site_rows.get_site(conn, GUILD))
    assert row is not None
    return row.slug


async def test_a_process_goes_by_what_the_one_that_serves_wrote_down_and_not_for_long(database: Database) -> None:
    now, server = NOW, Server("Meadow", frozenset({2}))
    one, other = (Context(database, clock=lambda: now) for _ in range(2))
    one.find_server = lambda _: server
    await choose(one, 2)
    slug = await find_slug(one)
    assert (await find(other, slug)).shown == HERE
    server = Server("Meadow", frozenset())
    assert (await find(one, slug)).shown.channels == frozenset(), "the one that serves knows at once"
    await sites.keep(one)
    assert (await find(other, slug)).shown.channels == frozenset()
    now += 30 * SECOND
    with pytest.raises(NotKnown):
        await find(other, slug)
    await sites.keep(one)
    assert (await find(other, slug)).name == "Meadow"
    await choose(one, 2, pages=None)
    for context in (one, other):
        with pytest.raises(NotShown):
            await find(context, slug)


@pytest.mark.parametrize("serving_process_dies", [False, True])
@pytest.mark.parametrize("what", ["closed", "left the list"])
async def test_a_channel_that_is_closed_or_leaves_the_list_is_gone_within_a_minute(
    database: Database, what: str, serving_process_dies: bool
) -> None:
    """In every process, also if the one that serves the server saved just before what it saw, and dies."""
    now, server = NOW, Server("Meadow", frozenset({2, 3}))
    one, other = (Context(database, clock=lambda: now) for _ in range(2))
    one.find_server = lambda _: server
    await choose(one, 2, 3)
    slug = await find_slug(one)
    await sites.keep(one)
    gone_at: dict[str, int] = {}
    if what == "closed":
        server = Server("Meadow", frozenset({3}))
    else:
        await choose(one, 3)
    kept_at = now
    while len(gone_at) < 2 and now - NOW < MINUTE:
        for name, context in (("serves", one), ("other", other)):
            with suppress(NotKnown):
                if 2 in (await find(context, slug)).shown.channels:
                    continue
            gone_at.setdefault(name, now - NOW + PAGES_KEPT + SITES_KEPT)
        now += SECOND
        if not serving_process_dies and now - kept_at >= sites.INTERVAL * SECOND:
            await sites.keep(one)
            kept_at = now
    assert set(gone_at) == {"serves", "other"}
    assert max(gone_at.values()) < MINUTE


async def test_a_game_is_public_by_a_channel_on_the_list_when_it_begins(context: Context) -> None:
    context.find_server = lambda _: Server("Meadow", frozenset({2, 3}), parents={21: 2, 31: 3})

    async def find(channel: int) -> int | None:
        return await context.db.read(lambda conn: sites.find_listed(context, conn, GUILD, channel))

    assert await find(2) is None, "nothing is chosen yet"
    await choose(context, 2, 32)
    assert [await find(channel) for channel in (2, 3, 21, 31, 22, 32)] == [2, None, 2, None, None, 32]
    context.find_server = lambda _: None
    assert [await find(channel) for channel in (2, 21)] == [2, None], "a thread of which nothing is known is in no channel"


@pytest.mark.postgresql
@pytest.mark.sample(1)
@pytest.mark.parametrize(("was", "listed", "then"), [(None, 5, None), (2, None, None), (2, 5, 5)])
async def test_a_moved_game_is_public_where_it_was_and_its_new_channel_is_listed(
    context: Context, was: int | None, listed: int | None, then: int | None
) -> None:
    await add(context, *pair(1, 11, 12))
    await set_public(context, was, 1)
    await context.db.write(lambda conn: set_channel(conn, 1, 5, 0, public_in=listed))
    assert await context.db.read(lambda conn: conn.scalar(select(games.c.public_in).where(games.c.id == 1))) == then

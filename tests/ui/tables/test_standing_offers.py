"""Standing offers: two that fit become a game in the channel that the server names; the same two not again and again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY, SECOND
from bot.storage.queries.server import blocks
from bot.storage.queries.statistics import ratings
from bot.storage.queries.statistics.ratings import RatingRow
from bot.storage.queries.tables import challenges as store
from bot.storage.queries.time.due import DueRow
from bot.ui.tables.standing_offers import OfferPress
from bot.usecases import queries
from bot.usecases.channels import manage
from bot.usecases.context import User
from bot.usecases.play.change import Asker
from bot.usecases.server import guild_settings
from bot.usecases.statistics.rating import BASE, SCALE, START_MU
from bot.usecases.statistics.standings import ALL_TIME
from bot.usecases.tables import blocking, challenges
from tests.statements import count_statements
from tests.ui.played import at_random, play_at_once
from tests.ui.tables.test_changing import now
from tests.ui.world import World, confirm, said


@pytest.fixture
async def named(w: World) -> World:
    """A server that has named its channel for such games."""
    await name_channel(w)
    return w


async def name_channel(w: World) -> None:
    await change_settings(w, challenge_channel=w.channel.id)


async def offers(w: World, who: Any, game: str = "territories", **values: str) -> str:
    """Have a member make an offer; return what the panel says then."""
    panel = (await who.slash(w.channel, "challenge", game=game)).response
    asked = await who.click(panel, custom_id=OfferPress(game, "form").id)
    filled = now(asked)
    mine = {name: [value] if isinstance(filled[name], list) else value for name, value in values.items()}
    answer = await who.submit_modal(asked, filled | mine)
    await w.post_all()
    return said(answer.followups[0] if answer.followups else answer.response)


async def games(w: World) -> int:
    return len(await queries.list_channel_games(w.app.context, w.guild.id, w.channel.id, None))


async def test_offers_that_are_withdrawn_or_do_not_fit_begin_nothing_and_there_are_none_without_a_channel(w: World) -> None:
    assert "This server has no channel" in said((await w.ada.slash(w.channel, "challenge", game="land")).response)

    await name_channel(w)

    assert f"your game begins in <#{w.channel.id}>" in await offers(w, w.ada)
    await change_settings(w, challenge_channel=None)
    panel = (await w.ada.slash(w.channel, "challenge", game="territories")).response
    assert "This server has no channel" in said(panel)
    assert "no standing offer" in said((await w.ada.click(panel, label="Withdraw Territories")).response)

    await name_channel(w)

    await offers(w, w.ada)
    panel = (await w.ada.slash(w.channel, "challenge", game="territories")).response
    assert "no standing offer" in said((await w.ada.click(panel, label="Withdraw Territories")).response)
    await offers(w, w.björn)
    assert await games(w) == 0

    await offers(w, w.björn, pace="daily")
    await offers(w, w.ada, pace="fast")
    await offers(w, w.chidi, "pastures")
    assert await games(w) == 0

    await blocking.block(w.app.context, w.guild.id, User(w.ada.id, "Ada"), User(w.björn.id, "Björn"))
    await offers(w, w.ada)
    assert await games(w) == 0


async def test_two_offers_that_fit_become_a_game(named: World) -> None:
    w = named
    assert "Territories, any pace, 1 game at once, anybody" in await offers(w, w.ada)
    assert await games(w) == 0
    await offers(w, w.björn, pace="fast")
    row = await queries.read_row(w.app.context, 1)
    assert {player.name for player in row.players} == {"Ada", "Björn"}
    assert (row.kind, row.terms.pace) == ("territories", "fast")
    assert "**Territories** #1" in said(w.boards()[-1])


async def test_offers_whose_channel_was_deleted_begin_nothing_and_the_server_is_asked_for_another(named: World) -> None:
    w = named
    await offers(w, w.ada)
    elsewhere = w.guild.create_text_channel("elsewhere")
    w.env.backend.delete_channel(w.channel.id)
    w.channel = elsewhere
    assert "This server has no channel" in said((await w.björn.slash(w.channel, "challenge", game="territories")).response)
    await name_channel(w)
    await offers(w, w.björn)
    assert await games(w) == 1


async def test_nobody_has_more_games_than_they_want_and_the_same_two_meet_once_a_week(named: World) -> None:
    w = named
    await offers(w, w.ada, pace="7d")
    await offers(w, w.björn, pace="7d")
    await offers(w, w.chidi, pace="7d")
    met = set()
    for game in (1, 2, 3):
        assert await games(w) == 1
        met.add(frozenset((await queries.read_row(w.app.context, game)).names))
        mover, _ = await w.turns(game)
        if game == 2:
            with w.env.time_context():
                await manage.cancel_game(Asker(w.app.context, w.guild.id, game, User(w.ada.id, "Ada"), 1))
        else:
            await confirm(mover, await mover.slash(w.channel, "resign", game=game))
        await w.post_all()
    assert len(met) == 3
    assert await games(w) == 0
    await w.env.advance_time(8 * DAY // SECOND)
    await w.post_all()
    assert await games(w) == 1


async def test_the_same_two_with_offers_in_two_kinds_of_game_begin_one(named: World) -> None:
    w = named
    await blocking.block(w.app.context, w.guild.id, User(w.ada.id, "Ada"), User(w.björn.id, "Björn"))
    for who in (w.ada, w.björn):
        for kind in ("land", "territories"):
            await offers(w, who, kind)
    with w.env.time_context():
        await blocking.unblock(w.app.context, w.ada.id, member_id=w.björn.id)
    assert await go_on(w) == 1


async def go_on(w: World) -> int:
    """Have all be done that is due. Return how many games there are."""
    await w.env.advance_time(1)
    await w.post_all()
    return await games(w)


async def change_settings(w: World, **values: Any) -> None:
    with w.env.time_context():
        await guild_settings.change(w.app.context, w.guild.id, lambda own: own.model_copy(update=values))


async def rate(w: World, who: Any, points: int) -> None:
    """Give a member points in Territories."""
    mu = START_MU + (points - BASE) / SCALE
    about = (w.guild.id, "members", "territories", ALL_TIME, who.id, who.name)
    row = RatingRow(*about, mu, sigma=8, points=points, games=1, wins=1, last_at=0, best_points=0, best_at=0, best_game=0)
    await w.app.context.db.write(lambda conn: ratings.save_ratings(conn, [row]))


async def against_chidi(w: World, game: str, **options: Any) -> Any:
    """Begin a game of Ada and Chidi that comes of no offer. Return its channel."""
    elsewhere = w.guild.create_text_channel("elsewhere")
    table = (await w.ada.slash(elsewhere, f"newgame {game}", opponent=w.chidi, **options)).response
    await w.chidi.click(table, label="Accept")
    return elsewhere


async def test_opponents_are_within_the_points_that_both_want_also_once_a_rating_changes(
    named: World,
) -> None:
    w = named
    await rate(w, w.ada, BASE + 201)
    await offers(w, w.ada, within="200")
    await offers(w, w.björn)
    assert await games(w) == 0
    elsewhere = await against_chidi(w, "territories")
    await play_at_once(w, 1, at_random(Random(1)), 12)
    await confirm(w.ada, await w.ada.slash(elsewhere, "resign", game=1))
    assert await go_on(w) == 1, "Ada has lost some points"


async def test_a_member_has_as_many_games_at_once_as_wanted(named: World) -> None:
    w = named
    w.members["Dana"] = w.guild.add_member(w.env.create_user("Dana"))
    await offers(w, w.ada, at_once="2")
    for who, pace in ((w.björn, "fast"), (w.chidi, "daily"), (w.dana, "7d")):
        await offers(w, who, pace=pace)
    assert await games(w) == 2
    await confirm(w.ada, await w.ada.slash(w.channel, "resign", game=2))
    assert await go_on(w) == 2
    assert set((await queries.read_row(w.app.context, 3)).names) == {"Ada", "Dana"}


async def test_offers_that_begin_to_fit_become_a_game_at_once(named: World) -> None:
    """When a casual game ends, when the server names a channel or raises a limit, when a block is lifted."""
    w = named
    await change_settings(w, games_per_member=1)
    elsewhere = await against_chidi(w, "pastures", ranked="no")
    await offers(w, w.ada)
    await offers(w, w.björn)
    assert await games(w) == 0
    await confirm(w.ada, await w.ada.slash(elsewhere, "resign", game=1))
    assert await go_on(w) == 1

    await offers(w, w.ada, "pastures")
    await offers(w, w.chidi, "pastures")
    assert await games(w) == 1
    await change_settings(w, games_per_member=9, challenge_channel=None)
    assert await go_on(w) == 1
    await name_channel(w)
    assert await go_on(w) == 2

    await blocking.block(w.app.context, w.guild.id, User(w.chidi.id, "Chidi"), User(w.björn.id, "Björn"))
    await offers(w, w.chidi)
    await change_settings(w, games_per_member=10)
    await offers(w, w.björn, at_once="2")
    assert await go_on(w) == 2
    with w.env.time_context():
        await blocking.unblock(w.app.context, w.chidi.id, member_id=w.björn.id)
    assert await go_on(w) == 3


async def test_many_offers_cost_no_more_queries_than_a_few(named: World) -> None:
    w = named

    async def count(*added: int) -> int:
        """The statements that look through all offers, once more members have some, who have blocked all before them."""

        async def work(conn: AsyncConnection) -> int:
            about: dict[str, Any] = {"kind": "land", "pace": "any", "at_once": 1, "within": None, "now": 0}
            for number in added:
                await store.save_challenge(conn, guild_id=w.guild.id, user=User(number, str(number)), **about)
                for other in range(1, number):
                    await blocks.insert_block(conn, w.guild.id, number, (other, str(other)), 0)
            row = DueRow(0, challenges.DUE, 0, w.guild.id, None, None, None, {}, 0)
            with count_statements() as asked:
                await challenges.bring_together(w.app.context, conn, row)
            return len(asked.statements)

        return await w.app.context.db.write(work)

    assert await count(1, 2) == await count(3, 4, 5, 6, 7)

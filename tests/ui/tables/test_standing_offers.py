"""Standing offers: two that fit become a game in the channel that the server names; the same two not again and again."""

from __future__ import annotations

from typing import Any

import pytest

from bot.common.clock import DAY, SECOND
from bot.ui.tables.standing_offers import OfferPress
from bot.usecases import queries
from bot.usecases.channels import manage
from bot.usecases.context import User
from bot.usecases.server import guild_settings
from bot.usecases.tables import blocking
from tests.ui.tables.test_changing import now
from tests.ui.world import World, confirm, said


@pytest.fixture
async def named(w: World) -> World:
    """A server that has named its channel for such games."""
    await name_channel(w)
    return w


async def name_channel(w: World) -> None:
    def chosen(own: Any) -> Any:
        return own.model_copy(update={"challenge_channel": w.channel.id})

    await guild_settings.change(w.app.context, w.guild.id, chosen)


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
    await guild_settings.change(w.app.context, w.guild.id, lambda own: own.model_copy(update={"challenge_channel": None}))
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
                await manage.cancel_game(w.app.context, w.guild.id, game, User(w.ada.id, "Ada"), interaction_id=1)
        else:
            await confirm(mover, await mover.slash(w.channel, "resign", game=game))
        await w.post_all()
    assert len(met) == 3
    assert await games(w) == 0
    await w.env.advance_time(8 * DAY // SECOND)
    await w.post_all()
    assert await games(w) == 1

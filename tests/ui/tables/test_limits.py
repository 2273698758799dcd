"""One member cannot fill a server with tables, nor press so fast that others notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presentation.press_limit import TOO_FAST, TOO_MANY_PICTURES, Buckets, Pacing
from bot.process.settings import Settings
from bot.usecases.context import Limits
from bot.usecases.server import guild_settings
from tests.ui.world import World, said


async def allow(w: World, **limits: int) -> None:
    """The managers of the server set limits of its own."""
    await guild_settings.change(w.app.context, w.guild.id, lambda old: old.model_copy(update=limits))


async def test_a_member_plays_and_a_server_has_so_many_games(w: World) -> None:
    await allow(w, games_per_member=1)
    await w.start(width=4, height=4)
    refused = await w.ada.slash(w.channel, "newgame land")
    assert "You may play no more than 1 game in this server" in said(refused.response)
    invited = await w.chidi.slash(w.channel, "newgame pastures", opponent=w.ada)
    assert "That member may play no more than 1 game in this server" in said(invited.response)
    await w.chidi.slash(w.channel, "newgame pastures")
    table = w.channel.last_message
    joining = await w.björn.click(table, label="Join")
    assert "You may play no more than 1 game in this server" in said(joining.response)
    assert "Björn" not in said(w.message(table.id))
    await allow(w, games_per_server=1)
    refused = await w.chidi.slash(w.channel, "newgame land")
    assert "No more than 1 game may go on in this server" in said(refused.response)


async def test_tables_of_a_member_and_a_server_are_limited_by_the_server_or_else_by_the_host(w: World) -> None:
    w.app.context.limits = Limits(tables_per_member=1)
    await w.chidi.slash(w.channel, "newgame land")
    assert "No more than 1 table of yours" in said((await w.chidi.slash(w.channel, "newgame land")).response)
    await allow(w, tables_per_member=2)
    await w.chidi.slash(w.channel, "newgame land")
    await w.restart()
    assert "No more than 2 tables of yours" in said((await w.chidi.slash(w.channel, "newgame land")).response)

    for _ in range(2):
        await w.ada.slash(w.channel, "newgame land")
    tables = len(w.messages())
    refused = await w.ada.slash(w.channel, "newgame pastures")
    assert "No more than 2 tables of yours may be open in this server" in said(refused.response)
    assert refused.response.ephemeral
    assert len(w.messages()) == tables
    await w.björn.slash(w.channel, "newgame land")
    assert len(w.messages()) == tables + 1
    await w.ada.click(w.messages()[2], label="Cancel")
    await w.ada.slash(w.channel, "newgame land")
    assert len(w.messages()) == tables + 2

    await allow(w, tables_per_server=5)
    refused = await w.björn.slash(w.channel, "newgame land")
    assert "No more than 5 tables may be open in this server" in said(refused.response)


async def test_who_presses_too_fast_or_asks_for_many_pictures_is_told_and_nobody_else_notices(w: World) -> None:
    game = await w.start(width=4, height=4)
    w.app.pacing.pictures = Buckets(0.001, 2, TOO_MANY_PICTURES)
    await w.ada.slash(w.channel, "board", game=game)
    await w.ada.slash(w.channel, "rules", game="land")
    assert "many pictures in a minute" in said((await w.ada.slash(w.channel, "board", game=game)).response)
    assert "many pictures" not in said((await w.björn.slash(w.channel, "board", game=game)).response)

    w.app.pacing.presses = Buckets(0.001, 1, TOO_FAST)
    first = await w.chidi.slash(w.channel, "board", game=game)
    assert "That was very fast" not in said(first.response)
    again = await w.chidi.slash(w.channel, "board", game=game)
    assert "That was very fast" in said(again.response)
    assert again.response.ephemeral
    other = await w.ada.slash(w.channel, "board", game=game)
    assert "That was very fast" not in said(other.response)


@pytest.mark.parametrize(("rate", "burst", "seconds", "allowed"), [(2, 3, 0, 3), (2, 3, 1, 5), (2, 3, 60, 6)])
def test_a_burst_is_allowed_and_the_rate_in_the_long_run(rate: float, burst: int, seconds: float, allowed: int) -> None:
    now = 0.0
    buckets = Buckets(rate, burst, clock=lambda: now)
    taken = sum(buckets.take(7) for _ in range(10))
    now += seconds
    taken += sum(buckets.take(7) for _ in range(10))
    assert taken == allowed
    assert buckets.take(8)


def test_the_host_sets_the_pace(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, presses_per_second=1, presses_at_once=2, replays_per_minute=1)
    pacing = Pacing(settings, lambda: 0.0)
    assert [pacing.presses.take(1) for _ in range(3)] == [True, True, False]
    assert [pacing.replays.take(1) for _ in range(2)] == [True, False]

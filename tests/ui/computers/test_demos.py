"""Demos: computers play each other in one message."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.scheduler import background
from bot.storage.queries.channels import posts as store_posts
from bot.storage.queries.computers import demos as store
from bot.storage.queries.time import due
from bot.usecases import queries
from players import PLAYERS
from tests.ui.computer_world import think_here
from tests.ui.world import World, pressable, said, world


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    monkeypatch.setattr(background, "DEMO_THINKING", 0.01)
    async with world(tmp_path) as made:
        think_here(made)
        yield made


async def until_over(w: World, most: int = 40) -> None:
    """Let time pass until no demo goes on."""
    for _ in range(most):
        if await w.app.context.db.read(lambda conn: store.get_demo(conn, 1)) is None:
            return
        await w.env.advance_time(30)
    raise AssertionError("the demo does not end")


@pytest.mark.sample(3, of="a whole game in Discord")
@pytest.mark.parametrize("kind", PLAYERS)
async def test_computers_play_each_other_in_one_message_to_the_end(w: World, kind: str) -> None:
    await w.ada.slash(w.channel, "demo", game=kind, level=1)
    await until_over(w)
    [message] = w.messages()
    assert "The game is over" in said(message)
    assert "level 1" in said(message)
    assert not pressable(message)
    assert len(message.attachments) == 1
    assert not await queries.list_guild_games(w.app.context, w.guild.id, None, over=True)


async def test_one_at_a_time_in_a_channel_and_for_a_member(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 10**7)
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert "already running in this channel" in said((await w.björn.slash(w.channel, "demo", game="land")).response)
    elsewhere = w.guild.create_text_channel("elsewhere")
    assert "still goes on" in said((await w.ada.slash(elsewhere, "demo", game="land")).response)
    await w.björn.slash(elsewhere, "demo", game="land")
    assert "demo" in said(elsewhere.last_message)


async def test_only_whoever_started_it_stops_it(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 10**7)
    await w.ada.slash(w.channel, "demo", game="pastures")
    [message] = w.messages()
    assert "Only the member who started" in said((await w.björn.click(message, label="Stop")).response)
    await w.ada.click(message, label="Stop")
    [message] = w.messages()
    assert "The demo was stopped." in said(message)
    assert not pressable(message)
    assert len(message.attachments) == 1
    assert not await w.app.context.db.read(lambda conn: due.get_rows(conn, user_id=w.ada.id))
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert len(w.messages()) == 2


async def test_a_demo_goes_on_after_a_restart(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 90_000)
    await w.ada.slash(w.channel, "demo", game="pastures", level=1)
    await w.restart()
    think_here(w)
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 4000)
    await until_over(w)
    assert "The game is over" in said(w.messages()[0])


async def test_a_demo_whose_message_is_deleted_ends(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 90_000)
    await w.ada.slash(w.channel, "demo", game="pastures")
    await w.messages()[0].delete()
    await w.env.advance_time(100)
    assert await w.app.context.db.read(lambda conn: store.get_demo(conn, 1)) is None


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50083)], ids=["too old", "in an archived thread"])
async def test_a_demo_whose_message_cannot_be_edited_ends(
    w: World, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    monkeypatch.setattr("bot.usecases.computers.demos.PAUSE", 90_000)
    await w.ada.slash(w.channel, "demo", game="pastures")
    [message] = w.messages()
    path = f"/channels/{w.channel.id}/messages/{message.id}"
    w.env.inject_error("PATCH", path, status=status, code=code, message="It cannot be edited", times=None)
    await w.env.advance_time(100)
    assert await w.app.context.db.read(lambda conn: store.get_demo(conn, 1)) is None
    assert await w.app.context.db.read(store_posts.count_waiting) == 0
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert len(w.messages()) == 2

"""Demos: computers play each other in one message."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.queries.channels import posts as store_posts
from bot.storage.queries.play import games as store
from bot.storage.queries.time import due
from bot.usecases import queries
from bot.usecases.computers import demos, moves
from bot.usecases.refusal import Refusal
from players import PLAYERS
from tests.ui.computer_world import think_here
from tests.ui.played import play_at_once
from tests.ui.world import World, pressable, said, world


@pytest.fixture
async def w(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server whose computers think in this process."""
    monkeypatch.setattr(moves, "DEMO_THINKING", 0.01)
    async with world(tmp_path) as made:
        think_here(made)
        yield made


async def until_over(w: World, most: int = 40) -> None:
    """Let time pass until no demo goes on."""
    for _ in range(most):
        if await w.app.context.db.read(lambda conn: store.get_game(conn, 1, None)) is None:
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
    scores = r"^(\S\u00a0.+\u00a0\d+)( · \S\u00a0.+\u00a0\d+)+$"
    assert re.search(scores, said(message), re.MULTILINE), "the scores, each with its player's mark"
    assert not pressable(message)
    assert len(message.attachments) == 1
    assert not await queries.list_guild_games(w.app.context, w.guild.id, None, over=True)


async def test_one_at_a_time_in_a_channel_and_for_a_member_until_its_starter_stops_it(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.usecases.computers.moves.PAUSE", 10**7)
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert "already running in this channel" in said((await w.björn.slash(w.channel, "demo", game="territories")).response)
    elsewhere = w.guild.create_text_channel("elsewhere")
    assert "is still running" in said((await w.ada.slash(elsewhere, "demo", game="territories")).response)
    await w.björn.slash(elsewhere, "demo", game="territories")
    assert "demo" in said(elsewhere.last_message)
    [message] = w.messages()
    assert "Only the member who started" in said((await w.björn.click(message, label="Stop")).response)
    await w.ada.click(message, label="Stop")
    [message] = w.messages()
    assert "The demo was stopped." in said(message)
    assert not pressable(message)
    assert len(message.attachments) == 1
    assert not await w.app.context.db.read(lambda conn: due.get_rows(conn, game_id=1))
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert len(w.messages()) == 2


async def test_a_demo_goes_on_after_a_restart_and_its_button_stops_no_game(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.moves.PAUSE", 90_000)
    await w.ada.slash(w.channel, "demo", game="pastures", level=1)
    state, turns = (await queries.read_log(w.app.context, 1)).state(), 0
    while not state.is_over:
        state, turns = state.play(state.moves()[0]), turns + 1
    await play_at_once(w, 1, lambda state: state.moves()[0], turns - 3)
    await w.restart()
    think_here(w)
    monkeypatch.setattr("bot.usecases.computers.moves.PAUSE", 4000)
    await until_over(w)
    assert "The game is over" in said(w.messages()[0])
    game = await w.start()
    for number in (1, game, game + 1):
        with pytest.raises(Refusal, match="This demo is over"):
            await demos.stop(w.app.context, w.guild.id, number, w.ada.id, manages=True)
    assert not (await w.state(game)).is_over


async def test_a_demo_whose_message_is_deleted_or_cannot_be_edited_ends(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.moves.PAUSE", 90_000)
    too_old, in_an_archived_thread = (429, 30046), (400, 50083)
    for number, refusal in enumerate((None, too_old, in_an_archived_thread), 1):
        await w.ada.slash(w.channel, "demo", game="pastures")
        message = w.messages()[-1]
        if refusal is None:
            await message.delete()
        else:
            path, (status, code) = f"/channels/{w.channel.id}/messages/{message.id}", refusal
            w.env.inject_error("PATCH", path, status=status, code=code, message="It cannot be edited", times=None)
        await w.env.advance_time(100)
        assert await w.app.context.db.read(lambda conn: store.get_game(conn, number, None)) is None  # noqa: B023
        assert await w.app.context.db.read(store_posts.count_waiting) == 0
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert len(w.messages()) == 3, "another begins"


async def test_a_demo_whose_message_never_came_ends_and_one_that_ended_at_the_update_says_so_once(
    w: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose(*_: object) -> None:
        """Save nothing, as a process that is killed at this moment."""

    with monkeypatch.context() as patch:
        patch.setattr(demos, "save_message", lose)
        await w.ada.slash(w.channel, "demo", game="pastures")
    await w.env.advance_time(30)
    assert "already running" in said((await w.björn.slash(w.channel, "demo", game="pastures")).response)
    await w.env.advance_time(70)
    assert await w.app.context.db.read(lambda conn: store.get_game(conn, 1, None)) is None
    await w.ada.slash(w.channel, "demo", game="pastures")
    assert len(w.messages()) == 2

    sentence = "This demo ended when the bot was updated. Start another with `/demo`."
    message = w.messages()[-1]
    await w.app.context.db.write(lambda conn: store.delete_game(conn, 2))
    for _ in range(2):
        edit = {"message": message.id, "add": sentence}
        await w.app.context.db.write(lambda conn: w.app.context.outbox.put(conn, "retire", w.guild.id, w.channel.id, **edit))  # noqa: B023
        await w.post_all()
    message = w.messages()[-1]
    assert said(message).count(sentence) == 1
    assert "demo: computers play each other" in said(message)
    assert not pressable(message)
    assert len(message.attachments) == 1, "it keeps its picture"


async def test_no_command_knows_a_demo(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.computers.moves.PAUSE", 10**7)
    await w.ada.slash(w.channel, "demo", game="pastures")
    for command in ("board", "history", "replay", "export", "hint", "resign"):
        answer = said((await w.ada.slash(w.channel, command, game=1)).response)
        assert re.search("There is no (such|finished) game", answer), command
    for command in ("games", "latest", "board"):
        assert "#1" not in said((await w.ada.slash(w.channel, command)).response)
    data = (await w.ada.slash(w.channel, "my data")).response
    assert "running game" not in said(data)
    assert str(w.ada.id) in (await data.attachments[0].read()).decode()
    assert "stored nothing" in said((await w.björn.slash(w.channel, "my data")).response)
    question = (await w.ada.slash(w.channel, "my forget")).response
    sure = (await w.ada.click(question, label="In this server")).response
    assert "You are in no running game" in said(sure)
    await w.ada.click(sure, label="Yes, forget me")
    [message] = w.messages()
    assert "This demo is over." in said((await w.björn.click(message, label="Stop")).response)

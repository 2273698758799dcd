"""Adjourned and muted games in a direct message: taken up, silenced and heard again from there."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.usecases import queries
from bot.usecases.channels.adjourn import adjourn
from bot.usecases.notifications import member_settings
from bot.usecases.play.change import load
from tests.ui.direct.playing import Server, click
from tests.ui.world import World, choose, labels, said


async def rest(w: World, game: int) -> None:
    async def work(conn: AsyncConnection) -> None:
        await adjourn(w.app.context, conn, await load(w.app.context, conn, None, game, lock=True), "a test")

    with w.env.time_context():
        await w.app.context.db.write(work)


async def muted(w: World, server: Any, member: Any) -> tuple[int, ...]:
    return (await member_settings.get(w.app.context, server.guild.id, member.id)).muted


async def test_an_adjourned_game_is_taken_up_by_who_sees_its_server_and_stays_muted(w: World) -> None:
    await w.start(width=4, height=4)
    await w.start(width=4, height=4)
    await member_settings.mute(w.app.context, w.ada.id, [(w.guild.id, 1)], {1})
    await rest(w, 1)
    panel = (await w.ada.slash(w.channel, "my notifications")).response
    await choose(w.ada, panel, "Mute games", "2")
    assert await muted(w, w, w.ada) == (1, 2), "the adjourned one was not offered and stays muted"
    assert "Resume" in labels((await w.ada.slash(w.channel, "games")).response)

    listed = (await w.ada.user.slash("games")).response
    assert "🔕 muted · [board](" in said(listed)
    answer = await click(w.ada, listed, "Resume")
    assert said(answer).startswith(f"The game goes on. The new board comes to <#{w.channel.id}>")
    row = await queries.read_row(w.app.context, 1)
    assert (row.status, row.channel_id) == ("running", w.channel.id)
    assert w.boards()[-1].id == row.board_message_id
    assert await muted(w, w, w.ada) == (1, 2)
    assert "it goes on" in said(await click(w.ada, listed, "Resume")), "pressed twice"

    await rest(w, 1)
    listed = (await w.ada.user.slash("games")).response
    await w.env.advance_time(301)
    w.env.backend.remove_member(w.guild.id, w.ada.id)
    assert "You cannot see the channel" in said(await click(w.ada, listed, "Resume"))
    assert (await queries.read_row(w.app.context, 1)).is_adjourned


async def test_games_of_all_servers_are_muted_and_heard_again_from_there(w: World) -> None:
    fen = Server(w)
    await w.start(width=4, height=4)
    await fen.start(width=4, height=4)
    panel = (await w.ada.user.slash("my notifications")).response
    assert "Muted games: **none**" in said(panel)
    panel = await choose(w.ada.user, panel, "Mute games", "1", "2")
    assert "Muted games: **#2, #1**" in said(panel) or "Muted games: **#1, #2**" in said(panel)
    assert (await muted(w, w, w.ada), await muted(w, fen, w.ada)) == ((1,), (2,))
    assert said((await w.ada.user.slash("games")).response).count("🔕 muted") == 2
    assert "🔕 muted" in said((await w.ada.slash(w.channel, "games")).response)
    panel = await choose(w.ada.user, panel, "Mute games", "2")
    assert (await muted(w, w, w.ada), await muted(w, fen, w.ada)) == ((), (2,))
    assert "🔕" not in said((await w.björn.user.slash("games")).response)

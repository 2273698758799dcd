"""``/server manage``: those who may do it cancel or move any game of the server, and its channel gets a notice."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.components import walk_components

from rules import GAMES
from tests.ui.played import copy_game
from tests.ui.seats.test_leavers import status
from tests.ui.server.test_server_settings import manager
from tests.ui.test_every_game import begin
from tests.ui.world import World, choose, confirm, pressable, said

MENU = "Choose a game"


async def chosen(w: World, mara: Any, game: int, channel: Any = None) -> Any:
    """The panel of a game."""
    panel = (await mara.slash(channel or w.channel, "server manage")).response
    return await choose(mara, panel, MENU, str(game))


def labels(panel: Any) -> list[str]:
    return [part["label"] for part in walk_components(panel.components) if part.get("label") and not part.get("disabled")]


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", list(GAMES))
async def test_a_game_is_cancelled_and_old_buttons_say_so(w: World, kind: str) -> None:
    game, mara = await begin(w, kind), manager(w)
    mover, _ = await w.turns(game)
    await mover.slash(w.channel, "draw", game=game)
    draw = w.channel.last_message
    await confirm(mover, await mover.slash(w.channel, "substitute", game=game))
    offer = w.channel.last_message
    panel = await chosen(w, mara, game)
    assert f"#{game} " in said(panel)
    sure = (await mara.click(panel, label="Cancel this game")).response
    kept = (await mara.click(sure, label="No")).response
    sure = (await mara.click(kept, label="Cancel this game")).response
    assert await status(w, game) == "running"
    await w.restart()
    done = (await mara.click(sure, label="Yes, cancel it")).response
    assert "is cancelled" in said(done)
    assert "No game is going on" in said(done)
    assert await status(w, game) == "cancelled"
    notice = w.channel.last_message
    assert "**cancelled** this game" in said(notice)
    assert f"<@{mara.id}>" in said(notice), "who did it"
    assert not w.env.backend.get_message(w.channel.id, notice.id).allowed_mentions.users, "it pings nobody"
    assert f"The game was cancelled by <@{mara.id}>." in said(w.boards()[-1])
    assert not pressable(w.message(draw.id))
    assert not pressable(w.message(offer.id))
    log = await w.log(game)
    for answer in (
        await mover.click(w.boards()[-1], label="Play"),
        await mover.slash(w.channel, "undo", game=game),
        await mover.slash(w.channel, "move", move="a1 f", game=game),
        await mover.slash(w.channel, "resume", game=game),
    ):
        assert answer.ephemeral
        assert "cancelled" in said(answer.response)
    assert await w.log(game) == log
    assert "was cancelled" in said((await mover.click(notice, label="Board")).response)
    await w.env.advance_time(4 * 86400)
    assert await status(w, game) == "cancelled"
    assert len([m for m in w.messages() if m.created_at > notice.created_at]) == 0, "nothing follows"


async def test_a_game_is_moved_to_this_channel_with_what_the_others_are_asked(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    mover, other = await w.turns(game)
    elsewhere = w.guild.create_text_channel("elsewhere")
    here = await chosen(w, mara, game)
    assert "Move it to this channel" not in labels(here)
    panel = await chosen(w, mara, game, elsewhere)
    done = (await mara.click(panel, label="Move it to this channel")).response
    assert "goes on in this channel" in said(done)
    assert f"goes on in <#{elsewhere.id}>" in said(w.channel.last_message)
    board = [m for m in elsewhere.history() if m.attachments][-1]
    assert [m.id for m in board.mentions] == [mover.id]
    await mover.click(board, label="Play")
    await mover.slash(elsewhere, "move", move="a1 f")
    assert await w.log(game) == ["A1 F"]

    await mover.slash(elsewhere, "draw")
    await mara.click(await chosen(w, mara, game), label="Move it to this channel")
    question = w.channel.last_message
    assert "draw" in said(question)
    await other.click(question, label="Agree")
    assert (await w.state(game)).is_over


@pytest.mark.slow
async def test_the_games_are_paged_newest_first(w: World) -> None:
    mara = manager(w)
    await copy_game(w, await w.start(width=4, height=4), 26)
    panel = (await mara.slash(w.channel, "server manage")).response
    (menu,) = [part for part in walk_components(panel.components) if part.get("placeholder") == MENU]
    assert [entry["value"] for entry in menu["options"]] == [str(number) for number in range(27, 2, -1)]
    panel = (await mara.click(panel, label="Older")).response
    (menu,) = [part for part in walk_components(panel.components) if part.get("placeholder") == MENU]
    assert [entry["value"] for entry in menu["options"]] == ["2", "1"]


async def test_a_role_that_the_settings_name_may_cancel_a_game_once_and_others_may_not(w: World) -> None:
    game, mara = await w.start(width=4, height=4), manager(w)
    panel = await chosen(w, mara, game)
    role = w.env.backend.guilds[w.guild.id].roles[w.guild.roles["Keepers"].id]
    role.permissions = 0
    assert "Only server managers" in said((await mara.click(panel, label="Cancel this game")).response)
    role.permissions = discord.Permissions(manage_guild=True).value
    settings = (await mara.slash(w.channel, "server settings")).response
    settings = (await mara.click(settings, label="More settings")).response
    await choose(mara, settings, "Who else manages games", w.guild.roles["Keepers"])
    role.permissions = 0
    assert "Do you really" in said((await mara.click(panel, label="Cancel this game")).response)
    games = (await mara.click((await mara.click(panel, label="No")).response, label="Back")).response
    assert "Games of this server" in said(games)
    assert "Limits" not in labels(games), "the settings are for those who manage the server"

    role.permissions = discord.Permissions(manage_guild=True).value
    first, second = await chosen(w, mara, game), await chosen(w, mara, game)
    sure = (await mara.click(first, label="Cancel this game")).response
    await mara.click(sure, label="Yes, cancel it")
    late = (await mara.click(second, label="Cancel this game")).response
    assert "has cancelled this game" in said(late)

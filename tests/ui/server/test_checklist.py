"""The check list of ``/server settings``: each line has a button that does it, until the server hides the list."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.storage.queries.time import due
from bot.usecases.server import guild_settings
from tests.ui.server.test_server_settings import manager, other_thread
from tests.ui.world import World, choose, labels, said

WHERE, PACE, THREADS = "Only in this channel", "A day for each turn", "A thread for each game"
PUZZLE, HIDE = "A puzzle a day here", "Hide this list"


async def settings_of(w: World) -> Any:
    """What the server has set."""
    return await guild_settings.get(w.app.context, w.guild.id)


def open_lines(message: Any) -> int:
    """How many lines of the list are still open."""
    return said(message).count("☐")


async def test_each_line_has_a_button_that_does_it(w: World) -> None:
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    assert said(panel).startswith("**Get started**\n☐ Channels for games: **all**\n☐ Pace: ")
    assert all(said(panel).count(once) == 1 for once in ("Channels for games:", "Pace:", "Boards:", "Daily puzzle:"))
    assert open_lines(panel) == 4
    for number, label in enumerate((WHERE, PACE, THREADS, PUZZLE), 1):
        panel = (await mara.click(panel, label=label)).response
        assert open_lines(panel) == 4 - number
        assert label not in labels(panel)
    own = await settings_of(w)
    assert (own.channels, own.pace, own.posts, own.puzzle_channel) == ((w.channel.id,), "1d", "thread", w.channel.id)
    scheduled = await w.app.context.db.read(lambda conn: due.get_rows(conn, guild_id=w.guild.id))
    assert "daily_puzzle" in [row.kind for row in scheduled]
    assert said(panel) == f"**Settings of this server**\nChannels for games: **<#{w.channel.id}>**", "the list is done"
    elsewhere = w.guild.create_text_channel("elsewhere")
    assert "They are in" in said((await w.ada.slash(elsewhere, "newgame land")).response)


@pytest.mark.slow
async def test_what_a_menu_decides_is_ticked_too_and_the_list_can_be_hidden(w: World) -> None:
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = await choose(mara, panel, "Pace", "relaxed")
    assert open_lines(panel) == 3
    panel = (await mara.click(panel, label="Limits")).response
    assert "Get started" not in said(panel)
    panel = (await mara.click(panel, label="Settings")).response
    panel = (await mara.click(panel, label=HIDE)).response
    assert "Get started" not in said(panel)
    await w.restart()
    panel = (await mara.slash(w.channel, "server settings")).response
    assert said(panel).startswith("**Settings of this server**")


async def test_pressed_in_a_thread_it_means_the_channel_and_threads_are_not_ticked_where_the_bot_may_make_none(
    w: World,
) -> None:
    mara = manager(w)
    thread = await other_thread(w, w.channel)
    panel = (await mara.slash(thread, "server settings")).response
    await mara.click(panel, label=WHERE)
    assert (await settings_of(w)).channels == (w.channel.id,)

    everyone = w.env.backend.guilds[w.guild.id].roles[w.guild.id]
    panel = (await mara.slash(w.channel, "server settings")).response
    for role in w.env.backend.guilds[w.guild.id].roles.values():
        role.permissions &= ~discord.Permissions(create_public_threads=True, administrator=True).value
    assert not everyone.permissions & discord.Permissions(create_public_threads=True).value
    refused = (await mara.click(panel, label=THREADS)).response
    assert "Create Public Threads" in said(refused)
    assert (await settings_of(w)).posts is None

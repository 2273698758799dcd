"""``/server settings``: who may see it, what it shows, and that games keep to it."""

from __future__ import annotations

from typing import Any

import discord

from bot.usecases.server import guild_settings
from render.style.themes import THEMES
from tests.ui.server.test_preferences import frame_of
from tests.ui.world import World, choose, chosen, parts, said

WHERE, WHO = "Channels for games: all", "Who else manages games"


def manager(w: World) -> Any:
    """A member who may manage the server."""
    role = w.guild.create_role("Keepers", permissions=discord.Permissions(manage_guild=True))
    made = w.guild.add_member(w.env.create_user("Mara"), roles=[role])
    w.members["Mara"] = made
    return made


async def test_only_those_who_manage_the_server_choose_the_theme_of_its_boards(w: World) -> None:
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    assert panel.flags.ephemeral
    assert WHERE in [part.get("placeholder") for part in parts(panel)]
    assert "server settings" not in w.ada.available_commands(w.channel)
    command = w.bot.tree.get_command("server")
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    panel = await choose(mara, panel, "Theme", "contrast")
    assert "Theme: High contrast" in chosen(panel)
    await w.start(width=4, height=4)
    assert await frame_of(w.boards()[-1]) == THEMES["contrast"].frame
    role = w.env.backend.guilds[w.guild.id].roles[w.guild.roles["Keepers"].id]
    role.permissions = 0
    refused = await choose(mara, panel, "Theme", "light")
    assert "Manage Server" in said(refused)


async def test_games_are_played_only_in_the_channels_that_were_chosen_and_in_their_threads(w: World) -> None:
    mara, other = manager(w), w.guild.create_text_channel("castles")
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = await choose(mara, panel, WHERE, other)
    assert f"<#{other.id}>" in said(panel)
    refused = (await w.ada.slash(w.channel, "newgame land")).response
    assert refused.flags.ephemeral
    assert f"They are in <#{other.id}>" in said(refused)
    await w.ada.slash(other, "newgame land")
    assert "At the table" in said(other.last_message)
    panel = await choose(mara, panel, WHERE)
    assert (await guild_settings.get(w.app.context, w.guild.id)).channels is None
    await w.ada.slash(w.channel, "newgame land")
    assert "At the table" in said(w.channel.last_message)

    talk = await other_thread(w, other)
    await choose(mara, panel, WHERE, other)
    await w.ada.slash(talk, "newgame land")
    assert "At the table" in said(talk.last_message)


async def test_a_game_whose_channel_is_gone_goes_on_only_where_games_are_played(w: World) -> None:
    mara, other = manager(w), w.guild.create_text_channel("castles")
    talk = w.guild.create_text_channel("talk")
    game = await w.start(width=4, height=4)
    panel = (await mara.slash(w.channel, "server settings")).response
    await choose(mara, panel, WHERE, other)
    w.env.backend.delete_channel(w.channel.id)
    mover, _ = await w.turns(game)
    answer = said((await mover.slash(talk, "move", move="a1 f", game=game)).response)
    assert f"They are in <#{other.id}>" in answer
    assert talk.last_message is None or talk.last_message.flags.ephemeral
    mover, _ = await w.turns(game)
    assert "goes on in this one" in said((await mover.slash(other, "move", move="b2 m", game=game)).response)


async def other_thread(w: World, channel: Any) -> Any:
    """A thread of a channel."""
    found: Any = w.bot.get_channel(channel.id)
    await found.create_thread(name="a talk", type=discord.ChannelType.public_thread)
    return channel.threads[0]


async def test_limits_roles_that_may_cancel_games_and_the_channel_of_the_latest_ones_are_chosen_and_shown(w: World) -> None:
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="Limits")).response
    panel = await choose(mara, panel, "Open tables of one member", "1")
    assert "Open tables of one member: 1" in chosen(panel)
    await w.restart()
    await w.ada.slash(w.channel, "newgame land")
    refused = (await w.ada.slash(w.channel, "newgame land")).response
    assert "No more than 1 table of yours" in said(refused)
    panel = await choose(mara, panel, "Open tables of one member", "usual")
    assert "Open tables of one member: 10 (default)" in chosen(panel)
    assert "Settings of this server" in said((await mara.click(panel, label="Settings")).response)

    panel = (await mara.slash(w.channel, "server settings")).response
    panel = (await mara.click(panel, label="More settings")).response
    referees = w.guild.create_role("Referees")
    assert "Integrations" not in said(panel)
    panel = await choose(mara, panel, WHO, referees)
    assert f"<@&{referees.id}>" in said(panel)
    assert "under Integrations" in said(panel), "Discord hides the command from members who do not manage the server"
    news = w.guild.create_text_channel("news")
    panel = await choose(mara, panel, "Live list of games: off", news)
    assert f"Live list of games: **<#{news.id}>**" in said(panel), "the menu shows the channel without the label"
    assert news.last_message is not None


async def test_the_server_chooses_what_is_usual_for_new_games(w: World) -> None:
    mara = manager(w)
    panel = (await mara.slash(w.channel, "server settings")).response
    panel = await choose(mara, panel, "Boards", "thread")
    panel = await choose(mara, panel, "Pace", "daily")
    assert "Boards: in a thread" in chosen(panel)
    assert "Pace: daily (1 day each, +1 day a turn up to 3 days)" in chosen(panel)
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn)
    await w.björn.click(w.channel.last_message, label="Accept")
    assert len(w.channel.threads) == 1
    await w.ada.slash(w.channel, "newgame pastures", opponent=w.björn, posts="one", pace="none")
    assert "One board is edited" in said(w.channel.last_message), "the host's choice goes first"

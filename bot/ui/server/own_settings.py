"""What the panels of a person's own settings share: they are about all servers, or about what differs in one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated

import discord

from bot.common.home import is_home
from bot.panels.core import Button
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.press import one_of
from bot.usecases.notifications import member_settings
from bot.usecases.notifications.member_settings import Layers, MemberSettings

ALL, HERE = "all", "here"
"""What a panel is about: all servers, or this one alone."""
Where = Annotated[str | None, one_of(ALL, HERE)]
"""The part of a press that says it; ``None`` for all servers."""
TURN, REMOVE = "turn", "remove"
"""The buttons to open the other panel, and to remove what differs in this server."""


async def read_layers(app: App, interaction: discord.Interaction) -> Layers:
    """Return the settings of whoever asks, for all servers and for this one."""
    return await member_settings.get_layers(app.context, guild_of(interaction), interaction.user.id)


async def save(app: App, interaction: discord.Interaction, where: str, changed: MemberSettings) -> Layers:
    """Store settings for all servers, or for this one alone. Return both."""
    guild, user = guild_of(interaction), interaction.user.id
    if where == HERE and not is_home(guild):
        await member_settings.change_here(app.context, guild, user, lambda _: changed)
    else:
        await member_settings.change_own(app.context, user, lambda _: changed)
    return await read_layers(app, interaction)


def choose_layer(layers: Layers, where: str) -> MemberSettings:
    """Return the settings that a panel is about."""
    return layers.here if where == HERE else layers.own


def tell_place(where: str) -> str:
    """Return what a panel is about, in words."""
    return "in this server only" if where == HERE else "in all servers"


def tell_difference(own: Mapping[str, str], here: Mapping[str, str]) -> str:
    """Return the line that says what differs in this server, from what is set in words; empty if nothing does."""
    told = [f"{name[0].lower()}{name[1:]} **{value}**" for name, value in here.items() if own.get(name) != value]
    return f"Only in this server: {'; '.join(told)}." if told else ""


def make_turn_buttons(guild_id: int, where: str, layers: Layers, names: Collection[str]) -> tuple[Button, ...]:
    """Return the buttons that lead to the other panel; none in a direct message. ``names``: the settings of the panel."""
    if is_home(guild_id):
        return ()
    if where == ALL:
        return (Button(TURN, "Only in this server…"),)
    differs = bool(layers.differing.intersection(names))
    return (Button(TURN, "In all servers…"), Button(REMOVE, "Here as in all servers", disabled=not differs))


def find_other(where: str) -> str:
    """Return what the other panel is about."""
    return ALL if where == HERE else HERE

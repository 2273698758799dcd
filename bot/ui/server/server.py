"""``/server``: the commands for managers of a server. Discord shows them to managers only, and each handler checks again."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands

from bot.presentation.settings.server import PAGES
from bot.ui.command_shapes import plain
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.parts import ServerPartPress
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning import reports
from bot.ui.server import server_manage, server_settings


@answers(ServerPartPress, edit=True)
async def show_part(app: App, interaction: Interaction, press: ServerPartPress) -> Reply:
    """Return a part of the panel in place of the previous one."""
    if press.part == "games":
        return replace(await server_manage.open_panel(app, interaction), edit=True)
    if press.part == "reports":
        return await reports.show_reports(app, interaction)
    page = press.part if press.part in PAGES else "general"
    return replace(await server_settings.open_panel(app, interaction, page), edit=True)


def group() -> app_commands.Group:
    """Return the commands ``/server …``."""
    managers = discord.Permissions(manage_guild=True)
    made = app_commands.Group(name="server", description="For server managers", default_permissions=managers)
    manage = "Cancel, move or pause any game of this server, extend its deadline, or nudge its player"
    made.add_command(plain("settings", "Where and how games are played in this server", server_settings.open_panel))
    made.add_command(plain("manage", manage, server_manage.open_panel))
    return made

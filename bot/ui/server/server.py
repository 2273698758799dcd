"""``/server``: what those who manage a server can do. Discord offers it to them alone, and each handler asks again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands

from bot.ui.framework.app import App
from bot.ui.server import server_manage, server_settings


def group(app_of: Callable[[discord.Interaction[Any]], App]) -> app_commands.Group:
    """The commands ``/server …``."""
    managers = discord.Permissions(manage_guild=True)
    made = app_commands.Group(name="server", description="For those who manage this server", default_permissions=managers)
    server_settings.add_to(made, app_of)
    server_manage.add_to(made, app_of)
    return made

"""The contexts of commands and presses: servers with the bot, and for some also direct messages with it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.common.permissions import PERMISSIONS
from bot.ui.framework.app import Interaction
from bot.ui.framework.direct import ELSEWHERE
from bot.ui.framework.reply import Reply, answer, ready

SCOPES = ("bot", "applications.commands")
"""OAuth scopes of an invitation."""
IN_DIRECT = frozenset(
    {
        *("play", "learn", "puzzle", "games", "board", "move", "history", "replay", "hint", "stats", "my", "help", "rules"),
        "newgame",
    }
)
"""The commands that work in direct messages."""
NOT_INVITED = (
    "I am not in this server, so no game can be played here: a server manager has to [invite me]({link}). In a direct "
    "message with me you can play against the computer."
)


def make_invitation(application_id: int) -> str:
    """Return the link to invite the bot to a server."""
    wanted = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    return discord.utils.oauth_url(application_id, permissions=wanted, scopes=SCOPES)


def place_command(command: app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu) -> None:
    """Set where Discord offers a command: in servers with the bot, and in direct messages if it works there."""
    direct = command.name in IN_DIRECT and not isinstance(command, app_commands.ContextMenu)
    command.guild_only = not direct
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=direct, private_channel=False)
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=direct)


def explain_not_here(interaction: Interaction) -> str:
    """Return why an interaction cannot be handled here; empty if it can.

    In a server where only the user has installed the bot for themselves, it can post nothing.
    """
    if interaction.guild_id is not None and interaction.is_user_integration() and not interaction.is_guild_integration():
        return NOT_INVITED.format(link=make_invitation(interaction.application_id))
    data: dict[str, Any] = {**(interaction.data or {})}
    is_command = interaction.type in (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
    if interaction.guild_id is None and is_command and data.get("name") not in IN_DIRECT:
        return ELSEWHERE
    return ""


class Tree(app_commands.CommandTree[Any]):
    """The command tree; commands are refused where they are not available."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether a command is available here. If not, answer with the reason."""
        if not (why := explain_not_here(interaction)):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await answer(interaction, ready(Reply(why)))
        return False

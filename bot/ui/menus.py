"""The context menus of members and messages. Each calls one handler, as the commands do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.ui.channels.message_game import find_game_of
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.reply import Reply, answer_command
from bot.ui.play.boards import show_board
from bot.ui.server import blocked
from bot.ui.statistics import stats, stepper
from bot.ui.tables import challenge

Member = discord.Member | discord.User


def make_menus() -> list[app_commands.ContextMenu]:
    """Return all context menus."""
    return [
        _on_member("Challenge to a game", challenge.ask_for_game),
        _on_member("Statistics", _show_statistics),
        _on_member("Block", blocked.block_member),
        _on_message("History of this game", _show_history),
        _on_message("My view of this game", _show_board),
    ]


def _on_member(
    name: str, handler: Callable[[App, Interaction, Member], Coroutine[Any, Any, Reply]]
) -> app_commands.ContextMenu:
    async def menu(interaction: Interaction, member: discord.Member | discord.User) -> None:
        await answer_command(interaction, handler, member)

    return app_commands.ContextMenu(name=name, callback=menu)


def _on_message(
    name: str, handler: Callable[[App, Interaction, discord.Message], Coroutine[Any, Any, Reply]]
) -> app_commands.ContextMenu:
    async def menu(interaction: Interaction, message: discord.Message) -> None:
        await answer_command(interaction, handler, message)

    return app_commands.ContextMenu(name=name, callback=menu)


async def _show_statistics(app: App, interaction: Interaction, member: Member) -> Reply:
    return await stats.show_stats(app, interaction, member, None)


async def _show_history(app: App, interaction: Interaction, message: discord.Message) -> Reply:
    """Open the stepper at the turn that the message shows."""
    told = find_game_of(interaction.client, message)
    return await stepper.show_version(app, interaction, told.game_id, told.version)


async def _show_board(app: App, interaction: Interaction, message: discord.Message) -> Reply:
    return await show_board(app, interaction, find_game_of(interaction.client, message).game_id)

"""What a player does beside moving, by a command or a button: done as on the page, answered as Discord shows it."""

from __future__ import annotations

from typing import Any

import discord

from bot.presentation.actions import ACTIONS, Asker
from bot.ui.channels.post_target import tell_where_board_comes
from bot.ui.framework.app import App, guild_of, user_of
from bot.ui.framework.reply import Reply


async def run(
    app: App, interaction: discord.Interaction[Any], key: str, game_id: int, *, edit: bool = False, **values: Any
) -> Reply:
    """Do something, and say what came of it and where the new board appears. ``edit``: in the place of a question."""
    asker = Asker(app.context, guild_of(interaction), game_id, user_of(interaction), interaction.id)
    done = await ACTIONS[key].run(asker, **values)
    more = [] if done.row is None else [await tell_where_board_comes(app, interaction, done.row)]
    if done.asked:
        more.append(f"It is about game #{game_id}.")
    return Reply(" ".join([done.text, *more]), edit=edit)

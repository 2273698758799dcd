"""The buttons of a turn whose time is out, and ``/resume``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.storage.queries.play.games import GameRow
from bot.ui.channels.post_target import board_comes
from bot.ui.framework import ids
from bot.ui.framework.app import App, channel_of, guild_of, here, parent_of, user_of
from bot.ui.framework.reply import Reply
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.computers import takeover
from bot.usecases.seats import offers
from bot.usecases.time import claims

Interaction = discord.Interaction[Any]


async def handle_press(app: App, interaction: Interaction, parts: tuple[str, ...]) -> Reply:
    """Return what a press of one of the buttons leads to."""
    game_id, turn, what = ids.number(parts[0]), ids.number(parts[1]), parts[2]
    return await BUTTONS[what](app, interaction, game_id, turn)


async def drop_player(app: App, interaction: Interaction, game_id: int, turn: int) -> Reply:
    """**Win on time**, **Go on without this player**."""
    user = user_of(interaction)
    played = await claims.drop_player(app.context, guild_of(interaction), game_id, user, turn, interaction_id=interaction.id)
    if played.repeated:
        return Reply("That is done already; nothing was changed.")
    done = "You win on time." if played.row.is_over else "The others go on without the player whose time was out."
    return Reply(f"{done} {await board_comes(app, interaction, played.row)}")


async def ask_substitute(app: App, interaction: Interaction, game_id: int, turn: int) -> Reply:
    """**Ask for a substitute**."""
    user = user_of(interaction)
    await offers.ask_for_substitute(app.context, guild_of(interaction), game_id, user, turn, interaction_id=interaction.id)
    return Reply("I have asked who takes the seat. Until somebody does, you can still claim, or wait.")


async def let_computer_play(app: App, interaction: Interaction, game_id: int, turn: int) -> Reply:
    """**Let a computer play this turn**."""
    user = user_of(interaction)
    await takeover.ask(app.context, guild_of(interaction), game_id, user, turn, interaction_id=interaction.id)
    return Reply("A computer plays this turn now; the seat stays with its player.")


async def resume(app: App, interaction: Interaction, game: int | None, _: int = 0) -> Reply:
    """``/resume`` and **Resume**: an adjourned game goes on here."""
    row = await _find_game(app, interaction, game)
    row = await adjourn.resume(
        app.context,
        row.guild_id,
        row.id,
        channel_of(interaction),
        user_of(interaction),
        parent_id=parent_of(interaction),
        interaction_id=interaction.id,
    )
    return Reply(f"The game goes on. {await board_comes(app, interaction, row)}")


async def _find_game(app: App, interaction: Interaction, game: int | None) -> GameRow:
    """Return the game named, else the asker's only adjourned one in the server."""
    guild, channel, user = here(interaction)
    if game is not None:
        return await queries.choose_game(app.context, guild, channel, user, game)
    return await queries.only_adjourned(app.context, guild, user)


BUTTONS: Mapping[str, Callable[[App, Interaction, int, int], Awaitable[Reply]]] = {
    "drop": drop_player,
    "substitute": ask_substitute,
    "stand_in": let_computer_play,
    "resume": resume,
}
"""What each of the buttons does, by the last word of its id."""

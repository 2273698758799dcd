"""``/resign``: asks whether it is meant, then gives up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import discord

from bot.panels.core import Button
from bot.ui.channels.post_target import tell_where_board_comes
from bot.ui.framework.app import App, guild_of, here, user_of
from bot.ui.framework.components import make_button, view
from bot.ui.framework.game_picker import carries_on
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.usecases import access, queries
from bot.usecases.play import resign as resigning
from rules import GAMES


@dataclass(frozen=True)
class ResignPress(Press, word="resign"):
    """A button of the question whether somebody really gives up."""

    game_id: int
    what: Annotated[str, one_of("yes", "no")]


@carries_on("resign")
async def confirm_resign(app: App, interaction: discord.Interaction[Any], game: int | None) -> Reply:
    """``/resign``: asks whether it is meant."""
    row = await queries.choose_game(app.context, *here(interaction), game)
    state = (await queries.view_game(app.context, row.guild_id, row.id)).state
    access.player_left(row, state, interaction.user.id)
    rest = "The other player wins." if len(state.left) == 2 else "The others play on without you."
    wanted = [Button("yes", "Yes, give up", "danger"), Button("no", "No, play on")]
    return Reply(
        f"Do you really want to give up in **{GAMES[row.kind].title}** #{row.id}? {rest}",
        view=view(make_button(ResignPress(row.id, b.id).id, b) for b in wanted),
    )


@answers(ResignPress, edit=True)
async def handle_press(app: App, interaction: discord.Interaction[Any], press: ResignPress) -> Reply:
    """Give up, or play on."""
    if press.what != "yes":
        return Reply("Good: you play on.", edit=True)
    played = await resigning.resign(
        app.context, guild_of(interaction), press.game_id, user_of(interaction), interaction_id=interaction.id
    )
    return Reply(f"You have given up. {await tell_where_board_comes(app, interaction, played.row)}", edit=True)

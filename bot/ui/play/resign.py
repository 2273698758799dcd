"""``/resign``: asks for confirmation, then resigns."""

from __future__ import annotations

from typing import Annotated

from bot.common.markdown import to_markdown
from bot.common.words import Text
from bot.panels.core import Button
from bot.presentation.actions import ask_resign
from bot.ui.framework.app import App, Interaction, here
from bot.ui.framework.components import show_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.play.move_reply import run_action
from bot.usecases import access, queries
from rules import GAMES


class ResignPress(Press, word="resign"):
    """A button of the confirmation of ``/resign``."""

    game_id: int
    what: Annotated[str, one_of("yes", "no")]


async def confirm_resign(app: App, interaction: Interaction, game: int | None) -> Reply:
    """Return the confirmation of ``/resign``."""
    row = await queries.choose_game(app.context, *here(interaction), game)
    state = (await queries.view_game(app.context, row.guild_id, row.id)).state
    access.player_left(row, state, interaction.user.id)
    asks = ask_resign(state, Text(" in **{title}** #{number}", title=GAMES[row.kind].title, number=row.id))
    wanted = [Button("yes", asks.yes, "danger"), Button("no", asks.no)]
    return Reply(
        to_markdown(asks.text),
        view=view(show_button(ResignPress(row.id, b.id).id, b) for b in wanted),
    )


@answers(ResignPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ResignPress) -> Reply:
    """Resign, or play on."""
    if press.what != "yes":
        return Reply("Good: nothing has changed.", edit=True)
    return await run_action(app, interaction, "resign", press.game_id, edit=True)

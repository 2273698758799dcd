"""The buttons of an expired turn, and ``/resume``."""

from __future__ import annotations

from bot.common.markdown import to_markdown
from bot.panels.core import Button
from bot.presentation.actions import ask_claim
from bot.storage.queries.play.games import GameRow
from bot.ui.channels.post_target import describe_post_target
from bot.ui.framework.app import App, Interaction, channel_of, guild_of, here, parent_of, user_of
from bot.ui.framework.components import show_button, view
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.claim import ClaimPress
from bot.ui.play.move_reply import run_action
from bot.usecases import queries
from bot.usecases.channels import adjourn
from bot.usecases.play.change import Asker
from bot.usecases.time import claims


@answers(ClaimPress, edit=lambda press: press.what in ("drop_yes", "drop_no"))
async def handle_press(app: App, interaction: Interaction, press: ClaimPress) -> Reply:
    """Return the reply to one of the buttons."""
    game_id, turn = press.game_id, press.turn
    match press.what:
        case "drop":
            return await _confirm_claim(app, interaction, game_id, turn)
        case "drop_yes":
            return await run_action(app, interaction, "claim", game_id, what="drop", turn=turn, edit=True)
        case "drop_no":
            return Reply("Good: nothing has changed.", edit=True)
        case "resume":
            return await resume(app, interaction, game_id)
        case _:
            return await run_action(app, interaction, "claim", game_id, what=press.what, turn=turn)


async def _confirm_claim(app: App, interaction: Interaction, game_id: int, turn: int) -> Reply:
    """**Win on time**, **Go on without this player**: ask for confirmation."""
    log = await claims.check_claim(app.context, guild_of(interaction), game_id, interaction.user.id, turn)
    asks = ask_claim(log.row.names[log.state().seat or 0], log.state())
    wanted = [Button("drop_yes", asks.yes, "danger"), Button("drop_no", asks.no)]
    return Reply(to_markdown(asks.text), view=view(show_button(ClaimPress(game_id, turn, b.id).id, b) for b in wanted))


async def resume(app: App, interaction: Interaction, game: int | None) -> Reply:
    """``/resume`` and **Resume**: continue an adjourned game in this channel; from a direct message, in its old channel."""
    row = await _find_game(app, interaction, game)
    asker = Asker(app.context, row.guild_id, row.id, user_of(interaction), interaction.id)
    channel = row.channel_id if interaction.guild_id is None else channel_of(interaction)
    row = await adjourn.resume(asker, channel, parent_id=parent_of(interaction))
    return Reply(f"The game goes on. {await describe_post_target(app, interaction, row)}")


async def _find_game(app: App, interaction: Interaction, game: int | None) -> GameRow:
    """Return the named game, or the user's only adjourned game in the server."""
    guild, channel, user = here(interaction)
    if game is not None:
        return await queries.choose_game(app.context, guild, channel, user, game)
    return await queries.get_only_adjourned(app.context, guild, user)

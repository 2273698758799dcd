"""``/undo`` and ``/draw``, the buttons to answer them, and the button to propose or end a pause."""

from __future__ import annotations

from typing import Annotated

from bot.presentation.actions import offer_pause
from bot.presentation.texts import colour_of
from bot.ui.framework.app import App, Interaction, guild_of, here, user_of
from bot.ui.framework.components import PressButton, make_button
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import proposal as message
from bot.ui.play.move_reply import run_action
from bot.usecases import queries
from bot.usecases.play import proposals
from bot.usecases.queries import GameView


class PausePress(Press, word="pause"):
    """A button to propose or end a pause of a game."""

    game_id: int
    what: Annotated[str, one_of("ask", "end")]


def make_pause_buttons(position: GameView, user_id: int) -> list[PressButton]:
    """Return the button below the private board of a player; empty if there is nothing to pause."""
    row = position.row
    if row.status != "running" or row.seat_of(user_id) not in position.state.left:
        return []
    words = [("end" if offered.values["ends"] else "ask", offered.label) for offered in offer_pause(position.clock)]
    return [make_button(PausePress(row.id, what), label) for what, label in words]


@answers(message.ProposalPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: message.ProposalPress) -> Reply:
    """Save a player's answer to a proposal, and return the updated message."""
    log, proposal = await proposals.answer(
        app.context,
        guild_of(interaction),
        press.proposal_id,
        user_of(interaction),
        agrees=press.what == "agree",
        interaction_id=interaction.id,
    )
    message_id = interaction.message.id if interaction.message else None
    return Reply(
        message.write_text(log, proposal),
        view=message.make_buttons(proposal),
        colour=colour_of(log.row, log.state()),
        edit=True,
        lost=lambda: proposals.update_message(app.context, log, press.proposal_id, message_id),
    )


async def undo(app: App, interaction: Interaction, game: int | None) -> Reply:
    """``/undo``: take back the user's last move, or ask the others to agree."""
    return await run_action(app, interaction, "undo", (await queries.choose_game(app.context, *here(interaction), game)).id)


async def draw(app: App, interaction: Interaction, game: int | None) -> Reply:
    """``/draw``: propose a draw."""
    return await run_action(app, interaction, "draw", (await queries.choose_game(app.context, *here(interaction), game)).id)


@answers(PausePress)
async def handle_pause_press(app: App, interaction: Interaction, press: PausePress) -> Reply:
    """**Propose a pause**, **End the pause**."""
    return await run_action(app, interaction, "pause", press.game_id, ends=press.what == "end")

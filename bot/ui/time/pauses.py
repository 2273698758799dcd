"""The handler of the button to propose or end a pause."""

from __future__ import annotations

from bot.ui.framework.app import App, Interaction
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.pause import PausePress
from bot.ui.play.move_reply import run_action


@answers(PausePress)
async def handle_press(app: App, interaction: Interaction, press: PausePress) -> Reply:
    """**Propose a pause**, **End the pause**."""
    return await run_action(app, interaction, "pause", press.game_id, ends=press.what == "end")

"""The message of a demo: the board, the news of the last turns, and a button to stop it."""

from __future__ import annotations

from typing import Annotated

from bot.games.log import GameLog
from bot.presentation.texts import GREY, MESSAGE, colour_of, cut, format_level
from bot.ui.framework import themes
from bot.ui.framework.app import App
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.messages import picture
from bot.ui.messages.board import describe_steps
from bot.ui.words.results import list_short_scores, result_of
from rules import GAMES


class DemoPress(Press, word="demo"):
    """A button of a demo."""

    demo_id: int
    what: Annotated[str, one_of("stop")]


async def render_demo(app: App, log: GameLog, *, stopped: bool = False) -> Reply:
    """Return the current message of a demo, without the button if the game is over or the demo ``stopped``."""
    row, state = log.row, log.state()
    steps = log.steps(row.board_version or 0, log.version)
    theme = await themes.of_server(app, row.guild_id)
    file = await picture.draw_board(row, state, theme, f"{row.kind}-demo-{row.id}-{log.version}.png", steps=steps)
    lines = [
        f"**{GAMES[row.kind].title}** · demo: computers play each other at {format_level(row.players[0].level)}",
        describe_steps(row, steps),
        result_of(row.names, state) if state.is_over else "The demo was stopped." if stopped else "",
        list_short_scores(row, state),
        f"-# Just a demo, started by <@{row.started_by}>. It is not ranked.",
    ]
    ended = state.is_over or stopped
    buttons = None if ended else view([make_button(DemoPress(row.id, "stop"), "Stop", "danger")])
    colour = GREY if stopped else colour_of(row, state)
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), view=buttons, files=(file,), colour=colour)

"""The message of a **Play** panel: a picture, buttons and a few lines, built from the player's choices so far."""

from __future__ import annotations

from typing import Any

from bot.panels import panel_of
from bot.panels.core import Draft
from bot.panels.maker import PanelMaker, add_buttons
from bot.presentation.texts import MESSAGE, PREMOVE_DROPPED, colour_of, cut
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.messages.picture import draw_board
from bot.ui.play.open_board import PagePress, make_page_buttons
from bot.ui.words import times
from bot.usecases.queries import GameView
from rules.parts import square_of
from rules.squares import Square


class PanelPress(Press, word="panel"):
    """A button or menu of a **Play** panel that was made at ``version`` of the game.

    ``stamp`` differs between answers: Discord's clients keep the selection of a menu while its id stays the same, even if the
    bot sends another one.
    """

    game_id: int
    version: int
    control: str
    stamp: str


async def render_panel(
    app: App,
    position: GameView,
    seat: int,
    draft: Draft,
    interaction: Interaction,
    *,
    above: str = "",
    edit: bool = False,
) -> Reply:
    """Return the panel of a seat at a position, in answer to an interaction. ``above``: a line above its text.

    ``edit``: replace the previous panel; otherwise send a new message, and delete the previous one.
    """
    row = position.row
    app.open_panels.remember(row.id, interaction, position.version, answers_move=False, new=not edit)
    panel = maker_of(position).build(position.state, seat, draft, find_recent_squares(position))
    name = f"{row.kind}-{row.id}-choice.png"
    theme = position.theme or app.theme
    last = position.log.steps(position.log.last_turn(), position.version)
    picture = await draw_board(row, position.state, theme, name, steps=last, marks=panel.marks, preview=panel.preview)
    time_left = times.describe_time_briefly(row, position.clock, app.context.clock(), position.state)
    text = cut("\n".join(filter(None, (above, panel.text, time_left))), MESSAGE)
    rows = add_buttons(panel.rows, make_page_buttons(app, PagePress(row.id)))

    def custom_id(control: str) -> str:
        return PanelPress(row.id, position.version, control, f"{interaction.id:x}").id

    return Reply(
        "", view=lay_out(text, rows, custom_id, picture), files=(picture,), colour=colour_of(row, position.state), edit=edit
    )


def maker_of(position: GameView) -> PanelMaker[Any]:
    """Return the panel maker for a game, in the version of its rules."""
    return panel_of(position.row.kind, position.row.rules)


def describe_dropped(position: GameView) -> str:
    """Return the line for the player to move that their premove was not played; empty if there was none."""
    return PREMOVE_DROPPED if position.armed is not None and position.armed.dropped else ""


def find_recent_squares(position: GameView) -> list[Square]:
    """Return the squares of the last turn's moves, newest first."""
    parts = maker_of(position).parts
    steps = position.log.steps(position.log.last_turn(), position.version)
    found = list[Square]()
    for step in reversed(steps):
        if step.before.seat is not None:
            found += (square for told in parts.describe(step.before, step.action) if (square := square_of(told)) is not None)
    return found


def close_panel(text: str) -> Reply:
    """Return a text without controls that replaces a panel."""
    return Reply("", view=lay_out(text), edit=True)

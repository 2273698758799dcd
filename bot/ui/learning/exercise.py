"""Exercises in Discord: one private message with the position, the task, and the real **Play** panel of the game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from bot.common.markdown import to_markdown
from bot.common.words import explain_illegal
from bot.panels import panel_of
from bot.panels.core import Button, Draft, Panel, Row
from bot.panels.maker import add_buttons
from bot.presentation.exercises.core import Exercise, Line, Mark, Solver, Turn
from bot.presentation.panel_press import TYPED, NotPlayed, OpenPanel
from bot.presentation.texts import GREY, MESSAGE, colour_in, cut
from bot.ui.channels.visibility import sees_channel
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.forms import make_move_form
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.play.open_board import make_page_buttons
from render import picture
from render.view import NO_MARKS, View

E = TypeVar("E", bound=Exercise)
SHORT = 64
"""Maximum length of a short first line of a panel, in characters. A panel with a short first line shows no text until something
is chosen."""
EMOJI: dict[Mark, str] = {"": "", "right": "✅ ", "good": "☑️ ", "no": "❌ ", "why_not": "❌ ", "answer": "💡 "}


def make_solver(app: App, interaction: Interaction) -> Solver:
    """Return the user of an interaction as a solver."""
    sees = partial(sees_channel, interaction)
    return Solver(app.context, app.workers, guild_of(interaction), interaction.user.id, sees)


@dataclass(frozen=True)
class Face(Generic[E]):
    """The parts of an exercise's message that differ between the kinds of exercise."""

    press: Callable[[E, str, str], Press]
    """Makes the press of a button or menu from the exercise, the id of the control, and a stamp."""
    page: Callable[[E], Press]
    """Makes the press of **Open the board**."""
    open_button: Button
    """The button that this kind adds to an open exercise, before **Open the board**."""
    closed_rows: Callable[[E, int], Sequence[Row]]
    """Makes the rows of buttons of a finished exercise; takes the server's id."""
    close: Callable[[E], Sequence[Line]]
    """Returns the lines of a finished exercise."""
    picture: Callable[[E], str]
    """Returns the name of the picture; see ``_draw``."""
    label: str = "Your move"
    """The label of the text field for an answer."""


async def render(
    app: App, interaction: Interaction, face: Face[E], turn: Turn, *, warning: str = "", edit: bool = True
) -> Reply:
    """Return the message of an exercise. ``warning``: a line above the panel, in Markdown."""
    exercise: Any = turn.exercise
    state = exercise.start
    panel = panel_of(state.game, state.rules).build(state, state.seat or 0, exercise.draft) if exercise.is_open else None
    file = await _draw(app, interaction, exercise, panel, face.picture(exercise))
    lines = [f"**{exercise.title}** · {exercise.place}", f"🎯 {to_markdown(exercise.task)}", warning, *_write(turn.said)]
    if panel is None:
        lines += [*_write(face.close(exercise)), f"-# {turn.rating}" if turn.rating else ""]
        rows = face.closed_rows(exercise, guild_of(interaction))
    else:
        # The task and the buttons already say "Choose a space". Only this text says "3 cows to place".
        first, *_ = panel.text.splitlines()
        repeats = not exercise.draft and len(first) <= SHORT and not any(map(str.isdigit, first))
        lines += [*_write(exercise.lines), "" if repeats else panel.text]
        rows = add_buttons(panel.rows, [face.open_button, *make_page_buttons(app, face.page(exercise))])
    text = cut("\n".join(filter(None, lines)), MESSAGE)
    colour = GREY if panel is None else colour_in(state)

    def make_id(control: str) -> str:
        return face.press(exercise, control, f"{interaction.id:x}").id

    return Reply("", view=lay_out(text, rows, make_id, file), files=(file,), colour=colour, edit=edit)


def _write(lines: Sequence[Line]) -> list[str]:
    return [f"{EMOJI[line.mark]}{to_markdown(line.text)}" for line in lines if line.text]


def open_panel(app: App, interaction: Interaction, face: Face[E], exercise: E) -> OpenPanel[Reply]:
    """Return the panel of an exercise for a press of a member."""
    solver, state = make_solver(app, interaction), exercise.start

    async def send(text: str) -> Reply:
        try:
            turn = await exercise.answer(solver, text)
        except ValueError as error:  # an illegal move does not count as a wrong answer
            raise NotPlayed(explain_illegal(error)) from None
        return await render(app, interaction, face, turn)

    async def choose(draft: Draft) -> Reply:
        return await render(app, interaction, face, await exercise.choose(solver, draft))

    async def show(said: str) -> Reply:
        return await render(app, interaction, face, Turn(exercise), warning=said)

    def open_form() -> Reply:
        custom_id = face.press(exercise, TYPED, f"{interaction.id:x}").id
        return Reply("", form=make_move_form(custom_id, state, face.label))

    return OpenPanel(state, state.seat or 0, exercise.draft, send, choose, show, Reply, open_form)


async def _draw(app: App, interaction: Interaction, exercise: Exercise, panel: Panel | None, name: str) -> Attachment:
    """Draw a position in the user's theme. Pictures are cached for all users who see the same names.

    ``name``: the name of the picture, which identifies the lesson's step, the puzzle, or the game.
    """
    theme = await themes.of_member(app, guild_of(interaction), interaction.user.id)
    moves = tuple(str(step.action) for step in exercise.played)
    chosen, preview = (NO_MARKS, None) if panel is None else (panel.marks, panel.preview)
    shown = chosen if exercise.draft or exercise.marks == NO_MARKS else exercise.marks
    draft = json.dumps(dict(exercise.draft), sort_keys=True)
    wanted = name, exercise.start, exercise.names, moves, shown, draft, theme

    def draw() -> Any:
        played = tuple(exercise.played)
        view = View(exercise.names, theme, played, shown, preview=preview)
        return picture(played[-1].after if played else exercise.start, view)

    made = await app.positions.get(wanted, lambda: asyncio.to_thread(draw))
    return Attachment(made.png, name, made.alt)

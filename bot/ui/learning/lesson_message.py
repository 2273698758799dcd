"""The message of a lesson: the position, one sentence, and the real **Play** panel of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.common.markdown import escape
from bot.panels import panel_of
from bot.panels.core import Button, Panel, Row
from bot.panels.maker import PanelMaker, add_buttons
from bot.ui.framework.app import App
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.texts import GREY, MESSAGE, colour_in, cut, renderer_of
from bot.ui.learning.begin import EASIEST
from bot.ui.learning.doors import LearnPress, VersusPress
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.learning.position import Position, draw_position
from bot.ui.messages.gallery import RulesPress
from bot.ui.play.open_board import PAGE, make_page_buttons
from bot.usecases.access import has_computer
from bot.usecases.learning.lessons import Place
from render.view import Marks
from rules import GAMES, State
from rules.steps import Step

Interaction = discord.Interaction[Any]

NEXT, SKIP, AGAIN = "lesson.next", "lesson.skip", "lesson.again"
"""The ids of the buttons that are the lesson's own, beside those of the panel."""
VERSUS, RULES = "lesson.versus", "lesson.rules"
"""The ids of the buttons that lead out of it."""
OTHER = "lesson.other."
"""How the ids of the buttons begin that lead to the lessons of other games."""


@dataclass(frozen=True)
class LessonPress(Press, word="lesson"):
    """A button or menu of a lesson's message: of the panel, or the lesson's own.

    ``stamp`` differs from one answer to the next, as in ``bot.ui.play.panel_message.PanelPress``.
    """

    kind: str
    step: str
    control: str
    stamp: str


def maker_of(state: State) -> PanelMaker[Any]:
    """Return the panel of a position."""
    return panel_of(state.game, state.rules)


async def render_lesson(
    app: App, interaction: Interaction, place: Place, *, said: str = "", edit: bool, others: Sequence[str] = ()
) -> Reply:
    """Return the message of a lesson. ``said``: the answer to what was done last. ``others``: games with lessons, too."""
    state, played = place.start, place.steps_played()
    panel = None if place.is_done else maker_of(state).build(state, state.seat or 0, place.draft or {})
    file = await _draw(app, interaction, place, state, panel, played)
    kind = place.lesson.game
    head = f"**Learn {GAMES[kind].title}** · step {place.number + 1} of {len(place.lesson.steps)}"
    lines = [head, f"🎯 {place.step.task}"]
    if panel is None:
        lines += [f"✅ {place.step.right}", _farewell(kind) if place.is_last else ""]
        rows = _rows_after(place, others)
    else:
        lines += [said, tell_answer(place, state), panel.text]
        rows = add_buttons(panel.rows, [Button(SKIP, "Skip this step"), *make_page_buttons(app)])

    def custom_id(control: str) -> str:
        if control == VERSUS:
            return VersusPress(kind).id
        if control == RULES:
            return RulesPress(kind, "open").id
        if control.startswith(OTHER):
            return LearnPress(control.removeprefix(OTHER)).id
        if control == PAGE:
            return LearningPagePress("lesson", kind).id
        return LessonPress(kind, place.step.name, control, f"{interaction.id:x}").id

    text = cut("\n".join(filter(None, lines)), MESSAGE)
    colour = GREY if panel is None else colour_in(state)
    return Reply("", view=lay_out(text, rows, custom_id, file), files=(file,), colour=colour, edit=edit)


def _farewell(kind: str) -> str:
    if not has_computer(kind):
        return "**That was the lesson.**"
    return f"**That was the lesson. Now play:** a short game against the bot, at level {EASIEST}, with hints, in this channel."


def _rows_after(place: Place, others: Sequence[str]) -> list[Row]:
    """Return the buttons of a step that is done."""
    kind = place.lesson.game
    if not place.is_last:
        return [(Button(NEXT, "Next", "primary"),)]
    play = [Button(VERSUS, "Play against the bot", "success", emoji="🤖")] if has_computer(kind) else []
    rows: list[Row] = [(*play, Button(RULES, "Rules"), Button(AGAIN, "Once more"))]
    if others:
        rows.append(tuple(Button(f"{OTHER}{game}", f"Learn {GAMES[game].title}") for game in others))
    return rows


def tell_answer(place: Place, state: State) -> str:
    """Return the answer in words, after some wrong tries."""
    if not place.tells_answer:
        return ""
    renderer, told = renderer_of(state.game, state.rules), list[str]()
    for move in state.play_all(place.step.answer)[1]:
        told.append(renderer.say_move(state, move))
        state = state.play(move)
    return f"💡 The answer: **{escape(', then '.join(told))}**. {_tell_reasons(place)}".rstrip()


def _tell_reasons(place: Place) -> str:
    """Return why the answer is good, in the words of a computer, where the step wants them."""
    state = place.start
    moves = state.play_all(place.step.answer)[1]
    return renderer_of(state.game, state.rules).because(state, moves) if place.step.reasons else ""


def _mark_answer(place: Place) -> Marks:
    """Return what marks in the picture the answer that is told, and the move that its reasons compare it with."""
    state = place.start
    moves, renderer = state.play_all(place.step.answer)[1], renderer_of(state.game, state.rules)
    return renderer.mark_moves(moves, renderer.told_other(state, moves, _tell_reasons(place)))


async def _draw(
    app: App, interaction: Interaction, place: Place, state: State, panel: Panel | None, played: Sequence[Step]
) -> Attachment:
    """Draw the position, or what the right move has made of it."""
    name = about = f"{place.lesson.game}-{place.step.name}"
    if panel is not None and place.tells_answer and not place.draft:
        about, panel = f"{about}-told", replace(panel, marks=_mark_answer(place))
    made = await draw_position(app, interaction, Position(about, EASIEST, state, played, panel, place.draft))
    return Attachment(made.png, f"learn-{name}.png", made.alt)

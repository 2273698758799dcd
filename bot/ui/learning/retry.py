"""**Try again** below the last board: the moment where a player lost most, to find something better, privately."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

import discord

from bot.panels.core import Button, Panel
from bot.presentation.exercises.core import Turn
from bot.presentation.exercises.moments import MomentExercise, make_moment
from bot.presentation.panel_press import press as press_in
from bot.ui.computers.lookback import TOO_LATE, tell_length
from bot.ui.framework import themes
from bot.ui.framework.app import App, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply, about
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import Face, make_solver, open_panel, render
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.messages import picture
from bot.ui.messages.picture import may_have_picture
from bot.ui.play.open_board import PAGE
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from bot.usecases.refusal import Refusal
from bot.workers import Lane
from bot.workers.errors import WorkerProblem
from bot.workers.jobs import FindMistake
from render.view import NO_MARKS
from rules import GAMES

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

SHOW = "retry.show"
"""The id of the button that tells the better move."""


@dataclass(frozen=True)
class RetryPress(Press, word="retry"):
    """A button or menu of the panel in which a player tries again at a place of the record."""

    game_id: int
    place: int
    control: str
    stamp: str


def _make_id(exercise: MomentExercise, control: str, stamp: str) -> str:
    game_id = exercise.at.log.row.id
    if control == PAGE:
        return LearningPagePress("retry", str(game_id)).id
    return RetryPress(game_id, exercise.mistake.place, control, stamp).id


async def _draw(app: App, interaction: Interaction, exercise: MomentExercise, panel: Panel | None) -> Attachment:
    row = exercise.at.log.row
    marks, preview = (NO_MARKS, None) if panel is None else (panel.marks, panel.preview)
    theme = await themes.of_member(app, row.guild_id, interaction.user.id)
    name = f"{row.kind}-{row.id}-again.png"
    return await picture.draw_board(row, exercise.start, theme, name, marks=marks, preview=preview)


FACE = Face(_make_id, [Button(SHOW, "Show me")], lambda exercise, guild_id: [], lambda exercise: [], _draw)


async def open_retry(app: App, interaction: Interaction, game_id: int) -> Reply:
    """Return the moment in a message of its own; where nobody has looked for it, say how long that takes, and let it follow."""
    may_have_picture(app, interaction.user.id)
    moment = await mistakes.find(app.context, guild_of(interaction), game_id, interaction.user.id)
    if moment.is_known:
        return await _show(app, interaction, moment)
    wait = tell_length(mistakes.takes(moment.log, moment.seat) * (1 + app.workers.waiting(Lane.ANALYSIS)))

    async def sent(_: int) -> None:
        task = asyncio.create_task(_follow(app, interaction, moment), name=f"try again {game_id}")
        app.following.add(task)
        task.add_done_callback(app.following.discard)

    text = f"I am looking for the moment where you lost most. It takes about {wait}, and I put it here."
    return Reply("", view=lay_out(text), sent=sent)


async def _follow(app: App, interaction: Interaction, moment: Moment) -> None:
    """Put the moment in the place of the answer once a worker has found it. After a restart, the button asks again."""
    row, user = moment.log.row, interaction.user.id
    job = FindMistake(moment.log.record_json(), moment.seat, mistakes.choose_means(moment.log, moment.seat))
    try:
        async with asyncio.timeout(TOO_LATE):
            found = await app.workers.run(job, user)
        await mistakes.keep(app.context, row.id, moment.seat, found)
        known = await mistakes.find(app.context, row.guild_id, row.id, user)
        reply = await _show(app, interaction, known)
        await interaction.edit_original_response(**reply.edit_parts())
    except (TimeoutError, WorkerProblem, Refusal, discord.DiscordException) as error:
        logger.info("a moment could not be shown to whoever asked: %r", error, extra=about(interaction))


async def _show(app: App, interaction: Interaction, moment: Moment) -> Reply:
    """Return the moment; that there is none where no decision lost much."""
    exercise = make_moment(moment)
    if exercise is None:
        row = moment.log.row
        text = f"**Try again** · {GAMES[row.kind].title} #{row.id}\nNo decision of yours lost much in this game. Well played!"
        return Reply("", view=lay_out(text))
    return await render(app, interaction, FACE, Turn(exercise), edit=False)


@answers(RetryPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: RetryPress) -> Reply:
    """Answer a press in the panel: with another choice, a judgement, the better move."""
    exercise = make_moment(await mistakes.find(app.context, guild_of(interaction), press.game_id, interaction.user.id))
    if exercise is None or exercise.mistake.place != press.place:
        return Reply("", view=lay_out("This moment is no longer known. Press **Try again** below the last board."), edit=True)
    if press.control == SHOW:
        return await render(app, interaction, FACE, await exercise.act(make_solver(app, interaction), "tell"))
    return await press_in(open_panel(app, interaction, FACE, exercise), press.control, press.values)

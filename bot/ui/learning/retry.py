"""**Practice mistakes** below the last board: in private, the player retries the decisions that cost them most."""

from __future__ import annotations

from bot.panels.core import Button, Row
from bot.presentation.exercises.core import ExerciseAction, Line, Turn
from bot.presentation.exercises.moments import GONE, NOTHING, MomentExercise, make_moment
from bot.presentation.panel_press import press as press_in
from bot.ui.computers.lookback import wait_for_analysis
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import Face, make_solver, open_panel, render
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.messages.board import BoardPress
from bot.usecases.computers import lookbacks
from bot.usecases.learning import mistakes
from bot.usecases.learning.mistakes import Moment
from players.lookback import LookBack
from rules import GAMES

SHOW, NEXT, CLOSE = "retry.show", "retry.next", "retry.close"
"""The ids of the buttons to show the better move, go to the next moment, and remove the message."""


ACTIONS: dict[str, ExerciseAction] = {SHOW: "tell", NEXT: "next"}


class RetryPress(Press, word="retry"):
    """A button or menu of the panel in which a player retries a decision. ``place``: its index in the record."""

    game_id: int
    place: int
    control: str
    stamp: str


def _make_closed_rows(exercise: MomentExercise, _: int) -> list[Row]:
    log = exercise.at.log
    analysis = Button(BoardPress(log.row.id, log.version, "lookback").id, "Analysis")
    go_on = analysis if exercise.at.following is None else Button(NEXT, "Next", "primary")
    return [(go_on, Button(CLOSE, "Close"))]


def _close(exercise: MomentExercise) -> list[Line]:
    return [Line("answer", exercise.outcome), *exercise.lines]


def _name_picture(exercise: MomentExercise) -> str:
    return f"{exercise.at.log.row.kind}-{exercise.at.log.row.id}-again.png"


FACE = Face(
    press=lambda exercise, control, stamp: RetryPress(exercise.at.log.row.id, exercise.mistake.place, control, stamp),
    page=lambda exercise: LearningPagePress("retry", f"{exercise.at.log.row.id}-{exercise.mistake.place}"),
    open_button=Button(SHOW, "Show"),
    closed_rows=_make_closed_rows,
    close=_close,
    picture=_name_picture,
)


async def open_retry(app: App, interaction: Interaction, game_id: int) -> Reply:
    """Return the moment in a new message, or the time until the game is analysed; then the moment replaces that answer.

    Raise Refusal if the user has asked for too many pictures.
    """
    app.pacing.pictures.spend(interaction.user.id)
    guild_id, user_id = guild_of(interaction), interaction.user.id
    moment = await mistakes.find(app.context, guild_id, game_id, user_id)
    if moment.is_known:
        return await _show(app, interaction, moment)

    async def show(_: LookBack) -> Reply:
        return await _show(app, interaction, await mistakes.find(app.context, guild_id, game_id, user_id))

    log, _ = await lookbacks.ask(app.context, guild_id, game_id)
    return wait_for_analysis(app, interaction, log, "Practice mistakes", show)


async def _show(app: App, interaction: Interaction, moment: Moment) -> Reply:
    """Return the moment without any choices yet, or a message that no decision cost much."""
    exercise = await make_moment(moment)
    if exercise is None:
        row = moment.log.row
        text = f"**Practice mistakes** · {GAMES[row.kind].title} #{row.id}\n{NOTHING}"
        analysis = BoardPress(row.id, moment.log.version, "lookback").id
        return Reply("", view=lay_out(text, [(Button(analysis, "Analysis"),)]))
    turn = Turn(exercise) if exercise.is_open else await exercise.choose(make_solver(app, interaction), {})
    return await render(app, interaction, FACE, turn, edit=False)


@answers(RetryPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: RetryPress) -> Reply:
    """Return the moment after a press: with another choice, a verdict, the better move, or the next moment."""
    if press.control == CLOSE:
        return Reply("", view=lay_out("Closed."), files=(), edit=True, sent=lambda _: interaction.delete_original_response())
    found = await mistakes.find(app.context, guild_of(interaction), press.game_id, interaction.user.id, press.place)
    exercise = await make_moment(found)
    if exercise is None:
        return Reply("", view=lay_out(GONE), files=(), edit=True)
    is_current = exercise.is_open and exercise.mistake.place == press.place
    if not is_current and press.control != NEXT:
        return await render(app, interaction, FACE, Turn(exercise))
    if press.control in ACTIONS:
        return await render(app, interaction, FACE, await exercise.act(make_solver(app, interaction), ACTIONS[press.control]))
    return await press_in(open_panel(app, interaction, FACE, exercise), press.control, press.values)

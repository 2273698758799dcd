"""``/learn``: a lesson by playing, in one private message."""

from __future__ import annotations

from bot.common.words import Text
from bot.games.lessons import games_with_lessons
from bot.panels.core import Button, Row
from bot.presentation.exercises.core import ExerciseAction, Line, Turn
from bot.presentation.exercises.lessons import EASIEST, LessonExercise, find_lesson
from bot.presentation.panel_press import press as press_in
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import Face, make_solver, open_panel, render
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.messages.entry_points import LearnPress, VersusPress
from bot.ui.messages.gallery import RulesPress
from bot.usecases.access import has_computer
from bot.usecases.refusal import Refusal
from rules import GAMES

ACTIONS: dict[str, ExerciseAction] = {"lesson.next": "next", "lesson.skip": "skip", "lesson.again": "again"}
"""Id of a button of the lesson -> its action."""
NEXT, SKIP, AGAIN = ACTIONS


class LessonPress(Press, word="lesson"):
    """A button or menu of a lesson's message: of the panel, or the lesson's own. ``stamp``: as in a **Play** panel."""

    kind: str
    step: str
    control: str
    stamp: str


def _make_closed_rows(exercise: LessonExercise, _: int) -> list[Row]:
    if not exercise.at.is_last:
        return [(Button(NEXT, "Next", "primary"),)]
    kind = exercise.at.lesson.game
    play = [Button(VersusPress(kind).id, "Play against the bot", "success", emoji="🤖")] if has_computer(kind) else []
    rows: list[Row] = [(*play, Button(RulesPress(kind, "open").id, "Rules"), Button(AGAIN, "Once more"))]
    others = [game for game in games_with_lessons() if game != kind]
    if others:
        rows.append(tuple(Button(LearnPress(game).id, f"Learn {GAMES[game].title}") for game in others))
    return rows


def _close(exercise: LessonExercise) -> list[Line]:
    right = Line("right", Text(exercise.at.step.right))
    return [right, Line("", Text(_farewell(exercise.at.lesson.game)))] if exercise.at.is_last else [right]


FACE = Face(
    press=lambda exercise, control, stamp: LessonPress(exercise.at.lesson.game, exercise.at.step.name, control, stamp),
    page=lambda exercise: LearningPagePress("lesson", exercise.at.lesson.game),
    open_button=Button(SKIP, "Skip this step"),
    closed_rows=_make_closed_rows,
    close=_close,
    picture=lambda exercise: f"learn-{exercise.at.lesson.game}-{exercise.at.step.name}.png",
)


def _farewell(kind: str) -> str:
    if not has_computer(kind):
        return "**That was the lesson.**"
    return f"**That was the lesson. Now play:** a short game against the bot, at level {EASIEST}, with hints, in this channel."


async def show_lesson(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the lesson of a game at the user's last step; without a game, a button for each lesson.

    Raise Refusal if the game has no lesson.
    """
    known = games_with_lessons()
    if kind is None:
        teach = [make_button(LearnPress(game), GAMES[game].title, "primary", row=0) for game in known]
        begin = [
            make_button(VersusPress(game), f"Play {GAMES[game].title}", emoji="🤖", row=1)
            for game in known
            if has_computer(game)
        ]
        text = "Which game do you want to learn? A lesson takes about three minutes. 🤖 starts a short game against me."
        return Reply(text, view=view([*teach, *begin]))
    if kind not in known:
        raise Refusal(f"There is no lesson for {GAMES[kind].title} yet. `/rules` explains it.")
    return await render(app, interaction, FACE, Turn(await find_lesson(make_solver(app, interaction), kind)), edit=False)


@answers(LearnPress, direct=True)
async def open_lesson(app: App, interaction: Interaction, press: LearnPress) -> Reply:
    """Open the lesson in a new message."""
    return await show_lesson(app, interaction, find_word(press.kind, GAMES).name)


@answers(LessonPress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: LessonPress) -> Reply:
    """Return the lesson after a press: with another choice, a verdict, or the next step."""
    solver = make_solver(app, interaction)
    exercise = await find_lesson(solver, find_word(press.kind, games_with_lessons()).game)
    if press.step != exercise.at.step.name:
        gone_on = "-# The lesson has moved on; this is your step."
        return await render(app, interaction, FACE, Turn(exercise), warning=gone_on)
    if press.control in ACTIONS:
        return await render(app, interaction, FACE, await exercise.act(solver, ACTIONS[press.control]))
    if not exercise.is_open:
        return await render(app, interaction, FACE, Turn(exercise))
    return await press_in(open_panel(app, interaction, FACE, exercise), press.control, press.values)

"""``/puzzle``: a position with a best answer, in one private message."""

from __future__ import annotations

from bot.common.home import is_home
from bot.games.puzzles import puzzles_of
from bot.panels.core import Button, Row
from bot.presentation.exercises.core import Turn
from bot.presentation.exercises.puzzles import PuzzleExercise, find_puzzle, set_puzzle
from bot.presentation.panel_press import press as press_in
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.layout import lay_out
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import Face, make_solver, open_panel, render
from bot.ui.learning.open_page import LearningPagePress
from bot.ui.messages.gallery import RulesPress
from bot.usecases.learning import puzzles, reports
from bot.usecases.refusal import Refusal
from rules import GAMES

NEXT, TELL, REPORT = "puzzle.next", "puzzle.tell", "puzzle.report"
"""The ids of the puzzle's own buttons, in addition to those of the panel."""


class PuzzlePress(Press, word="puzzle"):
    """A button or menu of a puzzle's message: of the panel, or the puzzle's own. ``stamp``: as in a **Play** panel."""

    puzzle: str
    control: str
    stamp: str


def _make_closed_rows(exercise: PuzzleExercise, guild_id: int) -> list[Row]:
    report = () if is_home(guild_id) else (Button(REPORT, "Report"),)  # in a direct message there is nobody to review reports
    rules = Button(RulesPress(exercise.puzzle.game, "open").id, "Rules")
    return [(Button(NEXT, "Next puzzle", "primary"), rules, *report)]


FACE = Face(
    press=lambda exercise, control, stamp: PuzzlePress(exercise.puzzle.id, control, stamp),
    page=lambda exercise: LearningPagePress("puzzle", exercise.puzzle.id),
    open_button=Button(TELL, "Show"),
    closed_rows=_make_closed_rows,
    close=lambda exercise: exercise.lines,
    picture=lambda exercise: f"puzzle-{exercise.puzzle.game}-{exercise.puzzle.id}.png",
    label="Your answer",
)


async def show_puzzle(app: App, interaction: Interaction, kind: str | None) -> Reply:
    """Return the user's unfinished puzzle, or a new one. Raise Refusal if there are no more."""
    if kind is not None and not puzzles_of(kind):
        raise Refusal(f"There are no puzzles for {GAMES[kind].title} yet.")
    return await open_puzzle(app, interaction, await set_puzzle(make_solver(app, interaction), kind))


async def open_puzzle(app: App, interaction: Interaction, exercise: PuzzleExercise, *, edit: bool = False) -> Reply:
    """Return a puzzle in a new message; with ``edit``, in place of the previous one."""
    return await render(app, interaction, FACE, Turn(exercise), edit=edit)


@answers(PuzzlePress, edit=True, direct=True)
async def handle_press(app: App, interaction: Interaction, press: PuzzlePress) -> Reply:
    """Return the puzzle after a press: with another choice, a verdict, the answer, or the next puzzle."""
    solver = make_solver(app, interaction)
    if press.control == NEXT:
        kind = await puzzles.find_kind(app.context, *solver.who, press.puzzle)
        return await open_puzzle(app, interaction, await set_puzzle(solver, kind), edit=True)
    exercise = await find_puzzle(solver, press.puzzle)
    if not exercise.is_open and press.control == REPORT:
        return await _report(app, interaction, exercise)
    if not exercise.is_open:
        return await open_puzzle(app, interaction, exercise, edit=True)
    if press.control == TELL:
        return await render(app, interaction, FACE, await exercise.act(solver, "tell"))
    return await press_in(open_panel(app, interaction, FACE, exercise), press.control, press.values)


async def _report(app: App, interaction: Interaction, exercise: PuzzleExercise) -> Reply:
    """Report the puzzle, which also hides it from the user. Raise Refusal after too many reports."""
    puzzle = exercise.puzzle
    await reports.report(app.context, *make_solver(app, interaction).who, puzzle.id)
    text = (
        f"**Puzzle** · {GAMES[puzzle.game].title}\nReported. You do not get it again, and it does not become the daily puzzle. "
        "Server managers decide whether anybody else gets it. They do not see who reported it."
    )
    following = Button(PuzzlePress(puzzle.id, NEXT, f"{interaction.id:x}").id, "Next puzzle", "primary")
    return Reply("", view=lay_out(text, [(following,)]), edit=True)

"""The message of the daily puzzle: a picture, the question, **Solve**, and the answer to yesterday's puzzle."""

from __future__ import annotations

import asyncio

from bot.common.markdown import escape
from bot.presentation.exercises.puzzles import OPPONENT, ask, describe_answer, make_puzzle
from bot.presentation.texts import MESSAGE, colour_in, cut
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.components import make_button, view
from bot.ui.framework.press import Press
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import make_solver
from bot.ui.learning.puzzle import open_puzzle
from bot.usecases.computers.seats import make_computers
from bot.usecases.learning import puzzles
from bot.usecases.learning.daily import Day
from render import picture
from render.text.words import join_first
from render.view import View
from rules import GAMES

MOST_NAMED = 20


class DailyPress(Press, word="daily"):
    """The button **Solve** of a daily puzzle."""

    puzzle: str


@answers(DailyPress)
async def solve(app: App, interaction: Interaction, press: DailyPress) -> Reply:
    """Return the puzzle of the day in a private message."""
    solver = make_solver(app, interaction)
    found = await puzzles.set_this(app.context, *solver.who, press.puzzle, solver.sees)
    return await open_puzzle(app, interaction, make_puzzle(found))


async def render_day(app: App, guild_id: int, day: Day) -> Reply:
    """Return the message of a day. It reveals nobody's attempts at today's puzzle."""
    puzzle = day.puzzle
    names = tuple(computer.name for computer in make_computers(2, OPPONENT))
    made = await asyncio.to_thread(picture, puzzle.start, View(names, await themes.of_server(app, guild_id)))
    mover = names[puzzle.start.seat or 0]
    lines = [
        f"**Puzzle of the day** · {GAMES[puzzle.game].title}",
        f"🎯 **{mover}** is to move. {ask(puzzle)}",
        "-# Press **Solve**. Your tries stay private, and the answer comes tomorrow.",
        _describe_before(day),
    ]
    file = Attachment(made.png, f"daily-{day.day}.png", made.alt)
    buttons = view([make_button(DailyPress(puzzle.id), "Solve", "primary")])
    return Reply(cut("\n".join(filter(None, lines)), MESSAGE), view=buttons, files=(file,), colour=colour_in(puzzle.start))


def _describe_before(day: Day) -> str:
    """Return the answer to yesterday's puzzle, and the members who found it."""
    if day.before is None:
        return "The last one was withdrawn. All tries and ratings stay." if day.was_withdrawn else ""
    solvers, tried = day.tries
    told = f"The last one ({GAMES[day.before.game].title}): **{escape(describe_answer(day.before))}**."
    if not tried:
        return f"{told} Nobody has tried it."
    named = join_first([f"<@{user}>" for user in solvers], MOST_NAMED)
    return f"{told} {len(solvers)} of {tried} solved it{': ' if solvers else ''}{named}."

"""Reported puzzles, in ``/server settings`` at **Reports**: managers of the server take them out or keep them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from bot.common.markdown import escape
from bot.panels.core import Button
from bot.presentation.exercises.puzzles import OPPONENT, ask, describe_answer
from bot.storage.queries.learning.reports import OUT
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.attachment import Attachment
from bot.ui.framework.layout import lay_out
from bot.ui.framework.parts import show_among_server
from bot.ui.framework.press import Press, one_of
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.learning.exercise import make_solver
from bot.usecases import access
from bot.usecases.computers.seats import make_computers
from bot.usecases.learning import reports
from bot.usecases.learning.reports import Listed
from render import picture
from render.view import View
from rules import GAMES
from rules.words import count

SHOWN, TAKE_OUT, KEEP = "show", "out", "keep"
"""Actions of a press: show a puzzle, take it out, keep it (or put it back)."""


class ReportsPress(Press, word="reports"):
    """A button of a reported puzzle. ``puzzle``: empty for the first one. ``stamp``: as in a **Play** panel."""

    what: Annotated[str, one_of(SHOWN, TAKE_OUT, KEEP)]
    puzzle: str
    stamp: str


@answers(ReportsPress, edit=True)
async def handle_press(app: App, interaction: Interaction, press: ReportsPress) -> Reply:
    """Save a decision about a puzzle, or show a puzzle with its answer. Raise Refusal if the user is no manager."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    guild = guild_of(interaction)
    if press.what != SHOWN:
        await reports.decide(app.context, guild, press.puzzle, make_solver(app, interaction).sees, out=press.what == TAKE_OUT)
        return await show_reports(app, interaction)
    return await show_reports(app, interaction, press.puzzle)


async def show_reports(app: App, interaction: Interaction, puzzle_id: str = "") -> Reply:
    """Return a reported puzzle, by default the first in the list, with its actions. Raise Refusal if the user is no manager."""
    access.to_manage(manages=interaction.permissions.manage_guild)
    found = await reports.list_reported(app.context, guild_of(interaction), make_solver(app, interaction).sees)
    if not found:
        text = "**Reported puzzles of this server**\nNone. Members find **Report** below the answer of a puzzle."
        return show_among_server(Reply("", view=lay_out(text), files=(), edit=True), "reports")
    place = next((number for number, each in enumerate(found) if each.puzzle.id == puzzle_id), 0)
    listed = found[place]
    text = "\n".join([f"**Reported puzzle {place + 1} of {len(found)}**", *_describe(listed)])
    decide = (
        [Button(f"{KEEP}:{listed.puzzle.id}", "Put it back")]
        if listed.report.decision == OUT
        else [
            Button(f"{TAKE_OUT}:{listed.puzzle.id}", "Take it out", "danger"),
            Button(f"{KEEP}:{listed.puzzle.id}", "Keep it", "success"),
        ]
    )
    others = [(place - 1, "Back"), (place + 1, "Next")]
    turns = [Button(f"{SHOWN}:{found[to].puzzle.id}", label) for to, label in others if 0 <= to < len(found)]

    def custom_id(control: str) -> str:
        what, _, puzzle = control.partition(":")
        return ReportsPress(what, puzzle, f"{interaction.id:x}").id

    file = await _draw(app, interaction, listed)
    made = lay_out(text, [(*decide, *turns)], custom_id, file)
    return show_among_server(Reply("", view=made, files=(file,), edit=True), "reports")


def _describe(listed: Listed) -> list[str]:
    """Describe a reported puzzle in Markdown lines: question, answer, number of reports, state of the review."""
    (_, reported, decision), puzzle = listed
    origin = "from a game of this server" if puzzle.from_server else "one of the bot’s own"
    state = "It is removed: nobody in this server gets it." if decision == OUT else "It is not decided yet."
    return [
        f"{GAMES[puzzle.game].title}, {origin}. {ask(puzzle)}",
        f"The answer: **{escape(describe_answer(puzzle))}**.",
        f"{count(reported, 'member')} reported it. {state}",
        "-# Until you decide, it does not become the daily puzzle. If you take it out, nobody in this server gets it. If you "
        "keep it, all but those who reported it may get it.",
    ]


async def _draw(app: App, interaction: Interaction, listed: Listed) -> Attachment:
    puzzle = listed.puzzle
    names = tuple(computer.name for computer in make_computers(2, OPPONENT))
    theme = await themes.of_member(app, guild_of(interaction), interaction.user.id)
    made = await asyncio.to_thread(picture, puzzle.start, View(names, theme))
    return Attachment(made.png, f"reported-{puzzle.game}-{puzzle.id}.png", made.alt)

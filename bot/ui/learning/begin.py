"""Buttons that start with one press: **Play against the bot**, and **Open a table** with the usual options."""

from __future__ import annotations

from bot.games.lessons import ShortGame, lesson_of
from bot.presentation.exercises.lessons import EASIEST
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.press import find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages.entry_points import OpenPress, VersusPress
from bot.ui.tables import tables
from rules import GAMES


@answers(VersusPress, public=True, direct=True)
async def play_computer(app: App, interaction: Interaction, press: VersusPress) -> Reply:
    """Start a short game against a computer. Raise Refusal if the server does not allow it here."""
    kind = find_word(press.kind, GAMES).name
    lesson = lesson_of(kind)
    short = ShortGame() if lesson is None else lesson.play
    asked = {"computers": short.seats - 1, "level": EASIEST, "hints": True}
    return await tables.open_table(app, interaction, kind, short.options, asked=asked, setup=short.setup)


@answers(OpenPress, public=True)
async def open_table(app: App, interaction: Interaction, press: OpenPress) -> Reply:
    """Open a table with the usual options. Raise Refusal if the server does not allow it here."""
    return await tables.open_table(app, interaction, find_word(press.kind, GAMES).name, {}, asked={})

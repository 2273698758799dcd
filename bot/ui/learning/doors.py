"""The buttons that lead to a lesson and to a game against a computer, wherever they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.games.lessons import ShortGame, lesson_of
from bot.ui.framework.app import App
from bot.ui.framework.press import Press, find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.tables import tables
from rules import GAMES

EASIEST = 1
"""The level of the computer in a first game."""


@dataclass(frozen=True)
class LearnPress(Press, word="learn"):
    """A button that opens the lesson of a game, where the member was."""

    kind: str


@dataclass(frozen=True)
class VersusPress(Press, word="versus"):
    """A button that begins a short game against a computer, in this channel and at once."""

    kind: str


@answers(VersusPress, public=True)
async def play_computer(app: App, interaction: discord.Interaction[Any], press: VersusPress) -> Reply:
    """Begin the game. Raise Refusal where the server does not let it begin here."""
    kind = find_word(press.kind, GAMES).name
    lesson = lesson_of(kind)
    short = ShortGame() if lesson is None else lesson.play
    asked = {"computers": short.seats - 1, "level": EASIEST, "hints": True}
    return await tables.open_table(app, interaction, kind, short.options, asked=asked, setup=short.setup)

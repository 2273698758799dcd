"""``/play``: a private list of the games, each with a small picture and buttons to start it with one press."""

from __future__ import annotations

import asyncio
from typing import Any

from discord import ui

from bot.games.lessons import ShortGame, lesson_of
from bot.presentation.exercises.lessons import EASIEST
from bot.presentation.texts import read_summary
from bot.ui.framework import themes
from bot.ui.framework.app import App, Interaction, guild_of
from bot.ui.framework.components import make_button
from bot.ui.framework.layout import make_section
from bot.ui.framework.press import find_word
from bot.ui.framework.reply import Reply
from bot.ui.framework.router import answers
from bot.ui.messages import picture
from bot.ui.messages.entry_points import LearnPress, OpenPress, StartPress, VersusPress
from bot.ui.tables import tables
from bot.usecases.access import has_computer
from rules import GAMES, Game


async def show_games(app: App, interaction: Interaction) -> Reply:
    """Return the list of games, each with the number of players, the duration, a small picture, and buttons."""
    user = interaction.user.id
    app.pacing.pictures.spend(user)
    theme = await themes.of_member(app, guild_of(interaction), user)
    files = await asyncio.gather(*(picture.draw_example(app, kind, user, theme) for kind in GAMES))
    made = ui.LayoutView(timeout=None)
    for game, file in zip(GAMES.values(), files, strict=True):
        made.add_item(make_section(_describe(game), file))
        made.add_item(ui.ActionRow(*_buttons(game.name, direct=interaction.guild_id is None)))
    return Reply("", view=made, files=tuple(files))


@answers(StartPress, direct=True)
async def handle_start_press(app: App, interaction: Interaction, _: StartPress) -> Reply:
    """Return the games after a press of a button that does the same as ``/play``."""
    return await show_games(app, interaction)


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


def _describe(game: Game[Any]) -> str:
    """Describe a game in few lines: its name and players, its goal, its duration."""
    low, high = game.seats[0], game.seats[-1]
    lesson = lesson_of(game.name)
    players = f"for {low}" if low == high else f"for {low} to {high}"
    length = [] if lesson is None else [f"-# {lesson.length}"]
    return "\n".join([f"**{game.title}** · {players}", read_summary(game.name), *length])


def _buttons(kind: str, *, direct: bool) -> list[ui.Item[Any]]:
    """Return the buttons to start a game; in a direct message without the one that opens a table."""
    made: list[ui.Item[Any]] = []
    if lesson_of(kind) is not None:
        made.append(make_button(LearnPress(kind), "Learn", "primary"))
    if not direct:
        made.append(make_button(OpenPress(kind), "Invite"))
    if has_computer(kind):
        made.append(make_button(VersusPress(kind), f"Play bot: level {EASIEST}"))
    return made

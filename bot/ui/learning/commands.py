"""The commands ``/learn``, ``/play`` and ``/puzzle``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.games.lessons import games_with_lessons
from bot.games.puzzles import games_with_puzzles
from bot.ui.framework.app import app_of
from bot.ui.framework.reply import answer
from bot.ui.learning import begin, lesson, puzzle  # noqa: F401 - begin answers buttons that lead out of a lesson
from bot.ui.learning.play import show_games
from rules import GAMES

Interaction = discord.Interaction[Any]


def commands() -> list[app_commands.Command[Any, Any, Any]]:
    """Return all commands of this module."""

    @app_commands.command(name="learn", description="Learn a game by playing, privately, in about three minutes")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[app_commands.Choice(name=GAMES[game].title, value=game) for game in games_with_lessons()])
    async def learn(interaction: Interaction, game: str | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, lesson.show_lesson(app, interaction, game))

    @app_commands.command(name="play", description="The games: learn one, open a table, or play the bot now")
    async def play(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, show_games(app, interaction))

    @app_commands.command(name="puzzle", description="Find the best move in a position of a real game, for you alone")
    @app_commands.describe(game="Which game; leave it out, and it may be any")
    @app_commands.choices(game=[app_commands.Choice(name=GAMES[game].title, value=game) for game in games_with_puzzles()])
    async def solve(interaction: Interaction, game: str | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, puzzle.show_puzzle(app, interaction, game))

    return [learn, play, solve]

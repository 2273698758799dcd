"""The commands about the games of a server: lists, rankings, replays, exports."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.ui.framework import game_picker
from bot.ui.framework.app import App, app_of
from bot.ui.framework.autocomplete import list_games_to_look_at, offers
from bot.ui.framework.reply import Reply, answer
from bot.ui.statistics import hall_of_fame, import_export, latest, ranking, stats, stepper
from rules import GAMES

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, Any, Any]

KINDS = [app_commands.Choice(name=game.title, value=game.name) for game in GAMES.values()]

WHICH = "Its number; without one, the game of this channel"


def commands() -> list[Command]:
    """Return all commands of this module."""
    return [
        _history(),
        _replay(),
        _of_kind("ranking", "Who plays best in this server, and your own place", ranking.show_ranking),
        _of_kind("halloffame", "The best of each month and of all time, and the records", hall_of_fame.show_all),
        _stats(),
        _export(),
        _import(),
        plain("latest", "Running games and games just finished", latest.show_latest),
    ]


def plain(name: str, description: str, handler: Callable[[App, Interaction], Coroutine[Any, Any, Reply]]) -> Command:
    """Return a command without options."""

    @app_commands.command(name=name, description=description)
    async def command(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, handler(app, interaction))

    return command


def _of_kind(
    name: str,
    description: str,
    handler: Callable[[App, Interaction, str | None], Coroutine[Any, Any, Reply]],
) -> Command:
    """Return a command with a kind of game as its only option."""

    @app_commands.command(name=name, description=description)
    @app_commands.describe(game="Only this game; all of them otherwise")
    @app_commands.choices(game=KINDS)
    async def command(interaction: Interaction, game: str | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, handler(app, interaction, game))

    return command


def _history() -> Command:
    @app_commands.command(name="history", description="Look through a game, turn by turn")
    @app_commands.describe(game=WHICH, turn="The turn to begin with, counted from 1; otherwise the last one")
    async def history(interaction: Interaction, game: int | None = None, turn: int | None = None) -> None:
        app = app_of(interaction)
        work = game_picker.in_game(
            "history", app, interaction, game, lambda found: stepper.show_history(app, interaction, found, turn), ended=True
        )
        await answer(app, interaction, work)

    history.autocomplete("game")(offers(list_games_to_look_at))
    return history


def _replay() -> Command:
    @app_commands.command(name="replay", description="A game as a moving picture, for you alone; you may share it")
    @app_commands.describe(game=WHICH)
    async def replay(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        work = game_picker.in_game(
            "replay", app, interaction, game, lambda found: stepper.show_replay(app, interaction, found), ended=True
        )
        await answer(app, interaction, work)

    replay.autocomplete("game")(offers(list_games_to_look_at))
    return replay


def _stats() -> Command:
    @app_commands.command(name="stats", description="A member's games, wins and opponents, with charts")
    @app_commands.describe(member="Whose; yours otherwise", game="Only this game; all of them otherwise")
    @app_commands.choices(game=KINDS)
    async def stats_(
        interaction: Interaction, member: discord.Member | discord.User | None = None, game: str | None = None
    ) -> None:
        app = app_of(interaction)
        await answer(app, interaction, stats.show_stats(app, interaction, member, game))

    return stats_


def _export() -> Command:
    @app_commands.command(name="export", description="Finished games as a file: one of them, or all of yours")
    @app_commands.describe(game="The number of a finished game; all of yours otherwise")
    async def export(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, import_export.export_games(app, interaction, game))

    export.autocomplete("game")(offers(list_games_to_look_at))
    return export


def _import() -> Command:
    @app_commands.command(name="import", description="Look through games from a file that /export has written")
    @app_commands.describe(file="The file: .json.gz or .json")
    async def import_(interaction: Interaction, file: discord.Attachment) -> None:
        app = app_of(interaction)
        await answer(app, interaction, import_export.import_games(app, interaction, file))

    return import_

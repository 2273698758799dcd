"""The forms that several slash commands share: without options, with a kind of game, with a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from discord import app_commands

from bot.ui.framework import game_picker
from bot.ui.framework.app import App, Interaction
from bot.ui.framework.autocomplete import list_own_games, offers
from bot.ui.framework.reply import Reply, answer_command
from rules import GAMES

Command = app_commands.Command[Any, Any, Any]

GAME = "Which game, if there are several"
ONLY = "Only this game. Empty: all of them"


def list_kinds(kinds: Iterable[str] = GAMES) -> list[app_commands.Choice[str]]:
    """Return the choices of an option whose value is one of these kinds of games."""
    return [app_commands.Choice(name=GAMES[kind].title, value=kind) for kind in kinds]


def plain(name: str, description: str, handler: Callable[[App, Interaction], Coroutine[Any, Any, Reply]]) -> Command:
    """Return a command without options."""

    @app_commands.command(name=name, description=description)
    async def command(interaction: Interaction) -> None:
        await answer_command(interaction, handler)

    return command


def of_kind(
    name: str,
    description: str,
    handler: Callable[[App, Interaction, str | None], Coroutine[Any, Any, Reply]],
    which: str = ONLY,
    kinds: Iterable[str] = GAMES,
) -> Command:
    """Return a command with a kind of game as its only option."""

    @app_commands.command(name=name, description=description)
    @app_commands.describe(game=which)
    @app_commands.choices(game=list_kinds(kinds))
    async def command(interaction: Interaction, game: str | None = None) -> None:
        await answer_command(interaction, handler, game)

    return command


def of_one_kind(name: str, description: str, handler: Callable[[App, Interaction, str], Coroutine[Any, Any, Reply]]) -> Command:
    """Return a command whose only option, a kind of game, has to be given."""

    @app_commands.command(name=name, description=description)
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=list_kinds())
    async def command(interaction: Interaction, game: str) -> None:
        await answer_command(interaction, handler, game)

    return command


def of_game(
    name: str,
    description: str,
    handler: Callable[[App, Interaction, int | None], Awaitable[Reply]],
    suggest: Callable[[App, Interaction, str], Awaitable[list[app_commands.Choice[int]]]] = list_own_games,
    which: str = GAME,
    **searched: bool,
) -> Command:
    """Return a command with a game as its only option; a game picked after “Which game?” continues it.

    ``searched``: options of :func:`game_picker.in_game`.
    """

    @app_commands.command(name=name, description=description)
    @app_commands.describe(game=which)
    async def command(interaction: Interaction, game: int | None = None) -> None:
        await answer_command(interaction, game_picker.in_game, name, game, handler, **searched)

    command.autocomplete("game")(offers(suggest))
    game_picker.COMMANDS[name] = handler
    return command

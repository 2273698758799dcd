"""The slash commands. Each only reads Discord's options and hands on to one handler."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.core.errors import Refusal
from bot.core.play import SeveralGames, only_one
from bot.storage.database import DatabaseBusy
from bot.ui import boards, fairness, lists, newgame, panels, proposals, suggest
from bot.ui.app import App, channel_of, guild_of, user_of
from bot.ui.reply import Reply, about, answer
from bot.ui.texts import cut
from rules import GAMES

logger = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]
AppOf = Callable[[Interaction], App]

T = TypeVar("T")

GAME = "Which game, where there are several"


def add_commands(tree: app_commands.CommandTree[Any], app_of: AppOf) -> None:
    """Adds every command to the tree. All work in servers only."""
    commands: list[app_commands.Command[Any, Any, Any] | app_commands.Group] = [
        newgame.group(app_of),
        _move(app_of),
        _board(app_of),
        _rules(app_of),
        *_of_my_game(app_of),
        *_plain(app_of),
    ]
    for command in commands:
        command.guild_only = True
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
        tree.add_command(command)


def _move(app_of: AppOf) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="move", description="Play a move")
    @app_commands.describe(move="The move, such as C4 F; what is legal is offered while you type", game=GAME)
    async def move(interaction: Interaction, move: str, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, _played(app, interaction, move, game))

    @move.autocomplete("move")
    async def legal(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await _choices(interaction, lambda: _legal(app_of(interaction), interaction, typed))

    @move.autocomplete("game")
    async def mine(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await _choices(interaction, lambda: _games(app_of(interaction), interaction, typed, mine=True))

    return move


async def _played(app: App, interaction: Interaction, move: str, game: int | None) -> Reply:
    user = user_of(interaction)
    row = await app.play.choose_game(guild_of(interaction), channel_of(interaction), user.id, game, to_move=True)
    played = await app.play.play(row.guild_id, row.id, user, move, interaction_id=interaction.id)
    return await panels.after_move(app, played, interaction, edit=False)


async def _legal(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    named = getattr(interaction.namespace, "game", None)
    guild, channel, user = boards.here(interaction)
    try:
        row = await app.play.choose_game(guild, channel, user, named if isinstance(named, int) else None, to_move=True)
    except SeveralGames as several:
        hint = cut(f"You have several games here: fill in the option `game` first ({several.names()})", suggest.LABEL)
        return [app_commands.Choice(name=hint, value=cut(typed, suggest.LABEL) or "?")]
    position = await app.play.position(row.guild_id, row.id)
    if position.state.seat is None or position.state.seat != row.seat_of(interaction.user.id):
        return []
    found = suggest.moves(row.game, position.state, typed)
    return [app_commands.Choice(name=label, value=text) for label, text in found]


async def _games(
    app: App, interaction: Interaction, typed: str, *, mine: bool, ended: bool = False
) -> list[app_commands.Choice[int]]:
    guild, channel, user = boards.here(interaction)
    rows = await app.play.channel_games(guild, channel, user if mine else None)
    if ended:
        rows += await app.play.channel_games(guild, channel, None, over=True)
    return [app_commands.Choice(name=label, value=number) for label, number in suggest.games(rows, typed)]


async def _choices(interaction: Interaction, work: Callable[[], Awaitable[list[T]]]) -> list[T]:
    """What autocomplete offers; nothing where it cannot be said. An error here is only logged: nobody waits for it."""
    try:
        return await work()
    except (Refusal, DatabaseBusy):
        return []
    except Exception:
        logger.exception("autocomplete failed", extra=about(interaction))
        return []


def _board(app_of: AppOf) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="board", description="See how a game stands, and what you may play")
    @app_commands.describe(game=GAME)
    async def board(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, _private_board(app, interaction, game))

    @board.autocomplete("game")
    async def here(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await _choices(interaction, lambda: _games(app_of(interaction), interaction, typed, mine=False))

    return board


async def _private_board(app: App, interaction: Interaction, game: int | None) -> Reply:
    guild, channel, user = boards.here(interaction)
    if game is None:
        shown = await app.play.channel_games(guild, channel, user) or await app.play.channel_games(guild, channel, None)
        game = only_one(shown, "There are several games in this channel").id if shown else None
    row = await app.play.choose_game(guild, channel, user, game)
    return await boards.private_board(app, interaction, await app.play.position(guild, row.id))


def _rules(app_of: AppOf) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="rules", description="The rules of a game, with a picture")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=g.name) for g in GAMES.values()])
    async def rules(interaction: Interaction, game: str) -> None:
        app = app_of(interaction)
        await answer(app, interaction, boards.rules(app, game))

    return rules


def _of_my_game(app_of: AppOf) -> list[app_commands.Command[Any, Any, Any]]:
    """Commands whose only option is one of the asker's games."""
    wanted = {
        "resign": ("Give up in a game (you are asked whether you mean it)", proposals.resign),
        "undo": ("Take back your last move; where others have moved since, they are asked", proposals.undo),
        "draw": ("Offer the others a draw", proposals.draw),
        "history": ("The moves of a game, numbered, in words", lists.history),
    }
    made = []
    for name, (description, handler) in wanted.items():
        made.append(_of_game(app_of, name, description, handler))
    return made


def _of_game(
    app_of: AppOf, name: str, description: str, handler: Callable[[App, Interaction, int | None], Any]
) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=name, description=description)
    @app_commands.describe(game=GAME)
    async def command(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, handler(app, interaction, game))

    @command.autocomplete("game")
    async def mine(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        history = name == "history"
        app = app_of(interaction)
        return await _choices(interaction, lambda: _games(app, interaction, typed, mine=not history, ended=history))

    return command


def _plain(app_of: AppOf) -> list[app_commands.Command[Any, Any, Any]]:
    """Commands without options."""

    @app_commands.command(name="games", description="Your games and the games of this server")
    async def games(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, lists.games(app, interaction))

    @app_commands.command(name="help", description="How to play with this bot")
    async def help_(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, lists.helped())

    @app_commands.command(name="fairness", description="How fair this server's finished games of Land were, by house rules")
    async def fairness_(interaction: Interaction) -> None:
        app = app_of(interaction)
        await answer(app, interaction, fairness.shown(app, interaction))

    return [games, fairness_, help_]

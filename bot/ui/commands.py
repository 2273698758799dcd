"""The slash commands and their registration with Discord. Each reads its options and calls one handler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import discord
from discord import app_commands

from bot.ui import menus
from bot.ui.computers import demo, hint
from bot.ui.framework import game_picker
from bot.ui.framework.app import App, app_of, here
from bot.ui.framework.autocomplete import list_adjourned_games, list_games_here, list_legal_moves, list_own_games, offers
from bot.ui.framework.places import place_command
from bot.ui.framework.reply import Reply, answer
from bot.ui.league import commands as league
from bot.ui.learning import commands as learning
from bot.ui.play import board_buttons, games_list, premove, proposals, resign, typed
from bot.ui.play import boards as shown
from bot.ui.play import rules as rules_command
from bot.ui.seats import substitute
from bot.ui.server import help as help_command
from bot.ui.server import my, server
from bot.ui.statistics import commands as statistics
from bot.ui.statistics import fairness
from bot.ui.tables import change, gallery, newgame, standing_offers
from bot.ui.time import claims, pauses
from bot.usecases import queries
from bot.usecases.access import has_computer
from rules import GAMES

Interaction = discord.Interaction[Any]
AnyCommand = app_commands.Command[Any, Any, Any] | app_commands.Group | app_commands.ContextMenu

GAME = "Which game, where there are several"
BUTTONS_ALONE = (board_buttons, change, gallery, pauses)
"""Modules without commands, imported because that registers their handlers of button presses."""


@cache
def make_commands() -> tuple[AnyCommand, ...]:
    """Return all commands and context menus. They are made once: those of two bots in one process are the same."""
    commands: tuple[AnyCommand, ...] = (
        newgame.group(),
        _move(),
        _board(),
        _rules(),
        my.group(),
        server.group(),
        league.group(),
        *_of_my_game(),
        _substitute(),
        _challenge(),
        _resume(),
        _demo(),
        *_plain(),
        *statistics.commands(),
        *learning.commands(),
        *menus.make_menus(),
    )
    for command in commands:
        place_command(command)
    return commands


def _move() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="move", description="Play a move")
    @app_commands.describe(move="The move, such as C4 F; what is legal is offered while you type", game=GAME)
    async def move(interaction: Interaction, move: str, game: int | None = None) -> None:
        app = app_of(interaction)
        work = game_picker.in_game(
            "move", app, interaction, game, lambda found: typed.play_typed(app, interaction, move, found), to_move=True
        )
        await answer(app, interaction, work)

    move.autocomplete("move")(offers(list_legal_moves))
    move.autocomplete("game")(offers(list_own_games))
    return move


def _board() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="board", description="See how a game stands, and what you may play")
    @app_commands.describe(game=GAME)
    async def board(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        work = game_picker.in_game(
            "board", app, interaction, game, lambda found: _private_board(app, interaction, found), ended=True
        )
        await answer(app, interaction, work)

    board.autocomplete("game")(offers(list_games_here))
    return board


async def _private_board(app: App, interaction: Interaction, game: int | None) -> Reply:
    guild, channel, user = here(interaction)
    found = await queries.view_waiting_game(app.context, guild, channel, user, game, of_others=True)
    reply = await shown.show_private_board(app, interaction, found.view)
    if not found.others:
        return reply
    row = found.view.row
    waited = f"\n-# {game_picker.LONGEST}" if row.seat is not None and row.seat == row.seat_of(user) else ""
    others = game_picker.make_buttons(found.others, "board")
    for item in [] if reply.view is None else reply.view.children:
        others.add_item(item)
    return replace(reply, content=f"{reply.content}{waited}", view=others)


def _rules() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="rules", description="The rules of a game, with a picture")
    @app_commands.describe(game="Which game")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=g.name) for g in GAMES.values()])
    async def rules(interaction: Interaction, game: str) -> None:
        app = app_of(interaction)
        await answer(app, interaction, rules_command.show_rules(app, interaction, game))

    return rules


def _substitute() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="substitute", description="Hand your seat in a game to somebody else")
    @app_commands.describe(member="Who is asked to play on for you; leave it out, and anybody may", game=GAME)
    async def hand_over(interaction: Interaction, member: discord.Member | None = None, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, substitute.hand_over(app, interaction, game, member))

    hand_over.autocomplete("game")(offers(list_own_games))
    return hand_over


def _challenge() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="challenge", description="Standing offers of yours to play: two that fit become a game")
    @app_commands.describe(game="Which game to begin with")
    @app_commands.choices(game=[app_commands.Choice(name=g.title, value=g.name) for g in GAMES.values()])
    async def challenge(interaction: Interaction, game: str | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, standing_offers.show_panel(app, interaction, game))

    return challenge


def _demo() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="demo", description="Watch computers play each other, in one message")
    @app_commands.describe(game="Which game", level="How well they play: 1 (beginners) to 5 (as well as they can)")
    @app_commands.choices(
        game=[app_commands.Choice(name=g.title, value=g.name) for g in GAMES.values() if has_computer(g.name)]
    )
    async def watch(interaction: Interaction, game: str, level: app_commands.Range[int, 1, 5] = 5) -> None:
        app = app_of(interaction)
        await answer(app, interaction, demo.start_demo(app, interaction, game, level), public=True)

    return watch


def _of_my_game() -> list[app_commands.Command[Any, Any, Any]]:
    """Return the commands whose only option is one of the user's games."""
    wanted = {
        "resign": ("Give up in a game (you are asked whether you mean it)", resign.confirm_resign),
        "undo": ("Take back your last move; where others have moved since, they are asked", proposals.undo),
        "premove": ("Choose what you play if the others play this or that", premove.open_premoves),
        "draw": ("Offer the others a draw", proposals.draw),
        "hint": ("What a computer would play here, and why; for you alone", hint.show_hint),
    }
    made = []
    for name, (description, handler) in wanted.items():
        made.append(_of_game(name, description, handler))
    return made


def _of_game(
    name: str, description: str, handler: Callable[[App, Interaction, int | None], Any]
) -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name=name, description=description)
    @app_commands.describe(game=GAME)
    async def command(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        work = game_picker.in_game(name, app, interaction, game, lambda found: handler(app, interaction, found), to_move=True)
        await answer(app, interaction, work)

    command.autocomplete("game")(offers(list_own_games))
    return command


def _resume() -> app_commands.Command[Any, Any, Any]:
    @app_commands.command(name="resume", description="Take up an adjourned game; it goes on in this channel")
    @app_commands.describe(game=GAME)
    async def resume(interaction: Interaction, game: int | None = None) -> None:
        app = app_of(interaction)
        await answer(app, interaction, game_picker.answer_or_ask("resume", claims.resume(app, interaction, game)))

    resume.autocomplete("game")(offers(list_adjourned_games))
    return resume


def _plain() -> list[app_commands.Command[Any, Any, Any]]:
    """Return the commands without options."""
    return [
        statistics.plain("games", "Your games and the games of this server", games_list.show_games),
        statistics.plain("fairness", "How fair this server's finished games of Land were, by house rules", fairness.render),
        statistics.plain("help", "How to play with this bot", help_command.show_help),
    ]

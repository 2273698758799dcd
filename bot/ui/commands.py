"""The slash commands and their registration with Discord. Each reads its options and calls one handler."""

from __future__ import annotations

from functools import cache, partial

import discord
from discord import app_commands

from bot.games.lessons import games_with_lessons
from bot.games.puzzles import games_with_puzzles
from bot.ui import menus
from bot.ui.command_shapes import GAME, ONLY, Command, list_kinds, of_game, of_kind, of_one_kind, plain
from bot.ui.computers import demo, hint
from bot.ui.framework import game_picker
from bot.ui.framework.app import Interaction, app_of
from bot.ui.framework.autocomplete import (
    list_adjourned_games,
    list_games_here,
    list_games_to_look_at,
    list_legal_moves,
    list_own_games,
    offers,
)
from bot.ui.framework.places import place_command
from bot.ui.framework.reply import answer, answer_command
from bot.ui.league import commands as league
from bot.ui.learning import lesson, play, puzzle
from bot.ui.play import board_buttons, games_list, panels, premove, proposals, resign, typed
from bot.ui.play import boards as shown
from bot.ui.play import rules as rules_command
from bot.ui.seats import substitute
from bot.ui.server import help as help_command
from bot.ui.server import my, server
from bot.ui.statistics import fairness, hall_of_fame, import_export, latest, ranking, stats, stepper
from bot.ui.tables import change, gallery, newgame, standing_offers
from bot.ui.time import claims
from bot.usecases.access import has_computer
from rules import GAMES

AnyCommand = Command | app_commands.Group | app_commands.ContextMenu

BUTTONS_ALONE = (board_buttons, change, gallery)
"""Modules without commands. Importing them registers their handlers of button presses."""
OF_PLAYED = "Its number. Empty: the game in this channel"


@cache
def make_commands() -> tuple[AnyCommand, ...]:
    """Return all commands and context menus. They are made once, so two bots in one process share them."""
    commands: tuple[AnyCommand, ...] = (
        newgame.group(),
        _move(),
        of_game("board", "See a game, and the moves you can play", shown.show_board, list_games_here, ended=True),
        of_one_kind("rules", "The rules of a game, with a picture", rules_command.show_rules),
        my.group(),
        server.group(),
        league.group(),
        *_of_own_game(),
        _substitute(),
        of_kind(
            "challenge",
            "Your standing offers to play: two matching offers become a game",
            standing_offers.show_panel,
            "Which game to begin with",
        ),
        of_game("resume", "Continue an adjourned game, in this channel", claims.resume, list_adjourned_games),
        _demo(),
        plain("games", "Your games and the games of this server", games_list.show_games),
        plain("fairness", "How fair this server’s finished games of Land were, by house rules", fairness.render),
        plain("help", "How to play with this bot", help_command.show_help),
        *_of_statistics(),
        *_of_learning(),
        *menus.make_menus(),
    )
    for command in commands:
        place_command(command)
    return commands


def _move() -> Command:
    @app_commands.command(name="move", description="Play a move")
    @app_commands.describe(move="The move, such as C4 F; legal moves are suggested while you type", game=GAME)
    async def move(interaction: Interaction, move: str, game: int | None = None) -> None:
        work = partial(typed.play_typed, text=move)
        await answer_command(interaction, game_picker.in_game, "move", game, work, to_move=True)

    game_picker.COMMANDS["move"] = panels.open_game
    move.autocomplete("move")(offers(list_legal_moves))
    move.autocomplete("game")(offers(list_own_games))
    return move


def _substitute() -> Command:
    @app_commands.command(name="substitute", description="Hand your seat in a game to somebody else")
    @app_commands.describe(member="Member who plays on for you. Empty: anybody may", game=GAME)
    async def hand_over(interaction: Interaction, member: discord.Member | None = None, game: int | None = None) -> None:
        await answer_command(interaction, substitute.hand_over, game, member)

    hand_over.autocomplete("game")(offers(list_own_games))
    return hand_over


def _demo() -> Command:
    @app_commands.command(name="demo", description="Watch computers play each other, in one message")
    @app_commands.describe(game="Which game", level="How well they play: 1 (beginners) to 5 (as well as they can)")
    @app_commands.choices(game=list_kinds(filter(has_computer, GAMES)))
    async def watch(interaction: Interaction, game: str, level: app_commands.Range[int, 1, 5] = 5) -> None:
        await answer(interaction, demo.start_demo(app_of(interaction), interaction, game, level), public=True)

    return watch


def _of_own_game() -> list[Command]:
    """Return the commands about one of the user's games."""
    wanted = {
        "resign": ("Give up in a game (you are asked whether you mean it)", resign.confirm_resign),
        "undo": ("Take back your last move; if others have moved since, they are asked", proposals.undo),
        "premove": ("Set your answers to the moves that you expect", premove.open_premoves),
        "draw": ("Offer the others a draw", proposals.draw),
        "hint": ("What a computer would play here, and why; for you alone", hint.show_hint),
    }
    return [of_game(name, description, handler, to_move=True) for name, (description, handler) in wanted.items()]


def _of_statistics() -> list[Command]:
    """Return the commands about the games of a server: lists, rankings, replays, exports."""
    replay = "An animated replay, for you alone; you may share it"
    export = "Finished games as a file: one of them, or all of yours"
    exported = "Number of a finished game. Empty: all of yours"
    return [
        _history(),
        of_game("replay", replay, stepper.show_replay, list_games_to_look_at, OF_PLAYED, ended=True),
        of_kind("ranking", "Who plays best in this server, and your own place", ranking.show_ranking),
        of_kind("halloffame", "The best of each month and of all time, and the records", hall_of_fame.show_all),
        _stats(),
        of_game("export", export, import_export.export_games, list_games_to_look_at, exported),
        _import(),
        plain("latest", "Running games and games just finished", latest.show_latest),
    ]


def _of_learning() -> list[Command]:
    """Return the commands for learning a game."""
    learn, kinds = "Learn a game by playing, privately, in about three minutes", games_with_lessons()
    puzzles = "Find the best move in a position of a real game, for you alone"
    any_game = "Which game. Empty: any"
    return [
        of_kind("learn", learn, lesson.show_lesson, "Which game", kinds),
        plain("play", "The games: learn one, open a table, or play the bot now", play.show_games),
        of_kind("puzzle", puzzles, puzzle.show_puzzle, any_game, games_with_puzzles()),
    ]


def _history() -> Command:
    @app_commands.command(name="history", description="Look through a game, turn by turn")
    @app_commands.describe(game=OF_PLAYED, turn="The turn to begin with, from 1. Empty: the last one")
    async def history(interaction: Interaction, game: int | None = None, turn: int | None = None) -> None:
        work = partial(stepper.show_history, turn=turn)
        await answer_command(interaction, game_picker.in_game, "history", game, work, ended=True)

    game_picker.COMMANDS["history"] = stepper.show_history
    history.autocomplete("game")(offers(list_games_to_look_at))
    return history


def _stats() -> Command:
    @app_commands.command(name="stats", description="A member’s games, wins and opponents, with charts")
    @app_commands.describe(member="Whose. Empty: yours", game=ONLY)
    @app_commands.choices(game=list_kinds())
    async def stats_(
        interaction: Interaction, member: discord.Member | discord.User | None = None, game: str | None = None
    ) -> None:
        await answer_command(interaction, stats.show_stats, member, game)

    return stats_


def _import() -> Command:
    @app_commands.command(name="import", description="Look through games from a file that /export has written")
    @app_commands.describe(file="The file: .json.gz or .json")
    async def import_(interaction: Interaction, file: discord.Attachment) -> None:
        await answer_command(interaction, import_export.import_games, file)

    return import_

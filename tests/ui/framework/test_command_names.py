"""The names that people have learned: every command, its options and their choices. A name here is never taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from discord import AppCommandOptionType, AppCommandType, app_commands

from bot import Settings, create_bot
from bot.ui.framework import game_picker

Command = app_commands.Command[Any, Any, Any]
AnyCommand = Command | app_commands.Group | app_commands.ContextMenu

FOR_ALL = "pace off posts ranked level hints"
FOR_MANY = f"computers seats {FOR_ALL}"
NAMES = {
    "newgame pastures": f"opponent width height adjacency forest claim match {FOR_ALL}",
    "newgame territories": f"opponent board farms match {FOR_ALL}",
    "newgame land": f"map map_seed reach herd order mountain resident {FOR_MANY}",
    "newgame nomads": f"tiles entry frontier tribute {FOR_MANY}",
    "move": "move game",
    "board": "game",
    "games": "",
    "rules": "game",
    "resign": "game",
    "undo": "game",
    "draw": "game",
    "history": "game turn",
    "help": "",
    "learn": "game",
    "play": "",
    "puzzle": "game",
    "premove": "game",
    "substitute": "game member",
    "resume": "game",
    "hint": "game",
    "demo": "game level",
    "replay": "game",
    "ranking": "game",
    "halloffame": "game",
    "latest": "",
    "stats": "member game",
    "export": "game",
    "import": "file",
    "fairness": "",
    "my vacation": "from to",
    "my notifications": "",
    "my preferences": "time_zone",
    "my blocked": "",
    "my data": "",
    "my forget": "",
    "league create": "game",
    "league join": "league",
    "league leave": "league",
    "league table": "league",
    "league manage": "league",
    "challenge": "game",
    "server settings": "",
    "server manage": "",
}
"""Every command with its options, in any order."""
MENUS = {
    "Challenge to a game": AppCommandType.user,
    "Statistics": AppCommandType.user,
    "Block": AppCommandType.user,
    "History of this game": AppCommandType.message,
    "My view of this game": AppCommandType.message,
}
"""Every menu, and what it is on."""
NEEDED = {("move", "move"), ("rules", "game"), ("demo", "game"), ("import", "file"), ("league create", "game")}
"""The options that cannot be left out."""
CHOICES = {
    "pace": ["none", "relaxed", "daily", "fast", "live", "1d", "3d", "7d", "14d"],
    "off": ["none", "nights", "weekends", "nights and weekends"],
    "ranked": ["yes", "no"],
    "posts": ["turn", "thread", "one"],
    "claim": ["turn", "offer"],
}
"""The values of options that every game has, and of the offer of Pastures New."""


def leaves(commands: Iterable[AnyCommand]) -> Iterator[Command]:
    """The commands that can be typed, those of groups too."""
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        elif isinstance(command, app_commands.Command):
            yield command


@pytest.fixture(scope="module")
def commands() -> dict[str, Command]:
    """The commands that the bot registers, by what is typed."""
    return {command.qualified_name: command for command in leaves(create_bot(Settings()).tree.get_commands())}


def test_every_command_has_its_name_and_options(commands: dict[str, Command]) -> None:
    registered = {name: {each.display_name for each in command.parameters} for name, command in commands.items()}
    assert registered == {name: set(options.split()) for name, options in NAMES.items()}


def test_a_command_that_may_ask_which_game_goes_on_with_the_chosen_one(commands: dict[str, Command]) -> None:
    by_number = {
        name
        for name, command in commands.items()
        for each in command.parameters
        if each.display_name == "game" and each.autocomplete
    }
    assert set(game_picker.COMMANDS) == by_number - {"substitute"}


def test_every_menu_has_its_name_and_works_in_servers_alone() -> None:
    menus = [each for each in create_bot(Settings()).tree.get_commands() if isinstance(each, app_commands.ContextMenu)]
    assert {menu.name: menu.type for menu in menus} == MENUS
    assert all(menu.guild_only for menu in menus)


def test_nothing_is_asked_for_that_can_be_left_out(commands: dict[str, Command]) -> None:
    needed = {(name, each.display_name) for name, command in commands.items() for each in command.parameters if each.required}
    assert needed == NEEDED


def test_options_have_the_values_that_people_know(commands: dict[str, Command]) -> None:
    for name, command in commands.items():
        for option in command.parameters:
            if option.display_name in CHOICES:
                assert [choice.value for choice in option.choices] == CHOICES[option.display_name], name
            if option.display_name == "level":
                assert (option.min_value, option.max_value) == (1, 5), name
            if option.display_name == "seats":
                assert (option.min_value, option.max_value) == (2, 6), name
            if option.display_name in ("member", "opponent"):
                assert option.type is AppCommandOptionType.user, name


def test_a_game_is_named_as_you_type_wherever_it_is_a_number(commands: dict[str, Command]) -> None:
    for name, command in commands.items():
        for option in command.parameters:
            if option.display_name == "game" and not option.choices:
                assert option.autocomplete, name
    assert all(option.autocomplete for option in commands["move"].parameters)


DIRECT = {
    "play",
    "learn",
    "puzzle",
    "games",
    "board",
    "move",
    "history",
    "replay",
    "hint",
    "stats",
    "my",
    "help",
    "rules",
    "newgame",
}


def test_the_commands_that_work_in_a_direct_message_are_offered_there_and_no_others(commands: dict[str, Command]) -> None:
    found = set()
    for name, command in commands.items():
        top = command.root_parent or command
        assert top.allowed_contexts is not None, name
        assert top.allowed_installs is not None, name
        assert (top.allowed_contexts.guild, top.allowed_contexts.private_channel) == (True, False), name
        assert top.allowed_installs.guild, name
        assert top.allowed_installs.user == top.allowed_contexts.dm_channel, name
        found |= {top.name} if top.allowed_contexts.dm_channel else set()
    assert found == DIRECT

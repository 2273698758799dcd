"""The limits of application commands that Discord's OpenAPI description does not express."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
COMMANDS = 100
MENUS = 15
CHARACTERS = 8000


def command_problems(commands: Any) -> Iterator[str]:
    """A whole set of commands that is to replace the one before."""
    if not isinstance(commands, list):
        yield "commands: a list is expected"
        return
    kinds = Counter(command.get("type") or CHAT for command in commands)
    for kind, most in ((CHAT, COMMANDS), (USER, MENUS), (MESSAGE, MENUS)):
        if kinds[kind] > most:
            yield f"commands: {kinds[kind]} of type {kind}, {most} at most"
    names = Counter((command.get("type") or CHAT, command.get("name")) for command in commands)
    yield from (f"commands: {name!r} more than once" for (_, name), times in names.items() if times > 1)
    for command in commands:
        name = str(command.get("name", ""))
        if (command.get("type") or CHAT) == CHAT:
            yield from _named(command, name)
            yield from _options(command.get("options") or [], name, depth=0)
        elif command.get("description") or command.get("options"):
            yield f"{name}: a context menu has neither description nor options"
        if (size := characters(command)) > CHARACTERS:
            yield f"{name}: {size} characters in all, {CHARACTERS} at most"


def characters(part: dict[str, Any]) -> int:
    """The sum of names, descriptions and values of a command, as Discord counts it."""
    own = len(str(part.get("name", ""))) + len(str(part.get("description") or "")) + len(str(part.get("value", "")))
    return own + sum(characters(inner) for key in ("options", "choices") for inner in part.get(key) or [])


def _named(part: dict[str, Any], where: str) -> Iterator[str]:
    name = str(part.get("name", ""))
    fitting = all(letter.isalnum() or letter in "-_'" for letter in name)
    if not 1 <= len(name) <= 32 or not fitting or name != name.lower():
        yield f"{where}: a name is 1 to 32 letters, digits, - and _, in lower case"
    if not 1 <= len(str(part.get("description") or "")) <= 100:
        yield f"{where}: a description has 1 to 100 characters"


def _options(options: list[dict[str, Any]], where: str, depth: int) -> Iterator[str]:
    if len(options) > 25:
        yield f"{where}: {len(options)} options, 25 at most"
    names = Counter(option.get("name") for option in options)
    yield from (f"{where}: option {name!r} more than once" for name, times in names.items() if times > 1)
    kinds = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(kinds) > 1:
        yield f"{where}: options beside subcommands"
    optional = False
    for option in options:
        place = f"{where} {option.get('name', '')}"
        yield from _named(option, place)
        if option.get("type") in (SUBCOMMAND, GROUP):
            if depth + (option["type"] == SUBCOMMAND) > 2 or (option["type"] == GROUP and depth > 0):
                yield f"{place}: nested too deep"
            yield from _options(option.get("options") or [], place, depth + 1)
            continue
        if option.get("required") and optional:
            yield f"{place}: required after one that is not"
        optional = optional or not option.get("required")
        yield from _choices(option, place)


def _choices(option: dict[str, Any], where: str) -> Iterator[str]:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield f"{where}: choices beside autocomplete"
    if len(choices) > 25:
        yield f"{where}: {len(choices)} choices, 25 at most"
    if any(not 1 <= len(str(choice.get("name", ""))) <= 100 for choice in choices):
        yield f"{where}: a choice's name has 1 to 100 characters"
    names = Counter(choice.get("name") for choice in choices)
    yield from (f"{where}: choice {name!r} more than once" for name, times in names.items() if times > 1)

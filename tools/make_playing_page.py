"""Fill the tables of ``docs/playing.md`` from the command tree.

``python -m tools.make_playing_page``: run it after a command or an option has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from bot import Settings, create_bot
from bot.common.pace import LABELS, PACES, in_words
from bot.ui.framework.places import IN_DIRECT

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "playing.md"


def fill_tables(text: str) -> str:
    """Return the document with its tables as they should be."""
    for name, lines in (("paces", _list_paces()), ("commands", _list_commands()), ("options", _list_options())):
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not end:
            raise ValueError(f"docs/playing.md has no place for the table of {name}")
        text = "".join((before, mark, *(f"{line}\n" for line in lines), end, after))
    return text


def _commands() -> Iterator[app_commands.Command[Any, Any, Any]]:
    for command in create_bot(Settings()).tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command


def _list_commands() -> Iterator[str]:
    yield from ("| command | what it does | in a direct message |", "|---|---|:---:|")
    for command in sorted(_commands(), key=lambda each: each.qualified_name):
        direct = "yes" if (command.root_parent or command).name in IN_DIRECT else ""
        yield f"| `/{command.qualified_name}` | {command.description} | {direct} |"


def _list_options() -> Iterator[str]:
    yield from ("| option | games | what it sets |", "|---|---|---|")
    games = {each.name: each for each in _commands() if each.root_parent is not None and each.root_parent.name == "newgame"}
    found: dict[tuple[str, str], list[str]] = {}
    for game, command in games.items():
        for option in command.parameters:
            said = str(option.description)
            found.setdefault((option.name, said[0].upper() + said[1:]), []).append(game)
    for (name, said), among in sorted(found.items(), key=lambda each: (-len(each[1]), each[1])):
        yield f"| `{name}` | {'all' if len(among) == len(games) else ', '.join(among)} | {said} |"


def _list_paces() -> Iterator[str]:
    yield from ("| `pace` | at the start | for each turn | at most |", "|---|---|---|---|")
    for name, pace in PACES.items():
        if name not in LABELS:
            yield f"| `{name}` | {in_words(pace.start)} | {in_words(pace.added)} | {in_words(pace.most)} |"
    yield f"| {', '.join(f'`{label}`' for label in LABELS.values())} | | that time | |"
    yield "| `none` | no clock | | |"


def main() -> None:
    """Write the document."""
    DOCUMENT.write_text(fill_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

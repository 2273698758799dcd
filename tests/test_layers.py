"""Which part may know which: the directions of ARCHITECTURE.md, read from the imports themselves."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ABOVE = {"bot.process.client", "bot.ui.framework.router", "bot.process.preview", "bot.process.run", "bench", "studies", "tests"}
"""What starts and wires the parts of the bot; no part knows it."""

FORBIDDEN = {
    "rules": {"players", "render", "bot", "bench", "studies", "tests", "discord", "PIL", "sqlalchemy", "asyncio"},
    "players": {"render", "bot", "bench", "studies", "tests", "discord", "PIL", "sqlalchemy", "asyncio"},
    "render": {"players", "bot", "bench", "studies", "tests", "discord", "sqlalchemy", "asyncio"},
    "bot/storage": {*ABOVE, "bot.ui", "bot.panels", "bot.posting", "bot.usecases", "bot.games", "discord", "render", "PIL"},
    "bot/games": {*ABOVE, "bot.ui", "bot.panels", "bot.posting", "bot.usecases", "discord", "PIL"},
    "bot/usecases": {*ABOVE, "bot.ui", "bot.panels", "bot.posting.sender", "bot.posting.delivery", "discord", "PIL"},
    "bot/panels": {*ABOVE, "bot.ui", "bot.posting", "bot.usecases", "bot.games", "bot.storage", "discord", "sqlalchemy", "PIL"},
    "bot/ui": {*ABOVE, "bot.posting", "sqlalchemy", "PIL"},
    "bot/posting": {*ABOVE, "PIL"},
    "bot": {"bench", "studies", "tests"},
}


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, by its full name, wherever in the file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import hides where it leads"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", FORBIDDEN)
def test_no_part_knows_what_is_above_it(part: str) -> None:
    files = sorted((ROOT / part).rglob("*.py"))
    assert files
    for file in files:
        for name in imported(file):
            for other in FORBIDDEN[part]:
                assert name != other, f"{file.relative_to(ROOT)} imports {name}"
                assert not name.startswith(other + "."), f"{file.relative_to(ROOT)} imports {name}"


def test_computer_players_know_the_rules_and_nothing_else() -> None:
    files = sorted((ROOT / "players").rglob("*.py"))
    assert files
    for file in files:
        packages = {name.partition(".")[0] for name in imported(file)}
        others = packages - sys.stdlib_module_names - {"players", "rules"}
        assert not others, f"{file.relative_to(ROOT)} imports {others}"


@pytest.mark.parametrize("part", ["rules", "render"])
def test_chance_and_time_are_the_bots_alone(part: str) -> None:
    for file in sorted((ROOT / part).rglob("*.py")):
        # A generator of random numbers may be handed in, and is named as a type then.
        names = set(imported(file)) - {"random", "random.Random"}
        sources = {name for name in names if name.partition(".")[0] in ("random", "secrets", "time", "datetime", "uuid")}
        assert not sources, f"{file.relative_to(ROOT)} imports {sources}"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", f"{file.relative_to(ROOT)}:{node.lineno} makes a generator of its own"

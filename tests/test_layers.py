"""Which part may know which: the directions of ARCHITECTURE.md, read from the imports themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FORBIDDEN = {
    "rules": {"render", "bot", "bench", "tests", "discord", "PIL", "sqlalchemy", "asyncio"},
    "render": {"bot", "bench", "tests", "discord", "sqlalchemy", "asyncio"},
    "bot/core": {"bot.ui", "bot.client", "bot.preview", "discord", "PIL", "bench", "tests"},
    "bot/storage": {"bot.ui", "bot.core", "bot.client", "discord", "render", "PIL", "bench", "tests"},
    "bot/panels": {"bot.ui", "bot.core", "bot.client", "bot.storage", "discord", "sqlalchemy", "PIL", "bench", "tests"},
    "bot": {"bench", "tests"},
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
def test_no_part_knows_what_is_above_it(part: str):
    files = sorted((ROOT / part).rglob("*.py"))
    assert files
    for file in files:
        for name in imported(file):
            for other in FORBIDDEN[part]:
                assert name != other, f"{file.relative_to(ROOT)} imports {name}"
                assert not name.startswith(other + "."), f"{file.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("part", ["rules", "render"])
def test_chance_and_time_are_the_bots_alone(part: str):
    for file in sorted((ROOT / part).rglob("*.py")):
        # A generator of random numbers may be handed in, and is named as a type then.
        names = set(imported(file)) - {"random", "random.Random"}
        sources = {name for name in names if name.partition(".")[0] in ("random", "secrets", "time", "datetime", "uuid")}
        assert not sources, f"{file.relative_to(ROOT)} imports {sources}"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Random", f"{file.relative_to(ROOT)}:{node.lineno} makes a generator of its own"

"""Which part may know which: the directions of ARCHITECTURE.md."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.count_steps import find_back_arrows, find_module_circles

ROOT = Path(__file__).parents[1]


def imported(file: Path) -> Iterator[str]:
    """Every module that a file imports, by its full name, wherever in the file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import hides where it leads"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("part", ["rules", "players", "render", "bot"])
def test_what_is_installed_knows_no_bench_no_study_no_test(part: str) -> None:
    for file in sorted((ROOT / part).rglob("*.py")):
        packages = {name.partition(".")[0] for name in imported(file)}
        assert not packages & {"lab", "tools", "tests"}, file.relative_to(ROOT)


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


@pytest.mark.parametrize(("package", "most"), [("bot.usecases", 6), ("bot.ui", 3)])
def test_few_imports_lead_back(package: str, most: int) -> None:
    back = find_back_arrows(package)
    assert len(back) <= most, "\n".join(map(str, back))


def test_no_modules_import_each_other() -> None:
    assert not find_module_circles()

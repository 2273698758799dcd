"""The direction of the imports: ``rules`` knows neither ``render`` nor ``bot``, ``render`` not ``bot``, neither Discord."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FORBIDDEN = {"rules": {"render", "bot", "discord", "PIL", "sqlalchemy"}, "render": {"bot", "discord", "sqlalchemy"}}


def imports(file: Path) -> set[str]:
    """The top-level packages that a module imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_go_one_way(package: str) -> None:
    modules = sorted((ROOT / package).rglob("*.py"))
    assert len(modules) > 5
    wrong = {str(module.relative_to(ROOT)): bad for module in modules if (bad := imports(module) & FORBIDDEN[package])}
    assert not wrong


def test_the_check_sees_an_import_inside_a_function(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def f():\n    from discord.ext import commands\n    import bot.usecases\n", encoding="utf-8")
    assert imports(module) == {"discord", "bot"}

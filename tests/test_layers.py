"""Which part may know which: the directions of ARCHITECTURE.md."""

from __future__ import annotations

import re
import sys

import pytest

from tools.count_steps import find_back_arrows, find_module_circles, find_modules, read_imports


def packages_imported_by(part: str) -> dict[str, str]:
    """Return the packages that a part imports, each with one of the places."""
    found = {each.target.partition(".")[0]: str(each) for each in read_imports() if each.source.partition(".")[0] == part}
    assert found
    return found


@pytest.mark.parametrize("part", ["rules", "players", "render", "bot"])
def test_what_is_installed_knows_no_bench_no_study_no_test(part: str) -> None:
    packages = packages_imported_by(part)
    assert [packages[name] for name in ("lab", "tools", "tests") if name in packages] == []


def test_computer_players_know_the_rules_and_nothing_else() -> None:
    packages = packages_imported_by("players")
    assert [packages[name] for name in packages.keys() - sys.stdlib_module_names - {"players", "rules"}] == []


@pytest.mark.parametrize("part", ["rules", "render"])
def test_chance_and_time_are_the_bots_alone(part: str) -> None:
    sources = ("random", "secrets", "time", "datetime", "uuid")
    imported = [each for each in read_imports() if each.source.partition(".")[0] == part]
    # A generator of random numbers may be handed in, and is named as a type then.
    found = [each for each in imported if each.target.partition(".")[0] in sources]
    assert [str(each) for each in found if each.target not in ("random", "random.Random")] == []
    for name, file in find_modules().items():
        if name.partition(".")[0] == part:
            made = re.search(r"(?<![.\w])Random\(.*", file.read_text(encoding="utf-8"))
            assert made is None, f"{file} makes a generator of its own: {made[0]}"


@pytest.mark.parametrize(("package", "most"), [("bot.usecases", 6), ("bot.ui", 2)])
def test_few_imports_lead_back(package: str, most: int) -> None:
    back = find_back_arrows(package)
    assert len(back) <= most, "\n".join(map(str, back))


def test_no_modules_import_each_other() -> None:
    assert not find_module_circles()

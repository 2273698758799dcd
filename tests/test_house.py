"""The rooms of the house stay small, and importing one of them does not load what it must not know."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "rules", "render", "players", "tests", "lab", "tools")
MOST_FILES = 16
"""Python files in a folder: the eye still finds one of them by its name."""
MOST_LINES = 600
"""Lines of a file."""
FOREIGN = ("discord", "PIL", "render")
"""What draws pictures and talks with Discord: neither storage nor use cases need it."""

LOADED = 90.0
"""Seconds in which a process imports every module of the rooms."""


def modules_of(package: str) -> list[str]:
    """Return the names of all modules of a package, but for Alembic's, which only Alembic can load."""
    files = sorted((ROOT / package.replace(".", "/")).rglob("*.py"))
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]
    return [name for name in names if "migrations" not in name]


def python_files(folder: Path) -> list[str]:
    """Return the names of the Python files directly in a folder."""
    return sorted(file.name for file in folder.glob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_folder_has_more_files_than_the_eye_takes_in(package: str) -> None:
    folders = [ROOT / package, *(path for path in (ROOT / package).rglob("*") if path.is_dir())]
    assert any(python_files(folder) for folder in folders), f"there is no package {package} any more"
    crowded = {str(folder.relative_to(ROOT)): len(python_files(folder)) for folder in folders}
    crowded = {name: number for name, number in crowded.items() if number > MOST_FILES and "migrations" not in name}
    assert crowded == {}, f"more than {MOST_FILES} Python files"


@pytest.mark.parametrize("package", [package for package in PACKAGES if package != "tests"])
def test_no_file_is_too_long_to_be_read_at_once(package: str) -> None:
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in (ROOT / package).rglob("*.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_two_files_of_tests_have_one_name() -> None:
    """Tests are no packages, so pytest takes two files of one name for the same module."""
    names = [file.name for folder in ("tests", "lab/tests") for file in (ROOT / folder).rglob("test_*.py")]
    assert len(names) > 100
    assert [name for name in set(names) if names.count(name) > 1] == []


@pytest.mark.full
def test_storage_and_use_cases_load_neither_discord_nor_pictures() -> None:
    """``lint-imports`` reads the same from the code in every run; this also finds what is imported by its name.

    In a process of its own, as here all is loaded. The modules come one after the other: the first one named is to blame."""
    names = [name for package in ("bot.common", "bot.storage", "bot.games", "bot.usecases") for name in modules_of(package)]
    assert len(names) > 100, "all modules of the rooms are looked at"
    done = subprocess.run(
        [sys.executable, "-m", "tests.programs.loaded_modules", ",".join(FOREIGN), *names],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        timeout=LOADED,
    )
    assert done.returncode == 0, done.stderr
    guilty = {name: foreign for name, foreign in json.loads(done.stdout).items() if foreign}
    assert next(iter(guilty.items()), None) is None

"""``tools/setup``: what every make target does first."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GOOD = """#!/bin/sh
case "$*" in
    "-c "*) exit 0 ;;
    "-m venv --clear .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python && echo "$0" >>made ;;
    "-m pip --version") exit 0 ;;
    "-m pip install "*) echo "$*" >>installed; [ ! -e broken ] ;;
    --version) echo "Python 3.12.0" ;;
    *) exit 9 ;;
esac
"""
"""Stands in for a Python that is new enough."""

WITHOUT_VENV = """#!/bin/sh
case "$*" in
    "-c import venv"*) exit 1 ;;
    "-c "*) exit 0 ;;
    *) exit 9 ;;
esac
"""
"""Stands in for a Python that lacks the module ``venv``, as Debian ships it."""

SHIM = "#!/bin/sh\necho 'command not found' >&2\nexit 127\n"
"""Stands in for one that is there by name only."""


class Project:
    """A folder with a lock and pythons of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = folder / "requirements" / "page.txt"
        self.lock.parent.mkdir()
        self.lock.write_text("aiohttp==1\n", encoding="utf-8")
        (self.lock.parent / "dev.txt").write_text("aiohttp==1\npytest==1\n", encoding="utf-8")
        self.programs = folder / "programs"
        self.programs.mkdir()
        for program in ("sh", "cat", "cmp", "cp", "mkdir"):
            found = shutil.which(program)
            assert found is not None
            (self.programs / program).symlink_to(found)

    def python(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(text, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def setup(self, lock: str = "page", **environment: str) -> subprocess.CompletedProcess[str]:
        command = [str(ROOT / "tools" / "setup"), lock]
        settings = {"PATH": str(self.programs)} | environment
        return subprocess.run(command, cwd=self.folder, env=settings, capture_output=True, text=True, check=False)

    def lines(self, name: str) -> list[str]:
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_without_a_python_it_says_what_to_install(project: Project) -> None:
    project.python("python3", SHIM)
    done = project.setup()
    assert done.returncode == 1
    assert done.stderr.startswith("No Python 3.11, 3.12, 3.13 or 3.14 was found. Install one, then run make again:\n")
    assert [line.split("  ")[1] for line in done.stderr.splitlines()[1:-1]] == [
        "Debian, Ubuntu",
        "Fedora",
        "macOS",
        "Windows",
        "older systems",
    ]
    assert not (project.folder / ".venv").exists()


def test_a_python_without_venv_is_named_with_the_package_that_is_missing(project: Project) -> None:
    project.python("python3.13", WITHOUT_VENV)
    done = project.setup()
    assert done.returncode == 1
    assert done.stderr == (
        "python3.13 is new enough, but its venv module is missing. On Debian or Ubuntu: sudo apt install python3.13-venv\n"
    )
    project.python("python3.12", GOOD)
    assert project.setup().returncode == 0
    assert project.lines("made") == [str(project.programs / "python3.12")]


def test_the_newest_python_is_taken(project: Project) -> None:
    for name in ("python3", "python3.11", "python3.14", "python3.13"):
        project.python(name, GOOD)
    assert project.setup().returncode == 0
    assert project.lines("made") == [str(project.programs / "python3.14")]


def test_a_python_that_is_there_by_name_only_is_passed_over(project: Project) -> None:
    project.python("python3.13", SHIM)
    project.python("python3.12", GOOD)
    assert project.setup().returncode == 0
    assert project.lines("made") == [str(project.programs / "python3.12")]


def test_a_python_can_be_named(project: Project) -> None:
    project.python("python3.12", SHIM)
    project.python("mine", GOOD)
    assert project.setup(PYTHON=str(project.programs / "mine")).returncode == 0
    assert project.lines("made") == [str(project.programs / "mine")]
    shutil.rmtree(project.folder / ".venv")
    done = project.setup(PYTHON="/nowhere/python")
    assert "was found at /nowhere/python." in done.stderr


def test_it_installs_by_hash_once_and_again_when_the_lock_has_changed(project: Project) -> None:
    project.python("python3", GOOD)
    for _ in range(2):
        assert project.setup().returncode == 0
    (installed,) = project.lines("installed")
    assert "--require-hashes -r requirements/page.txt" in installed
    project.lock.write_text("aiohttp==2\n", encoding="utf-8")
    assert project.setup().returncode == 0
    assert len(project.lines("installed")) == 2
    assert len(project.lines("made")) == 1


def test_what_the_tests_need_holds_what_the_page_needs(project: Project) -> None:
    project.python("python3", GOOD)
    for lock in ("dev", "page", "dev", "page"):
        assert project.setup(lock).returncode == 0
    (installed,) = project.lines("installed")
    assert "-r requirements/dev.txt" in installed


def test_what_could_not_be_installed_is_tried_again(project: Project) -> None:
    project.python("python3", GOOD)
    (project.folder / "broken").touch()
    done = project.setup()
    assert done.returncode == 1
    assert "Run make again once that is mended." in done.stderr
    (project.folder / "broken").unlink()
    assert project.setup().returncode == 0
    assert len(project.lines("installed")) == 2


def test_an_environment_whose_python_is_gone_is_made_anew(project: Project) -> None:
    project.python("python3", GOOD)
    assert project.setup().returncode == 0
    (project.folder / ".venv" / "bin" / "python").unlink()
    assert project.setup().returncode == 0
    assert len(project.lines("made")) == 2


@pytest.mark.parametrize("script", [".ci/run", "tools/setup"])
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    shell = "bash" if script == ".ci/run" else "sh"
    assert subprocess.run([shell, "-n", ROOT / script], check=False).returncode == 0

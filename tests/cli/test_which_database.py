"""Every command reports its database, finds the settings on its own, and changes no database that no setting names."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.process import settings as settings_module
from bot.process.host import which_database
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.settings_file import SettingsProblem, find_file
from bot.process.run import Failure
from bot.process.settings import load
from bot.storage.engine.database import parse
from tests.cli.forked import carry_out
from tests.sampling import Sample

CHANGING = (
    ["migrate"],
    ["recount"],
    ["backup"],
    ["restore", "some.sqlite3"],
    ["copy-database", "sqlite+aiosqlite:///copy.sqlite3"],
    ["delete-user", "2", "--yes"],
    ["delete-guild", "7", "--yes"],
)
"""The commands that change or replace something."""
READING = (["check-games"], ["doctor"], ["export-guild", "7"], ["export-user", "2"])


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in settings_module.Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def bot(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Carry a command out in a folder, as a host types it."""
    return carry_out(folder, arguments, {"PATH": os.environ["PATH"], **environment})


def test_a_command_typed_anywhere_means_the_database_that_the_service_has(
    tmp_path: Path, sqlite_template: Path, sample: Sample
) -> None:
    kept = tmp_path / "lib" / "land-games.sqlite3"
    kept.parent.mkdir()
    shutil.copy(sqlite_template, kept)
    file = tmp_path / "settings.env"
    file.write_text(f"DATABASE_URL=sqlite+aiosqlite:///{kept}\nBACKUP_FOLDER={kept.parent}/backups\n", encoding="utf-8")
    project = tmp_path / "project"
    project.mkdir()
    for folder in sample((project, tmp_path), 1):
        done = bot(folder, "backup", SETTINGS_FILE=str(file))
        assert done.stderr == f"Database: {kept} (set in {file})\n"
        assert (done.returncode, done.stdout.startswith(f"{kept.parent}/backups/land-games-")) == (0, True)
    assert list(project.iterdir()) == []


def test_what_no_setting_names_is_not_changed(tmp_path: Path, sqlite_template: Path, sample: Sample) -> None:
    wrong = tmp_path / "var" / "land-games.sqlite3"
    wrong.parent.mkdir()
    shutil.copy(sqlite_template, wrong)
    shutil.copy(sqlite_template, tmp_path / "some.sqlite3")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    for arguments in sample(CHANGING, 2):
        done = bot(tmp_path, *arguments)
        assert (done.returncode, done.stdout) == (MISCONFIGURED, ""), arguments
        database, nothing_done, setting = done.stderr.splitlines()[:3]
        assert database == f"Database: {wrong} (no setting names it)"
        assert nothing_done.startswith(
            f"No setting names the database, so `{arguments[0]}` does nothing: it could be the wrong one."
        )
        assert setting == f"DATABASE_URL=sqlite+aiosqlite:///{wrong}"
        assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before, arguments
    (tmp_path / ".env").write_text(setting + "\n", encoding="utf-8")
    named = bot(tmp_path, "migrate")
    assert (named.returncode, named.stderr) == (0, f"Database: {wrong} (set in {tmp_path}/.env)\n")


@pytest.mark.sample(2)
@pytest.mark.parametrize("arguments", READING, ids=lambda arguments: arguments[0])
def test_a_command_that_reads_says_first_what_it_reads(arguments: list[str], tmp_path: Path) -> None:
    done = bot(tmp_path, *arguments)
    assert done.stderr.splitlines()[0] == f"Database: {tmp_path}/var/land-games.sqlite3 (no setting names it)"
    assert not (tmp_path / "var").exists()


def test_the_running_bot_logs_which_database_it_serves(tmp_path: Path) -> None:
    done = bot(tmp_path, DISCORD_TOKEN="x", DATABASE_URL="sqlite+aiosqlite:////proc/no/games.sqlite3", LOG_STYLE="json")
    assert done.returncode == FAILED
    assert '"event": "Database: /proc/no/games.sqlite3 (set in the environment)"' in done.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://land:hush-hush@db.example:6432/games", "games of PostgreSQL at db.example:6432, as land"),
        ("postgresql+asyncpg://land@/games?host=/run/pg&password=hush-hush", "games of PostgreSQL at /run/pg:5432, as land"),
        ("sqlite+aiosqlite:////var/lib/games.sqlite3", "/var/lib/games.sqlite3"),
    ],
)
def test_a_database_is_named_without_its_password(url: str, said: str) -> None:
    assert which_database.describe(parse(url)) == said


def test_two_files_of_settings_are_refused_until_one_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system_file: Path
) -> None:
    system_file.parent.mkdir()
    system_file.write_text("THEME=light\n", encoding="utf-8")
    assert load().theme == "light"
    Path(".env").write_text("THEME=contrast\n", encoding="utf-8")
    with pytest.raises(SettingsProblem, match=r"two files of settings, .*\.env and .*land-games\.env: remove one"):
        load()
    monkeypatch.setenv("SETTINGS_FILE", str(system_file))
    assert load().theme == "light"
    monkeypatch.setenv("SETTINGS_FILE", "nothing.env")
    with pytest.raises(SettingsProblem, match=r"There is no file nothing\.env"):
        load()
    monkeypatch.delenv("SETTINGS_FILE")
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:////var/lib/games.sqlite3")
    assert load().theme == "contrast", "a service that names the database itself starts as before"


def test_settings_that_one_may_not_read_are_not_passed_over(monkeypatch: pytest.MonkeyPatch, system_file: Path) -> None:
    system_file.parent.mkdir()
    system_file.write_text("THEME=light\n", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != system_file)
    with pytest.raises(SettingsProblem, match=r"You may not read the settings in .*: type the command as the bot's user"):
        load()
    monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:////var/lib/games.sqlite3")
    assert find_file() is None


def test_a_path_that_depends_on_the_folder_names_no_database(tmp_path: Path) -> None:
    file = tmp_path / "settings.env"
    file.write_text("DATABASE_URL=sqlite+aiosqlite:///games.sqlite3\n", encoding="utf-8")
    done = bot(tmp_path, "migrate", SETTINGS_FILE=str(file))
    assert done.returncode == MISCONFIGURED
    assert "write the whole path, with four slashes, such as sqlite+aiosqlite:////" in done.stderr
    assert not (tmp_path / "games.sqlite3").exists()


def test_root_leaves_no_files_that_the_bot_cannot_write(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sqlite_template: Path
) -> None:
    shutil.copy(sqlite_template, tmp_path / "games.sqlite3")
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3")
    which_database.check_named(load(), "restore")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "stat", lambda path: os.stat_result((0o100644, 0, 0, 1, 10001, 10001, 0, 0, 0, 0)))
    with pytest.raises(
        Failure, match=r"belongs to the user .*, and `restore` as root .*: type (runuser --user|setpriv --reuid) "
    ):
        which_database.check_named(load(), "restore")

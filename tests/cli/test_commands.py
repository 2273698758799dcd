"""The commands beside ``run``: what they do, what they print, and their exit status."""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.process import FAILED, MISCONFIGURED
from bot.settings import Settings

GAMES = Path("var/land-games.sqlite3")


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder of its own, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in (*Settings.model_fields, "target_database_url"):
        monkeypatch.delenv(name.upper(), raising=False)
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield tmp_path
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(False)


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it wrote to standard output and standard error."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def add_table(guild: int) -> None:
    """A row of a guild's: an open table."""
    with closing(sqlite3.connect(GAMES)) as connection, connection:
        connection.execute(
            "INSERT INTO lobbies (guild_id, channel_id, host_id, game, options, status, created_at, expires_at) "
            "VALUES (?, 1, 2, 'pastures', '{}', 'open', 3, 4)",
            (guild,),
        )


def tables() -> list[int]:
    """The guilds of the tables in the database."""
    with closing(sqlite3.connect(GAMES)) as connection:
        return [row[0] for row in connection.execute("SELECT guild_id FROM lobbies ORDER BY guild_id")]


def test_migrate_makes_a_sound_database(capsys: pytest.CaptureFixture[str]):
    assert command(capsys, "migrate") == (0, "The database is of this version, and sound.\n", "")
    assert GAMES.exists()


def test_what_was_backed_up_can_be_put_back(capsys: pytest.CaptureFixture[str]):
    main(["migrate"])
    add_table(7)
    capsys.readouterr()
    status, out, _ = command(capsys, "backup")
    assert status == 0
    (file,) = Path("var/backups").iterdir()
    assert out == f"{file.absolute()}: 0 games, 0 actions, whole and checked.\n"
    add_table(8)
    status, out, _ = command(capsys, "restore", str(file))
    assert status == 0
    assert "What was there before is kept as" in out
    assert tables() == [7]


def test_so_many_backups_are_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    main(["migrate"])
    monkeypatch.setenv("BACKUP_FOLDER", "elsewhere")
    monkeypatch.setenv("BACKUPS_KEPT", "2")
    for _ in range(3):
        assert main(["backup"]) == 0
    assert len(list(Path("elsewhere").iterdir())) == 2
    assert main(["backup", "--folder", "third", "--keep", "1"]) == 0
    assert len(list(Path("third").iterdir())) == 1
    assert "whole and checked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("backup",), "There is no database "),
        (("restore", "nothing.sqlite3"), "There is no file "),
        (("export-guild", "7"), "There is no database "),
        (("copy-database", "sqlite+aiosqlite:///new.sqlite3"), "There is no database "),
        (("copy-database",), "Name the database to copy into: "),
    ],
)
def test_a_command_that_cannot_be_done_says_why(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]):
    status, out, err = command(capsys, *arguments)
    assert (status, out) == (FAILED, "")
    assert err.startswith(words)
    assert len(err.splitlines()) == 1
    assert not GAMES.exists(), "a command that reads makes no database"


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]):
    main(["migrate"])
    capsys.readouterr()
    status, _, err = command(capsys, "export-guild", "7", "--output", "no/such/folder.json")
    assert (status, err) == (FAILED, "no/such/folder.json: No such file or directory.\n")


def test_a_database_is_copied_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    main(["migrate"])
    add_table(7)
    capsys.readouterr()
    monkeypatch.setenv("TARGET_DATABASE_URL", "sqlite+aiosqlite:///new.sqlite3")
    status, out, _ = command(capsys, "copy-database")
    assert status == 0
    assert out.startswith("0 games and 0 actions were copied; both databases hold the same.")


def test_a_guild_is_exported_and_deleted_as_a_whole(capsys: pytest.CaptureFixture[str]):
    main(["migrate"])
    add_table(7)
    add_table(8)
    capsys.readouterr()
    _, out, _ = command(capsys, "export-guild", "7")
    assert [row["guild_id"] for row in json.loads(out)["tables"]["lobbies"]] == [7]
    assert command(capsys, "export-guild", "8", "--output", "eight.json") == (0, "", "")
    assert json.loads(Path("eight.json").read_text(encoding="utf-8"))["guild_id"] == 8

    status, _, err = command(capsys, "delete-guild", "7")
    assert status == FAILED
    assert "say so with --yes" in err
    assert tables() == [7, 8]
    status, out, _ = command(capsys, "delete-guild", "7", "--yes")
    assert status == 0
    assert "1 lobbies" in out
    assert tables() == [8]


def test_a_damaged_database_is_said_to_be(capsys: pytest.CaptureFixture[str]):
    main(["migrate"])
    add_table(7)
    with closing(sqlite3.connect(GAMES)) as connection, connection:
        connection.execute("INSERT INTO lobby_members (lobby_id, user_id, name, position) VALUES (99, 1, 'Ada', 0)")
    capsys.readouterr()
    status, _, err = command(capsys, "migrate")
    assert status == FAILED
    assert "a row of lobby_members hangs on no row of lobbies" in err
    assert "put a backup back with `restore`" in err


def test_a_broken_setting_ends_any_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("BACKUPS_KEPT", "0")
    status, _, err = command(capsys, "backup")
    assert status == MISCONFIGURED
    assert err.startswith("The setting BACKUPS_KEPT is '0', but cannot be used: ")


@pytest.mark.parametrize("arguments", [["dance"], ["restore"], ["backup", "--keep", "0"], ["delete-guild", "-3"]])
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


def test_without_the_page_a_token_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    status, _, err = command(capsys, "run")
    assert status == MISCONFIGURED
    assert "There is no DISCORD_TOKEN: set it to the bot's token." in err

"""The commands other than ``run``: their effects, their output, and their exit status."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.process.host import settings_file
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.settings import Settings
from bot.storage.engine.file_lock import FileLock
from bot.storage.engine.forgotten import ForgottenFile
from bot.version import VERSION
from tests.databases import empty_sqlite
from tests.sampling import Sample

GAMES = Path("var/land-games.sqlite3")
NOTHING = "Nothing is stored under this id: if that surprises you, check it.\n"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, logging_restored: None) -> Path:
    """A folder of its own, with nothing set but the database."""
    monkeypatch.chdir(tmp_path)
    for name in (*Settings.model_fields, "target_database_url"):
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{GAMES}")
    return tmp_path


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status of a command, and what it wrote to standard output and standard error.

    The first line of standard error says which database it means, unless the settings cannot be read.
    """
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err.removeprefix(f"Database: {GAMES.absolute()} (set in the environment)\n")


def make_database() -> None:
    """Make what ``migrate`` makes, many times as fast."""
    GAMES.parent.mkdir()
    shutil.copy(empty_sqlite(), GAMES)


def add_table(guild: int) -> None:
    """A row of a guild's: an open table."""
    with closing(sqlite3.connect(GAMES)) as connection, connection:
        connection.execute(
            "INSERT INTO game_tables (guild_id, channel_id, host_id, kind, options, status, created_at, expires_at) "
            "VALUES (?, 1, 2, 'pastures', '{}', 'open', 3, 4)",
            (guild,),
        )


def tables() -> list[int]:
    """The guilds of the tables in the database."""
    with closing(sqlite3.connect(GAMES)) as connection:
        return [row[0] for row in connection.execute("SELECT guild_id FROM game_tables ORDER BY guild_id")]


def test_recount_says_how_many_games_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add = (
        "INSERT INTO games (guild_id, channel_id, kind, rules, seats, options, setup, status, version, created_at, updated_at, "
    )
    with closing(sqlite3.connect(GAMES)) as connection, connection:
        connection.execute(f"{add} ended_at) VALUES (7, 8, 'pastures', 1, 2, '{{}}', '{{}}', 'over', 1, 5, 6, 6)")
        connection.executemany("INSERT INTO players (game_id, seat, user_id, name) VALUES (1, ?, ?, 'Ada')", [(0, 11), (1, 12)])
        connection.execute("INSERT INTO game_log (game_id, seq, kind, text, at, seat) VALUES (1, 1, 'action', 'draw', 6, 0)")
    assert command(capsys, "recount") == (0, "Counted again: 1 finished game of 1 server.\n", "")


def test_what_was_backed_up_can_be_put_back(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add_table(7)
    capsys.readouterr()
    status, out, _ = command(capsys, "backup")
    assert status == 0
    (file,) = Path("var/backups").glob("*.sqlite3")
    assert out == f"{file.absolute()} is whole and checked (games: 0, actions: 0).\n"
    add_table(8)
    status, out, _ = command(capsys, "restore", str(file))
    assert status == 0
    assert "The replaced database is kept as" in out
    assert tables() == [7]


def test_so_many_backups_are_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    make_database()
    monkeypatch.setenv("BACKUP_FOLDER", "elsewhere")
    monkeypatch.setenv("BACKUPS_KEPT", "2")
    for _ in range(3):
        assert main(["backup"]) == 0
    assert len(list(Path("elsewhere").glob("*.sqlite3"))) == 2
    assert main(["backup", "--folder", "third", "--keep", "1"]) == 0
    assert len(list(Path("third").glob("*.sqlite3"))) == 1
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
def test_a_command_that_cannot_be_done_says_why(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = command(capsys, *arguments)
    assert (status, out) == (FAILED, "")
    assert err.startswith(words)
    assert len(err.splitlines()) == 1
    assert not GAMES.exists(), "a command that reads makes no database"


@pytest.mark.parametrize("url", ["nonsense", "mysql://me:secret@host/games", "postgresql+asyncpg://me:secret@host:port/games"])
def test_a_url_that_is_not_understood_is_told(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    status, _, err = command(capsys, "check-games")
    assert status == MISCONFIGURED
    assert err.startswith("DATABASE_URL is not understood: write sqlite+aiosqlite:///FILE or ")


def test_a_file_that_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    capsys.readouterr()
    status, _, err = command(capsys, "export-guild", "7", "--output", "no/such/folder.json")
    assert status == FAILED
    assert "no/such/folder.json cannot be written (No such file or directory): name another one, or leave out --output " in err


@contextmanager
def without_rights() -> Iterator[None]:
    """As somebody whom the file permissions bind, which they do not bind root."""
    if os.geteuid() != 0:
        yield
        return
    nobody = 65534
    os.setresuid(nobody, nobody, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def test_a_file_that_this_user_may_not_use_is_named_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # everybody can look into it, unlike pytest's own
        monkeypatch.chdir(name)
        monkeypatch.setattr(settings_file, "SYSTEM_FILE", Path("none"))
        for arguments in (["migrate"], ["delete-user", "3", "--yes"], ["backup"], ["recount"], ["rehearse"]):
            main(arguments)  # imports what the commands need, since nobody else may read the program
        (backup,) = Path("var/backups").glob("*.sqlite3")
        assert main(["restore", str(backup)]) == 0
        for path in (Path(name), *Path(name).rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)
        checksum, forgotten = backup.with_name(f"{backup.name}.sha256"), backup.with_name("land-games.forgotten")
        restore = ["restore", str(backup)]
        cases = [
            *((restore, file) for file in (forgotten, checksum, backup, backup.parent, GAMES)),
            *((["backup"], file) for file in (backup.parent, GAMES)),
            *((["rehearse"], file) for file in (backup.parent, checksum)),
            (["recount"], GAMES.with_name(f"{GAMES.name}.lock")),
        ]
        for arguments, file in sample(cases, 4):
            mode, content = file.stat().st_mode, GAMES.read_bytes()
            file.chmod(0o500 if file.is_dir() and arguments != restore else 0)
            capsys.readouterr()
            with without_rights():
                status = main(arguments)
            said = capsys.readouterr().err.splitlines()[-1]
            assert (status, said) == (
                MISCONFIGURED,
                f"You may not use {file.absolute()}: type the command as the bot's user, or let this user read and write it.",
            ), arguments
            file.chmod(mode)
            assert GAMES.read_bytes() == content


def test_a_folder_of_backups_that_cannot_be_made_is_named_with_its_setting(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a unit without BACKUP_FOLDER: the bot's user may not write in the project's folder."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        monkeypatch.chdir(name)
        monkeypatch.setattr(settings_file, "SYSTEM_FILE", Path("none"))
        make_database()
        assert main(["backup", "--folder", "other"]) == 0  # imports what the command needs
        GAMES.chmod(0o666)
        GAMES.parent.chmod(0o777)
        capsys.readouterr()
        Path(name).chmod(0o555)
        with without_rights():
            status = main(["backup", "--folder", "no/backups"])
        Path(name).chmod(0o755)
        assert status == MISCONFIGURED
        folder = Path("no/backups").absolute()
        sentence = f"The folder {folder} cannot be made: let the bot write in {Path.cwd()}, or set BACKUP_FOLDER."
        assert capsys.readouterr().err.splitlines()[-1] == sentence


def test_a_database_is_copied_whole(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    make_database()
    add_table(7)
    capsys.readouterr()
    monkeypatch.setenv("TARGET_DATABASE_URL", "sqlite+aiosqlite:///new.sqlite3")
    status, out, _ = command(capsys, "copy-database")
    assert status == 0
    assert out.startswith("Everything is copied (games: 0, actions: 0); both databases hold the same.")


def test_a_guild_is_exported_and_deleted_as_a_whole(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add_table(7)
    add_table(8)
    capsys.readouterr()
    _, out, _ = command(capsys, "export-guild", "7")
    assert [row["guild_id"] for row in json.loads(out)["tables"]["game_tables"]] == [7]
    assert command(capsys, "export-guild", "8", "--output", "eight.json") == (0, "", "")
    assert json.loads(Path("eight.json").read_text(encoding="utf-8"))["guild_id"] == 8

    status, _, err = command(capsys, "delete-guild", "7")
    assert status == FAILED
    assert "say so with --yes" in err
    assert tables() == [7, 8]
    status, out, _ = command(capsys, "delete-guild", "7", "--yes")
    assert status == 0
    assert out.startswith("Deleted of the server 7: ")
    assert "1 game_tables" in out
    assert " 0 " not in out, "what it never had is not named"
    assert tables() == [8]
    assert command(capsys, "delete-guild", "7", "--yes")[1] == "There is nothing of a server 7.\n"


def test_a_person_is_exported_and_forgotten_and_forgotten_again_by_a_restore(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add_table(7)
    main(["backup"])
    (backup,) = Path("var/backups").glob("*.sqlite3")
    capsys.readouterr()
    _, out, _ = command(capsys, "export-user", "2")
    assert [row["host_id"] for row in json.loads(out)["tables"]["game_tables"]] == [2]
    assert command(capsys, "export-user", "2", "--guild", "8", "--output", "two.json") == (0, "", NOTHING)
    assert json.loads(Path("two.json").read_text(encoding="utf-8"))["tables"]["game_tables"] == []

    status, _, err = command(capsys, "delete-user", "2")
    assert status == FAILED
    assert "say so with --yes" in err
    assert hosts() == [2]
    status, out, _ = command(capsys, "delete-user", "2", "--yes")
    assert (status, out) == (0, "The user 2 is forgotten everywhere; running games given up: 0.\n")
    assert hosts()[0] < 0
    status, out, _ = command(capsys, "restore", str(backup))
    assert status == 0
    assert "forgotten after this backup, deleted again: 1." in out
    assert hosts()[0] < 0


def test_a_mistyped_id_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    """Else a host tells a member that nothing is stored, or that everything is deleted."""
    make_database()
    add_table(7)
    assert command(capsys, "export-user", "2")[2] == ""
    assert command(capsys, "export-guild", "7")[2] == ""
    for arguments in (("export-user", "3"), ("export-guild", "8"), ("delete-user", "3", "--yes")):
        status, _, err = command(capsys, *arguments)
        assert (status, err) == (0, NOTHING)
    assert command(capsys, "delete-user", "2", "--yes")[2] == ""


@pytest.mark.parametrize("arguments", [("delete-user", "2"), ("delete-guild", "7")])
def test_nothing_is_deleted_beside_a_bot_that_runs_on_the_file(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    make_database()
    add_table(7)
    bot = FileLock(GAMES)
    bot.take()
    status, _, err = command(capsys, *arguments, "--yes")
    bot.release()
    assert status == FAILED
    assert "runs on the database" in err
    assert hosts() == [2]


def test_a_deletion_fails_until_the_list_next_to_the_backups_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add_table(7)
    settings = Settings()
    file = ForgottenFile.of(settings.database_url, settings.backup_folder).path
    for number, arguments in enumerate((("delete-user", "2"), ("delete-guild", "7")), 1):
        file.mkdir(parents=True)
        status, out, err = command(capsys, *arguments, "--yes")
        assert (status, bool(out)) == (FAILED, True), "it is done, as is said"
        assert "next to the backups could not be written" in err
        file.rmdir()
        assert command(capsys, *arguments, "--yes")[0] == 0
        assert len(file.read_text(encoding="utf-8").split()) >= number
        file.unlink()


def hosts() -> list[int]:
    """The hosts of the tables in the database."""
    with closing(sqlite3.connect(GAMES)) as connection:
        return [row[0] for row in connection.execute("SELECT host_id FROM game_tables ORDER BY id")]


@pytest.mark.sample(4)
@pytest.mark.parametrize("number", ["0", "-3", "9223372036854775808", "9" * 5000, "our-club", "٣"])
@pytest.mark.parametrize("name", ["delete-guild", "export-guild", "delete-user", "export-user"])
def test_a_wrong_id_is_told_in_one_sentence(name: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([name, number])
    assert end.value.code == 2
    assert "it must be an id of Discord's, such as " in capsys.readouterr().err


def test_a_server_with_the_largest_id_is_exported_and_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    largest = str(2**63 - 1)
    assert main(["export-guild", largest]) == 0
    assert main(["delete-guild", largest, "--yes"]) == 0


def test_migrate_makes_a_sound_database_and_tells_of_a_disk_without_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=10**12))
    assert command(capsys, "migrate") == (0, "The database is up to date and intact.\n", "")
    assert GAMES.exists()
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=3_000_000))
    status, _, err = command(capsys, "migrate")
    assert status == FAILED
    migration, backups = err.splitlines()
    assert "has 3.0 MB left, and a migration needs 18 MB: make room." in migration
    assert "backups has 3.0 MB left, and a backup needs 17 MB: make room." in backups
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=100_000_000))
    status, out, _ = command(capsys, "migrate")
    assert status == 0
    assert "has 100 MB left, and a backup needs 17 MB.\n" in out


def test_a_damaged_database_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    make_database()
    add_table(7)
    with closing(sqlite3.connect(GAMES)) as connection, connection:
        connection.execute("INSERT INTO game_table_members (table_id, user_id, name, position) VALUES (99, 1, 'Ada', 0)")
    capsys.readouterr()
    status, _, err = command(capsys, "migrate")
    assert status == MISCONFIGURED
    assert "a row of game_table_members hangs on no row of game_tables" in err
    assert "put a backup back with `restore`" in err


def test_a_broken_setting_ends_any_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUPS_KEPT", "0")
    status, _, err = command(capsys, "backup")
    assert status == MISCONFIGURED
    assert err.startswith("The setting BACKUPS_KEPT is '0', but cannot be used: ")


@pytest.mark.parametrize(
    "arguments", [["dance"], ["restore"], ["backup", "--keep", "0"], ["delete-guild", "-3"], ["delete-user", "9" * 30]]
)
def test_a_wrong_command_line_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"Land Games {VERSION}\n"


def test_without_the_page_a_token_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    status, _, err = command(capsys, "run")
    assert status == MISCONFIGURED
    assert "There is no DISCORD_TOKEN: set it to the bot's token." in err

"""The updates described in docs/hosting.md, carried out by real processes with a backup of each earlier version."""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from packaging.version import Version

from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.storage.engine import migrate
from bot.version import VERSION
from tests.cli.forked import carry_out
from tests.programs.bot_process import BotProcess
from tests.sampling import Sample
from tests.storage.samples import another_process
from tests.wire.server import Loopback

ROOT = Path(__file__).parents[2]
BACKUPS = Path(__file__).parent / "backups"
"""A backup that each version wrote: six games, one of them over, and an open table."""
OLD = sorted((path.name.removesuffix(".sqlite3.gz") for path in BACKUPS.glob("*.gz")), key=Version)
ALL_SOUND = "6 games replayed, none with differences."


class Host:
    """A host's machine: a folder with the settings, the database and the backups."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "lib" / "land-games.sqlite3"
        self.backups = folder / "lib" / "backups"
        self.backups.mkdir(parents=True)
        self.settings = folder / "land-games.env"
        self.settings.write_text(
            f"DATABASE_URL=sqlite+aiosqlite:///{self.database}\nBACKUP_FOLDER={self.backups}\n"
            f"HEARTBEAT_FILE={folder}/heartbeat\nICONS=False\nLOGIN_PAUSE=0\n",
            encoding="utf-8",
        )
        self.environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "SETTINGS_FILE": str(self.settings)}

    def keep_backup(self, version: str) -> Path:
        """Put the backup that a version wrote among the backups."""
        file = self.backups / "land-games-20261120T120000.000000Z.sqlite3"
        file.write_bytes(gzip.decompress((BACKUPS / f"{version}.sqlite3.gz").read_bytes()))
        return file

    def type(self, *arguments: str) -> tuple[int, str, str]:
        """Carry a command out. Return its exit status, what it said, and what it said went wrong."""
        done = carry_out(self.folder, arguments, self.environment)
        return done.returncode, done.stdout, done.stderr.removeprefix(f"Database: {self.database} (set in {self.settings})\n")

    async def serve(self, discord: Loopback) -> None:
        """Run the bot until it is ready, and stop it."""
        process = BotProcess(discord, self.folder, self.environment | {"DISCORD_TOKEN": discord.world.token})
        await process.ready()
        process.send_signal(signal.SIGTERM)
        assert await process.ended() == 0, process.describe_arrivals()


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def contents(file: Path) -> dict[str, int]:
    """How many rows each table of a file has."""
    with closing(sqlite3.connect(file)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608


def test_there_is_a_backup_of_every_version_before_this_one() -> None:
    released = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(OLD, key=Version) == sorted((version for version in released if version != VERSION), key=Version)


def test_the_page_for_hosts_names_the_commit_to_update_through() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert set(re.findall("git checkout ([0-9a-f]{40})", page)) == {migrate.LAST_WITH_EACH_STEP}


@pytest.mark.sample(1)
@pytest.mark.parametrize("version", OLD)
def test_an_update_is_rehearsed_with_a_copy(version: str, host: Host) -> None:
    backup = host.keep_backup(version)
    shutil.copy(backup, host.database)
    before = {path: path.read_bytes() for path in host.folder.rglob("*") if path.is_file()}
    status, said, wrong = host.type("rehearse")
    assert (status, wrong) == (0, "")
    migrated, replayed, farewell, advice = said.splitlines()
    assert re.fullmatch(r"The tables were migrated in \d+\.\d s\.", migrated)
    assert replayed == ALL_SOUND
    assert farewell == f"Rehearsed with a copy of {backup}, which is removed again. Nothing else was touched."
    assert advice == f"The update to {VERSION} can be made."
    assert {path: path.read_bytes() for path in host.folder.rglob("*") if path.is_file()} == before


def test_a_game_that_does_not_replay_forbids_the_update(host: Host) -> None:
    backup = host.keep_backup(OLD[0])
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE log SET text = 'Z99 F' WHERE seq = 1 AND game_id = 2")
    (host.backups / "rehearsal-copy-a8_k3x0q").mkdir()  # of a killed process
    mine = [host.backups / name for name in ("rehearsal-20261126-000000.sqlite3", "rehearsal-notes.txt")]
    for file in mine:
        file.touch()
    status, said, _ = host.type("rehearse", str(backup))
    assert status == FAILED
    assert "WRONG game #2" in said
    assert f"Do not update to {VERSION}: report the games above." in said
    assert set(host.backups.iterdir()) == {backup, *mine}


def test_an_empty_database_is_not_backed_up(host: Host) -> None:
    with closing(sqlite3.connect(host.database)) as connection, connection:
        connection.execute("PRAGMA user_version = 1")
    status, _, wrong = host.type("backup")
    assert status == MISCONFIGURED
    assert f"The database {host.database} is empty, so there is nothing to back up" in wrong


def test_a_rehearsal_without_a_backup_or_a_game_says_what_is_missing(host: Host, sqlite_template: Path) -> None:
    assert host.type("rehearse") == (
        FAILED,
        "",
        f"There is no backup in {host.backups} yet: make one with `backup`, or name the file of one.\n",
    )
    assert host.type("rehearse", "nothing.sqlite3")[0] == FAILED
    shutil.copy(sqlite_template, host.database)
    assert host.type("backup")[0] == 0
    status, said, _ = host.type("rehearse")
    assert status == FAILED
    assert said.endswith("So this says nothing about the update: name a backup that has games.\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize("version", OLD)
async def test_a_backup_of_any_version_is_put_back_migrated_checked_and_served(version: str, host: Host) -> None:
    backup = host.keep_backup(version)
    rows = contents(backup)
    status, said, wrong = host.type("restore", str(backup))
    assert (status, wrong) == (0, "")
    games, actions = rows["games"], rows["log" if "log" in rows else "game_log"]
    assert said.startswith(f"{host.database} is restored (games: {games}, actions: {actions}).")
    assert host.type("migrate") == (0, "The database is up to date and intact.\n", "")
    assert host.type("check-games") == (0, ALL_SOUND + "\n", "")
    assert host.type("recount") == (0, "Counted again: 1 finished game of 1 server.\n", "")
    after = contents(host.database)
    assert (after["games"], after["game_log"]) == (games, actions)
    async with Loopback() as discord:
        await host.serve(discord)
    assert host.type("backup")[0] == 0
    assert host.type("rehearse")[0] == 0


@pytest.mark.full
@pytest.mark.parametrize("version", OLD)
async def test_the_start_migrates_an_older_database_by_itself(version: str, host: Host) -> None:
    shutil.copy(host.keep_backup(version), host.database)
    async with Loopback() as discord:
        await host.serve(discord)
    assert host.type("check-games") == (0, ALL_SOUND + "\n", "")


def test_no_number_is_given_twice_by_a_backup_of_another_version(host: Host, sqlite_template: Path) -> None:
    """Buttons with the numbers of tables are still in the channels."""
    old = host.keep_backup(OLD[0])
    shutil.copy(sqlite_template, host.database)
    with closing(sqlite3.connect(host.database)) as connection, connection:
        connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('game_tables', 900)")
    assert host.type("restore", str(old))[0] == 0
    assert host.type("migrate")[0] == 0
    with closing(sqlite3.connect(host.database)) as connection:
        (last,) = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'game_tables'").fetchone()
    assert last == 900


@pytest.mark.sample(1)
@pytest.mark.parametrize("arguments", [("migrate",), ("run",)])
def test_a_database_that_an_older_bot_uses_is_not_migrated(arguments: tuple[str, ...], host: Host) -> None:
    """Version 0.1.0 takes no lock: that its file is open tells of it."""
    shutil.copy(host.keep_backup(OLD[0]), host.database)
    host.environment["DISCORD_TOKEN"] = "some.bot.token"
    with another_process("run_old_bot", host.database):
        status, said, wrong = host.type(*arguments)
        assert status == FAILED
        assert "maybe the bot in an older version: stop that one, then start again. Nothing was changed." in said + wrong
        assert "log" in contents(host.database)
    if arguments == ("migrate",):
        assert host.type("migrate")[0] == 0


def test_a_backup_between_two_releases_is_neither_put_back_nor_rehearsed(host: Host) -> None:
    backup = host.keep_backup(OLD[-1])
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0026'")
    before = {path: path.read_bytes() for path in host.folder.rglob("*") if path.is_file()}
    for arguments in (("restore", str(backup)), ("rehearse",)):
        status, _, wrong = host.type(*arguments)
        assert status == MISCONFIGURED
        assert f"The database {backup} {REFUSALS['between']}" in wrong
        assert f"check out commit {migrate.LAST_WITH_EACH_STEP}, run `migrate` there" in wrong
    assert {path: path.read_bytes() for path in host.folder.rglob("*") if path.is_file()} == before


REFUSALS = {
    "newer": "is from a newer version",
    "between": "is from a commit between two releases",
    "damaged": "cannot be read",
    "foreign": "is another program's",
}


def spoil(file: Path, how: str) -> None:
    """Make a database newer than this version, between two releases, damaged, or another program's."""
    if how == "damaged":
        file.write_bytes(b"this is no database" * 100)
        return
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE games (id INTEGER PRIMARY KEY)")
        if how in ("newer", "between"):
            revision = f"{int(migrate.list_revisions()[-1]) + 1:04}" if how == "newer" else "0026"
            connection.execute("CREATE TABLE alembic_version (version_num TEXT PRIMARY KEY)")
            connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))


@pytest.mark.parametrize("how", list(REFUSALS))
def test_what_no_other_start_can_help_ends_with_78(how: str, host: Host, sample: Sample) -> None:
    spoil(host.database, how)
    before = host.database.read_bytes()
    host.environment["DISCORD_TOKEN"] = "some.bot.token"
    for command in sample(("run", "migrate", "backup", "check-games", "recount"), 1):
        status, _, wrong = host.type(command)
        assert status == MISCONFIGURED, command
        assert REFUSALS[how] in wrong
        assert str(host.database) in wrong
        assert "/." not in wrong, "no file that nobody has seen is named"
        assert host.database.read_bytes() == before


async def test_a_container_is_updated_step_by_step(host: Host) -> None:
    """The steps of the page in their order, in the environment of a container: all settings are variables.

    The first bot has found the database of an older version, which its start migrates by itself.
    """
    shutil.copy(host.keep_backup(OLD[-1]), host.database)
    host.settings.unlink()
    container = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LOG_STYLE": "json", "ICONS": "False"}
    container |= {"DATABASE_URL": f"sqlite+aiosqlite:///{host.database}", "BACKUP_FOLDER": str(host.backups)}

    def start(name: str) -> dict[str, str]:
        """Another container: the volume is the same, its heartbeat is its own."""
        host.environment = container | {"HEARTBEAT_FILE": str(host.folder / name / "heartbeat")}
        return host.environment

    async with Loopback() as discord:
        environment = start("old") | {"DISCORD_TOKEN": discord.world.token}
        old = BotProcess(discord, host.folder, environment)
        await old.ready()
        said = await asyncio.to_thread(host.type, "backup")
        assert said[0] == 0, said
        start("rehearsal")
        said = await asyncio.to_thread(host.type, "rehearse")
        assert said[0] == 0, said
        assert said[1].splitlines()[-1] == f"The update to {VERSION} can be made."
        assert old.status is None, "the rehearsal runs beside the bot"
        old.send_signal(signal.SIGTERM)
        assert await old.ended() == 0, old.describe_arrivals()
        start("new")
        await host.serve(discord)
        assert host.type("check-games") == (0, ALL_SOUND + "\n", f"Database: {host.database} (set in the environment)\n")

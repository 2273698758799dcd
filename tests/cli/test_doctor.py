"""``doctor``: what it finds wrong with a set-up, token and permissions included."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import Settings
from bot.common.permissions import PERMISSIONS, lacking
from bot.process.host import descriptors
from bot.process.host.doctor import SOUND_SQLITE, examine
from bot.storage.engine.database import parse
from bot.storage.engine.sqlite import file_of
from bot.ui.framework.places import make_invitation
from bot.version import VERSION
from tests.wire.server import Loopback, errors, payloads
from tests.wire.server.faults import ApiFailure, RateLimited
from tests.wire.server.recorder import Recorded
from tests.wire.server.world import ATTACH_FILES, CREATE_PUBLIC_THREADS, ENOUGH, SEND_MESSAGES


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Loopback]:
    """A loopback Discord that also lists the bot's servers and their channels."""
    monkeypatch.chdir(tmp_path)
    made = Loopback()

    def guilds(_request: Recorded) -> tuple[int, object]:
        return 200, [payloads.guild(guild, made.world.bot) for guild in made.world.guilds.values()]

    def channels(request: Recorded) -> tuple[int, object]:
        guild = made.world.guild(int(request.ids["guild_id"]))
        return 200, [payloads.channel(channel, made.world.bot.id) for channel in guild.channels.values()]

    made.routes.table["GET", "/users/@me/guilds"] = guilds
    made.routes.table["GET", "/guilds/{guild_id}/channels"] = channels
    async with made:
        monkeypatch.setattr(discord.http.Route, "BASE", made.api_url)
        yield made
    assert made.violations == []


async def findings(**settings: Any) -> tuple[int, list[str]]:
    said: list[str] = []
    status = await examine(Settings(**settings), said.append)
    return status, said


def add_database(template: Path) -> None:
    """Put a migrated database where the settings have it."""
    file = file_of(parse(Settings().database_url))
    file.parent.mkdir()
    shutil.copy(template, file)


async def test_a_sound_set_up_needs_no_mending(server: Loopback, sqlite_template: Path) -> None:
    guild = server.world.add_guild("Our club")
    server.world.add_channel(guild)
    add_database(sqlite_template)
    status, said = await findings(discord_token=server.world.token)
    assert status == 0
    assert [line for line in said if line.startswith("WRONG")] == []
    assert "ok    the token is that of land-games#0000" in said or "ok    the token is that of land-games" in said
    assert "ok    the database opens, is up to date, and intact" in said
    assert any(line.startswith(f"ok    Land Games {VERSION}, Python 3.") for line in said)
    assert "ok    Our club: 1 of 1 text channels can be played in" in said
    assert said[-2] == f"hint  To invite the bot: {make_invitation(server.world.application_id)}"
    assert said[-1] == "No problems found."


async def test_nothing_is_changed_by_looking(server: Loopback, tmp_path: Path) -> None:
    await findings(discord_token=server.world.token)
    assert list(tmp_path.iterdir()) == []
    assert {request.method for request in server.api.requests} == {"GET"}
    assert server.gateway.ops == [], "a login to the gateway would use up one of a thousand"


async def test_a_missing_permission_is_named_with_its_channel(server: Loopback) -> None:
    guild = server.world.add_guild("Our club")
    server.world.add_channel(guild, "games")
    server.world.add_channel(guild, "quiet", ENOUGH & ~ATTACH_FILES & ~SEND_MESSAGES)
    status, said = await findings(discord_token=server.world.token)
    assert status == 0
    assert "hint  In Our club, #quiet cannot be played in: the bot lacks Send Messages, Attach Files there." in said
    assert "ok    Our club: 1 of 2 text channels can be played in" in said


async def test_a_permission_that_is_missing_everywhere_must_be_mended(server: Loopback) -> None:
    guild = server.world.add_guild("Our club")
    server.world.add_channel(guild, "games", ENOUGH & ~ATTACH_FILES)
    server.world.add_channel(guild, "quiet", ENOUGH & ~ATTACH_FILES & ~SEND_MESSAGES)
    status, said = await findings(discord_token=server.world.token)
    assert status == 1
    assert "WRONG In Our club the bot lacks Attach Files: invite it again by the link below." in said
    assert said[-1] == "1 to mend: see WRONG above."


async def test_without_threads_a_channel_can_be_played_in_all_the_same(server: Loopback) -> None:
    guild = server.world.add_guild("Our club")
    server.world.add_channel(guild, "games", ENOUGH & ~CREATE_PUBLIC_THREADS)
    status, said = await findings(discord_token=server.world.token)
    assert status == 0
    assert "hint  In Our club, games get no threads in #games: the bot lacks Create Public Threads there." in said
    assert "ok    Our club: 1 of 1 text channels can be played in" in said


async def test_commands_that_an_earlier_program_left_in_a_server_are_named(server: Loopback) -> None:
    guild = server.world.add_guild("Our club")
    server.world.commands[guild.id] = [{"id": "1", "type": 1, "name": name} for name in ("newgame", "roll")]
    server.world.add_guild("Their club")
    status, said = await findings(discord_token=server.world.token)
    assert status == 0
    assert [line for line in said if "earlier program" in line] == [
        "hint  In Our club an earlier program left commands, which the bot removes at its start: newgame, roll."
    ]
    server.faults.add("GET", "/applications/*/guilds/*/commands", ApiFailure(errors.missing_access()), times=None)
    status, said = await findings(discord_token=server.world.token)
    assert status == 0, "where the bot may not look, there is nothing to say"
    assert not any("earlier program" in line for line in said)


async def test_a_refused_token_must_be_mended(server: Loopback) -> None:
    status, said = await findings(discord_token="not.the.token")
    assert status == 1
    assert any(line.startswith("WRONG Discord refuses the token: copy") for line in said)


async def test_a_discord_out_of_reach_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(discord.http.Route, "BASE", "http://127.0.0.1:9/api/v10")
    status, said = await findings(discord_token="some.bot.token")
    assert status == 1
    assert any(line.startswith("WRONG Discord cannot be reached (") for line in said)


async def test_a_limit_of_discords_is_no_fault_of_the_network(server: Loopback) -> None:
    server.faults.add("GET", "/users/@me", RateLimited(3600.0, via=False, json=False))
    status, said = await findings(discord_token=server.world.token)
    assert status == 1
    assert any("Discord limits the requests" in line for line in said)
    assert not any("check the network" in line for line in said)


async def test_a_refused_request_is_no_fault_of_the_network(server: Loopback) -> None:
    server.faults.add("GET", "/users/@me/guilds", ApiFailure(errors.missing_access()))
    status, said = await findings(discord_token=server.world.token)
    assert status == 1
    assert any(line.startswith("WRONG Discord refuses a request (403") for line in said)


async def test_without_a_token_the_rest_is_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = await findings()
    assert status == 0
    assert any(line.startswith("hint  There is no DISCORD_TOKEN: ") for line in said)
    assert any(line.startswith("hint  There is no database ") for line in said)


async def test_where_no_local_page_is_installed_a_token_must_be_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    status, said = await findings()
    assert status == 1
    assert any(line.startswith("WRONG There is no DISCORD_TOKEN: ") for line in said)


async def test_too_few_descriptors_for_pages_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(descriptors, "raise_limit", lambda: 1024)
    _, said = await findings()
    (line,) = [line for line in said if "1,024 open files" in line]
    assert "at most 512 connections: allow 65,536 (LimitNOFILE" in line


async def test_what_is_misspelt_in_dotenv_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("DISCORD_TOKN=abc\nTHEME=light\nCOFFEE=black\nPOSTGRES_PASSWORD=abc\n", encoding="utf-8")
    status, said = await findings()
    assert status == 1
    assert "WRONG The name DISCORD_TOKN in .env is no setting: is it DISCORD_TOKEN?" in said
    assert "WRONG The name COFFEE in .env is no setting; see .env.example." in said
    assert not any("abc" in line or "POSTGRES" in line for line in said)


async def test_folders_that_cannot_be_written_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = await findings(
        backup_folder="/proc/backups", heartbeat_file="/proc/beat", database_url="sqlite+aiosqlite:////proc/games.sqlite3"
    )
    assert status == 1
    wrong = [line for line in said if line.startswith("WRONG")]
    assert [line.split(", or set ")[1] for line in wrong] == ["HEARTBEAT_FILE.", "BACKUP_FOLDER.", "DATABASE_URL."]


async def test_a_folder_is_named_with_its_whole_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command of a system service changes into the project's folder before it looks."""
    monkeypatch.chdir(tmp_path)
    _, said = await findings(backup_folder="backups", heartbeat_file="beats/beat")
    assert f"ok    {tmp_path / 'backups'} is writable" in said
    assert f"ok    {tmp_path / 'beats'} is writable" in said


@pytest.fixture
def open_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that every user of the machine can enter, unlike those that pytest makes."""
    with TemporaryDirectory() as made:
        monkeypatch.chdir(made)
        yield Path(made)
        monkeypatch.undo()


async def test_games_and_secrets_that_every_user_can_read_are_found(open_folder: Path) -> None:
    Path(".env").write_text("THEME=light\n", encoding="utf-8")
    Path("backups").mkdir()
    Path("games.sqlite3").touch()
    files = (".env", "backups", open_folder / "games.sqlite3")
    settings = {"backup_folder": "backups", "database_url": "sqlite+aiosqlite:///games.sqlite3"}
    for name in files:
        Path(name).chmod(0o755)
    open_folder.chmod(0o755)
    _, said = await findings(**settings)
    told = [f"hint  Every user of this machine can read {name}: type chmod go= {name}." for name in files]
    assert [line for line in said if "can read" in line] == told
    open_folder.chmod(0o700)
    _, said = await findings(**settings)
    assert [line for line in said if "can read" in line] == [], "nobody else comes into the folder"


async def test_a_database_that_does_not_open_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.sqlite3").write_bytes(b"this is no database" * 100)
    status, said = await findings(database_url="sqlite+aiosqlite:///games.sqlite3")
    assert status == 1
    assert any(line.startswith("WRONG The database ") for line in said)


async def test_an_sqlite_with_the_wal_bug_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    _, said = await findings()
    assert any("is older than 3.51.3: two programs that write at once may damage the database" in line for line in said)
    monkeypatch.setattr(sqlite3, "sqlite_version_info", SOUND_SQLITE)
    _, said = await findings()
    assert f"ok    SQLite {sqlite3.sqlite_version}" in said


async def test_shards_of_several_processes_need_postgresql(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    status, said = await findings(shard_count=2, shard_ids=[0])
    assert status == 1
    assert any(line.startswith("WRONG Several processes with shards of their own need PostgreSQL") for line in said)


def test_the_invitation_asks_for_what_is_needed_and_no_more() -> None:
    link = make_invitation(42)
    wanted = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    assert link == (
        f"https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions={wanted.value}"
    )
    assert lacking(discord.Permissions(ENOUGH)) == []
    assert lacking(discord.Permissions(ENOUGH & ~ATTACH_FILES)) == ["Attach Files"]


async def test_a_disk_without_room_must_be_mended_and_one_with_little_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sqlite_template: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BACKUP_FOLDER")
    add_database(sqlite_template)
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=3_000_000))
    status, said = await findings()
    assert status == 1
    assert f"WRONG The disk of {tmp_path}/var has 3.0 MB left, and a migration needs 18 MB: make room." in said
    assert "WRONG The disk of var/backups has 3.0 MB left, and a backup needs 17 MB: make room." in said
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=100_000_000))
    status, said = await findings()
    assert status == 0
    assert "hint  The disk of var/backups has 100 MB left, and a backup needs 17 MB." in said
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=10**12))
    _, said = await findings()
    assert any(line.startswith("ok    The disk of var/backups has ") for line in said)

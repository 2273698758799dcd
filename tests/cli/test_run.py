"""``python -m bot`` as a process of its own: it ends cleanly when asked, and with one clear sentence when it must."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.process import health
from bot.process.host import descriptors
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.health import STALE, Vitals, read
from bot.process.watchdog import MOST
from bot.storage.engine import disk
from tests.programs.bot_process import STARTED, BotProcess
from tests.sampling import Sample
from tests.waiting import PATIENCE, until
from tests.wire.server import Hang, Loopback
from tests.wire.server.faults import RateLimited
from tests.wire.server.people import answered, struck

ROOT = Path(__file__).parents[2]


@dataclass
class Ended:
    """How a process ended: its exit status, and the events that it logged."""

    status: int
    events: list[dict[str, Any]]

    @property
    def sentence(self) -> str:
        """What it said last, which must be the only thing it said in earnest."""
        loud = [event["event"] for event in self.events if event["level"] in ("error", "critical")]
        assert loud == [self.events[-1]["event"]]
        return loud[0]

    def has(self, words: str) -> bool:
        """Whether an event begins so."""
        return any(event["event"].startswith(words) for event in self.events)


class Bot:
    """Starts the bot in a folder of its own against the test's Discord."""

    def __init__(self, server: Loopback, folder: Path) -> None:
        self.server = server
        self.folder = folder

    def start(self, *arguments: str, launcher: str = "launcher.py", **settings: str) -> BotProcess:
        """Start it; ``settings`` go into its environment."""
        unset = [name for name in os.environ if name in ("DATABASE_URL", "DISCORD_TOKEN")]
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        environment |= {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": self.server.world.token, "LOGIN_PAUSE": "0"} | settings
        return BotProcess(self.server, self.folder, environment, *arguments, launcher=launcher)

    async def run(self, *arguments: str, **settings: str) -> Ended:
        """Start it and wait for its end."""
        return await ended(self.start(*arguments, **settings), STARTED)


class Here:
    """The command line run in this process, in a folder of its own, with a Discord that must not be asked."""

    def __init__(self, environment: pytest.MonkeyPatch, captured: pytest.CaptureFixture[str]) -> None:
        self.environment = environment
        self.logins: list[str] = []
        self._captured = captured

    async def login(self, _client: discord.Client, token: str) -> None:
        """Stands in for discord.py's login."""
        self.logins.append(token)

    def said(self) -> str:
        """What was written since the last time."""
        out, err = self._captured.readouterr()
        return out + err

    def events(self) -> list[dict[str, Any]]:
        """What was logged since the last time."""
        return [json.loads(line) for line in self.said().splitlines()]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Here]:
    made = Here(monkeypatch, capsys)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "some.bot.token")
    monkeypatch.setattr(discord.AutoShardedClient, "login", lambda client, token: made.login(client, token))
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield made
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(False)


@pytest.fixture
async def new_bot(tmp_path: Path) -> AsyncIterator[Bot]:
    """Where nothing was written before."""
    async with Loopback() as server:
        yield Bot(server, tmp_path)


@pytest.fixture
def bot(new_bot: Bot, sqlite_template: Path) -> Bot:
    """Where the database of an earlier start is: migrating takes longer than the rest of a start."""
    (new_bot.folder / "var").mkdir(mode=0o700)
    shutil.copy(sqlite_template, new_bot.folder / "var" / "land-games.sqlite3")
    return new_bot


async def ended(process: BotProcess, seconds: float = PATIENCE) -> Ended:
    """Wait for the end of a process."""
    return Ended(await process.ended(seconds), process.events)


class Supervisor:
    """Starts a bot, and again whenever it fails, as systemd does with ``Restart=on-failure``."""

    def __init__(self, start: Callable[[], BotProcess]) -> None:
        self._start = start
        self.process = start()
        self.ends: list[Ended] = []

    async def run(self) -> None:
        """Return once a process has ended without a failure."""
        while True:
            self.ends.append(await ended(self.process, STARTED))
            if self.ends[-1].status == 0:
                return
            self.process = self._start()


async def test_a_process_that_can_send_nothing_ends_and_its_supervisor_starts_one_that_goes_on(bot: Bot) -> None:
    """It may end once here."""
    assert MOST == 3
    world = bot.server.world
    channel = world.add_channel(world.add_guild())
    rule = bot.server.faults.add("POST", "/channels/*/messages", Hang(), times=None)
    supervisor = Supervisor(lambda: bot.start(launcher="stalled.py", MOST_ENDS="1"))
    await supervisor.process.ready()
    ada, bjoern = (bot.server.person(channel, name) for name in ("Ada", "Björn"))
    opened = await answered(ada.slash("newgame pastures", opponent=bjoern.user, width=5, height=4))
    await answered(bjoern.press(opened.messages[0], "Accept"))
    supervising = asyncio.create_task(supervisor.run())
    await until("the end of the first process", lambda: supervisor.ends, STARTED)
    await supervisor.process.logged("nothing can be sent, but this process has ended for that 1 times", STARTED)
    rule.times = 0
    await until("the board", lambda: len(world.history(channel)) > 1, STARTED)
    supervisor.process.send_signal(signal.SIGTERM)
    await supervising
    failed, went_on = supervisor.ends
    assert (failed.status, went_on.status) == (FAILED, 0)
    assert "Discord, although it is connected, has answered no request" in failed.sentence


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_what_it_writes_is_for_its_own_user_and_it_ends_cleanly_when_asked(number: signal.Signals, new_bot: Bot) -> None:
    bot = new_bot
    process = bot.start()
    await process.ready()
    beat = bot.folder / "var" / "heartbeat"
    await until("the first heartbeat", beat.exists)
    backup = bot.start("backup", BACKUP_FOLDER="backups", DATABASE_URL="sqlite+aiosqlite:///var/land-games.sqlite3")
    assert await backup.ended(STARTED) == 0
    while_it_runs = [bot.folder / "var" / name for name in ("heartbeat", "land-games.sqlite3-wal")]
    modes = {path: oct(path.stat().st_mode & 0o777) for path in while_it_runs}
    process.send_signal(number)
    end = await ended(process)
    assert end.status == 0
    assert end.has("asked to end by " + number.name)
    assert end.events[-1]["event"] == "closed"
    assert not beat.exists()
    assert bot.server.gateway.ops.count(2) == 1
    modes |= {path: oct(path.stat().st_mode & 0o777) for path in bot.folder.rglob("*")}
    folders = {bot.folder / "var", bot.folder / "backups"}
    assert {*folders, bot.folder / "var" / "land-games.sqlite3"} < modes.keys()
    assert modes == {path: "0o700" if path in folders else "0o600" for path in modes}


async def test_a_process_whose_event_loop_hangs_ends_and_lets_another_one_start_but_two_do_not_run_on_one_file(
    bot: Bot, sample: Sample
) -> None:
    """Neither by a link to the file, nor by one to its folder."""
    (bot.folder / "there.sqlite3").symlink_to("var/land-games.sqlite3")
    (bot.folder / "there").symlink_to("var")
    hanging = bot.start(launcher="hanging.py")
    assert await hanging.ended(STARTED) == FAILED
    assert hanging.printed == "hangs now\n"
    assert "in hang" in hanging.written, "where it hung is written"
    other = bot.start(DATABASE_URL="sqlite+aiosqlite:///var/land-games.sqlite3")
    await other.ready()
    for path in sample(("there.sqlite3", "there/land-games.sqlite3"), 1):
        second = await bot.run(DATABASE_URL=f"sqlite+aiosqlite:///{path}")
        assert second.status == FAILED, path
        assert second.sentence.startswith("Another process of the bot (number "), path
        assert bot.server.gateway.ops.count(2) == 2, "no more than the one that hung and the other one have connected"
    other.send_signal(signal.SIGTERM)
    assert (await ended(other)).status == 0


@pytest.mark.full
async def test_asked_to_end_while_posts_hang_it_ends_all_the_same(bot: Bot) -> None:
    """What was under way is done by the next start."""
    world = bot.server.world
    channel = world.add_channel(world.add_guild())
    process = bot.start()
    await process.ready()
    rule = bot.server.faults.add("POST", "/channels/*/messages", Hang(), times=None)
    ada, bjoern = (bot.server.person(channel, name) for name in ("Ada", "Björn"))
    opened = await answered(ada.slash("newgame pastures", opponent=bjoern.user, width=5, height=4))
    await answered(bjoern.press(opened.messages[0], "Accept"))
    await struck(rule)
    process.send_signal(signal.SIGTERM)
    assert (await ended(process)).status == 0
    rule.times = 0
    process = bot.start()
    await until("the board, which the next start posts", lambda: len(world.history(channel)) > 1, STARTED)
    process.send_signal(signal.SIGTERM)
    assert (await ended(process)).status == 0


async def test_asked_to_end_before_it_is_connected_it_ends_too(bot: Bot) -> None:
    bot.server.gateway.hold()
    process = bot.start()
    await process.logged("commands were sent", STARTED)
    process.send_signal(signal.SIGTERM)
    assert (await ended(process)).status == 0


async def test_a_bad_token_ends_with_a_sentence_and_is_tried_once(bot: Bot) -> None:
    end = await bot.run(DISCORD_TOKEN="not.the.token")
    assert end.status == MISCONFIGURED
    assert end.sentence == (
        "Discord refused the token: copy the bot's token again from the developer portal into DISCORD_TOKEN."
    )
    assert len(bot.server.api.requests) == 1
    assert bot.server.gateway.ops == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("limit", [RateLimited(3600.0), RateLimited(3600.0, via=False, json=False)], ids=["api", "firewall"])
async def test_a_login_that_discord_limits_waits_as_it_is_told(bot: Bot, limit: RateLimited) -> None:
    bot.server.faults.add("GET", "/users/@me", limit)
    address = f"land-games-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0{address}")
        process = bot.start(NOTIFY_SOCKET=f"@{address}")
        await process.logged("Discord limits this bot's logins", STARTED)
        extension = systemd.recv(100, socket.MSG_DONTWAIT)
    assert extension == b"EXTEND_TIMEOUT_USEC=4500000000", "systemd lets it wait for an hour, and then log in"
    assert process.status is None, "it waits, and nobody has to start it again"
    process.send_signal(signal.SIGTERM)
    end = await ended(process)
    assert end.status == 0
    assert [event["seconds"] for event in end.events if "limits" in event["event"]] == [3600.0]
    assert bot.server.gateway.ops == []


async def test_a_connection_that_discord_limits_ends_after_the_wait(bot: Bot) -> None:
    bot.server.faults.add("GET", "/gateway/bot", RateLimited(3600.0))
    process = bot.start(SHARD_COUNT="auto")
    await process.logged("Discord limits this bot's connections", STARTED)
    assert process.status is None, "nobody has to start it again"
    process.send_signal(signal.SIGTERM)
    assert (await ended(process)).status == 0


def test_discord_out_of_reach_ends_with_a_sentence(
    here: Here, monkeypatch: pytest.MonkeyPatch, sqlite_template: Path, tmp_path: Path
) -> None:
    monkeypatch.delattr(discord.AutoShardedClient, "login")  # the real one is a client's
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{shutil.copy(sqlite_template, tmp_path / 'games.sqlite3')}")
    monkeypatch.setenv("LOGIN_PAUSE", "0")
    with socket.socket() as nobody:  # holds its port, so that no other program listens there
        nobody.bind(("127.0.0.1", 0))
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{nobody.getsockname()[1]}/api/v10")
        status = main([])
    assert status == FAILED
    sentence = Ended(status, here.events()).sentence
    assert sentence.startswith("Discord cannot be reached (")
    assert sentence.endswith("): check the network, then start the bot again.")


@pytest.mark.parametrize(
    ("settings", "status", "words"),
    [
        ({"LOG_LEVEL": "loud"}, MISCONFIGURED, "The setting LOG_LEVEL is 'loud', but cannot be used: "),
        (
            {"DATABASE_URL": "mysql://here/games"},
            MISCONFIGURED,
            "DATABASE_URL is not understood: write sqlite+aiosqlite:///FILE or ",
        ),
        ({"DATABASE_URL": "postgresql+asyncpg://land:hush-hush@127.0.0.1:9/games"}, FAILED, "PostgreSQL at 127.0.0.1:9 "),
        ({"DATABASE_URL": "sqlite+aiosqlite:////proc/nowhere/games.sqlite3"}, FAILED, "The database /proc/nowhere/"),
        ({"DATABASE_URL": "sqlite+aiosqlite:///newer.sqlite3"}, MISCONFIGURED, "The database "),
        ({"DATABASE_URL": "sqlite+aiosqlite:///broken.sqlite3"}, MISCONFIGURED, "The database "),
        (
            {"METRICS_PORT": "9464", "METRICS_HOST": "192.0.2.1"},
            MISCONFIGURED,
            "The metrics cannot be served at 192.0.2.1:9464 (Cannot assign requested address): set METRICS_HOST to an address ",
        ),
    ],
    ids=["setting", "no such engine", "server out of reach", "unwritable folder", "newer version", "damaged", "address"],
)
def test_a_broken_set_up_ends_with_a_sentence_before_discord_is_asked(
    settings: dict[str, str], status: int, words: str, here: Here
) -> None:
    Path("broken.sqlite3").write_bytes(b"this is no database" * 100)
    make_newer(Path("newer.sqlite3"))
    for name, value in settings.items():
        here.environment.setenv(name, value)
    assert main([]) == status
    sentence = Ended(status, here.events()).sentence
    assert sentence.startswith(words)
    assert ": " in sentence, "what to do stands behind a colon"
    assert "hush-hush" not in sentence
    assert here.logins == []


def test_a_start_raises_the_limit_of_descriptors(here: Here) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    here.environment.setenv("DATABASE_URL", "sqlite+aiosqlite:////proc/nowhere/games.sqlite3")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert main([]) == FAILED
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (descriptors.raise_limit(), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def make_newer(file: Path) -> None:
    """A database of a version that this bot does not know."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT PRIMARY KEY)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
        connection.execute("CREATE TABLE games (id INTEGER PRIMARY KEY)")


async def test_a_limited_login_comes_after_its_wait_and_a_gateway_that_hangs_up_for_good_ends_it_after_a_pause(
    bot: Bot,
) -> None:
    bot.server.faults.add("GET", "/users/@me", RateLimited(1.0, via=False))
    process = bot.start(LOGIN_PAUSE="3600")
    await process.ready()
    await bot.server.gateway.drop(4011)
    await process.logged("waits before it ends")
    assert process.status is None, "a service manager must not start it again at once"
    process.send_signal(signal.SIGTERM)
    end = await ended(process)
    assert end.status == MISCONFIGURED
    assert end.sentence.startswith("The bot is in more servers than its shards may serve: raise SHARD_COUNT")
    assert bot.server.gateway.ops.count(2) == 1


def test_health_tells_a_running_bot_from_a_hanging_and_an_absent_one(here: Here) -> None:
    assert main(["health"]) == FAILED
    assert here.said().startswith("The bot is not running here: there is no heartbeat var/heartbeat.")
    beat = Path("var/heartbeat")
    health.write(beat, Vitals())
    assert main(["health"]) == 0
    assert here.said().startswith("The bot is well: ")
    last = read(beat)
    beat.write_text(json.dumps(last._replace(beat_at=last.beat_at - 2 * STALE)._asdict()))
    assert main(["health"]) == FAILED
    assert here.said().startswith("The bot hangs, or its database does not answer: ")


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("is_full", "The disk of the heartbeat var/heartbeat is full: make room."),
        ("is_read_only", "The file system of the heartbeat var/heartbeat can only be read: mount it writable."),
    ],
)
def test_health_names_the_disk_on_which_no_heartbeat_can_be_written(
    state: str, said: str, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk loses the heartbeat; on a file system that has become read-only it grows old."""
    monkeypatch.setattr(disk, state, lambda folder: folder == Path("var"))
    assert main(["health"]) == FAILED
    assert here.said() == f"{said}\n"
    beat = Path("var/heartbeat")
    health.write(beat, Vitals())
    assert main(["health"]) == 0, "the disk does not matter while there are heartbeats"
    here.said()
    beat.write_text(json.dumps(read(beat)._replace(beat_at=-2 * STALE)._asdict()))
    assert main(["health"]) == FAILED
    assert here.said() == f"{said}\n"


@pytest.mark.parametrize("hours", [-1, 1])
def test_health_does_not_depend_on_the_clock_of_the_day(hours: int, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    beat, real = Path("var/heartbeat"), time.time()
    health.write(beat, Vitals())
    monkeypatch.setattr("time.time", lambda: real + hours * 3600)
    assert main(["health"]) == 0
    last = read(beat)
    beat.write_text(json.dumps(last._replace(beat_at=last.beat_at - 2 * STALE)._asdict()))
    assert main(["health"]) == FAILED, "it hangs"
    beat.write_text(json.dumps(last._replace(beat_at=last.beat_at + 3600)._asdict()))
    assert main(["health"]) == FAILED, "that beat is from before the machine was started"


@pytest.mark.parametrize(
    ("vitals", "said"),
    [
        (Vitals(stuck_post=59), "The bot is well: "),
        (Vitals(stuck_post=61), "A post has been due for 61 s although Discord is there"),
        (Vitals(discord_away=299, oldest_post=290), "The bot is well: "),
        (Vitals(discord_away=301), "Discord has been away for 301 s"),
    ],
)
def test_health_looks_at_the_posts_and_at_discord(vitals: Vitals, said: str, here: Here) -> None:
    health.write(Path("var/heartbeat"), vitals)
    assert main(["health"]) == (0 if "well" in said else FAILED)
    assert here.said().startswith(said)


def test_health_loads_next_to_nothing(tmp_path: Path) -> None:
    """A container asks every minute, for as long as it runs. pydantic alone is more than 100 modules, all of the bot 1500."""
    health.write(tmp_path / "heartbeat", Vitals())
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HEARTBEAT_FILE": "heartbeat"}
    command = [sys.executable, "-m", "tests.programs.health_check"]
    ran = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, check=True, text=True, timeout=STARTED)
    said, loaded = ran.stdout.splitlines()
    assert said.startswith("The bot is well: ")
    assert int(loaded) < 80


def test_health_finds_the_heartbeat_that_the_file_of_settings_names(here: Here) -> None:
    Path(".env").write_text("HEARTBEAT_FILE=elsewhere/beat\n", encoding="utf-8")
    assert main(["health"]) == FAILED
    assert here.said().startswith("The bot is not running here: there is no heartbeat elsewhere/beat.")
    health.write(Path("elsewhere/beat"), Vitals())
    assert main(["health"]) == 0
    Path(".env").write_text("TABLE_HOURS=many\n", encoding="utf-8")
    assert main(["health"]) == MISCONFIGURED


async def test_the_heart_beats_only_while_the_database_answers(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    beat, answers = tmp_path / "new" / "heartbeat", [True, False, False, True]
    found: list[bool] = []

    async def answer() -> Vitals:
        found.append(beat.exists())
        beat.unlink(missing_ok=True)
        if not answers:
            raise asyncio.CancelledError
        if not answers.pop(0):
            raise OSError("the database is away")
        return Vitals()

    caplog.set_level("INFO")
    with pytest.raises(asyncio.CancelledError):
        await health.beat(beat, answer, interval=0)
    assert found == [False, True, False, False, True]
    assert not beat.exists()
    assert caplog.messages == ["the heartbeat stops: the database is away", "the heartbeat is back"]


async def test_the_heart_beats_at_once_when_it_is_hurried(tmp_path: Path) -> None:
    hurry, beats = asyncio.Event(), list[int]()

    async def measure() -> Vitals:
        beats.append(len(beats))
        return Vitals()

    task = asyncio.create_task(health.beat(tmp_path / "heartbeat", measure, 3600, hurry))
    await until("the first beat", (tmp_path / "heartbeat").exists)
    hurry.set()
    await until("the second beat", lambda: len(beats) == 2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_where_the_heartbeat_cannot_be_written_the_last_one_says_nothing_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = tmp_path / "heartbeat"
    health.write(beat, Vitals())

    def fill_disk(*_: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", fill_disk)
        with pytest.raises(OSError, match="No space"):
            health.write(beat, Vitals())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_that_the_bot_lives(abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"@land-games-{os.getpid()}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + address[1:] if abstract else address)
        manager.settimeout(PATIENCE)
        monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
        health.notify_systemd("not heard")
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        health.notify_systemd("READY=1")
        assert manager.recv(100) == b"READY=1"

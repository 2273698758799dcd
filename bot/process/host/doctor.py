"""A check of the set-up: Python, SQLite, settings, folders, database, token, permissions."""

from __future__ import annotations

import difflib
import errno
import importlib.util
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord
from dotenv import dotenv_values
from yarl import URL

from bot.common.permissions import THREADS, lacking
from bot.process.host import descriptors
from bot.process.host.settings_file import FOLDER_FILE, find_file
from bot.process.logs import Redactor
from bot.process.pages import origin_of
from bot.process.settings import LOOPBACK, NO_TOKEN, Settings, find_origin, find_proxy
from bot.storage.engine import disk, sqlite
from bot.storage.engine.database import Database, parse
from bot.storage.engine.errors import DatabaseBusy, DatabaseProblem
from bot.ui.framework.places import make_invitation
from bot.version import VERSION
from bot.web.server import TITLE

SOUND_SQLITE = (3, 51, 3)
"""The first version of SQLite without the bug that can damage a database in WAL mode when two connections write at once."""

FIRST_PYTHON, LAST_PYTHON = (3, 11), (3, 14)

PAGE_TAKES = 10.0
"""Seconds within which the page of a game must answer."""
MOST_GUILDS = 50
"""Maximum number of servers to check. Each takes three requests."""

_NOT_OURS = ("POSTGRES_", "COMPOSE_", "TARGET_DATABASE_URL")
"""Prefixes of variables in the settings file that belong to other programs."""

Say = Callable[[str], None]


class Report:
    """Prints each finding at once, and counts the problems."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self.problems = 0

    def fine(self, text: str) -> None:
        """Report a check that passed."""
        self._say(f"ok    {text}")

    def hint(self, text: str) -> None:
        """Report a note: something to improve, although the bot runs without it."""
        self._say(f"hint  {text}")

    def wrong(self, text: str) -> None:
        """Report a problem that must be fixed. The text says how."""
        self.problems += 1
        self._say(f"WRONG {text}")


async def examine(settings: Settings, say: Say) -> int:
    """Check everything, and report one line per finding. Return 1 if something must be fixed, else 0. Nothing is changed."""
    findings = Report(say)
    _check_python(findings)
    _check_names(findings)
    _check_named(settings, findings)
    _check_folders(settings, findings)
    _check_private(settings, findings)
    _check_descriptors(findings)
    await _check_database(settings, findings)
    await _check_pages(settings, findings)
    if settings.discord_token is None and importlib.util.find_spec("simcord") is None:
        findings.wrong(NO_TOKEN)
    elif settings.discord_token is None:
        findings.hint("There is no DISCORD_TOKEN: the bot will serve a local page instead of joining Discord.")
    else:
        await _check_discord(settings.discord_token.get_secret_value(), settings, findings)
    count = findings.problems
    say("No problems found." if not count else f"{count} to mend: see WRONG above.")
    return 1 if count else 0


def _check_python(findings: Report) -> None:
    version = ".".join(map(str, sys.version_info[:3]))
    if FIRST_PYTHON <= sys.version_info[:2] <= LAST_PYTHON:
        findings.fine(f"Land Games {VERSION}, Python {version}")
    else:
        findings.wrong(
            f"Land Games {VERSION} runs on Python {FIRST_PYTHON[0]}.{FIRST_PYTHON[1]} to {LAST_PYTHON[0]}.{LAST_PYTHON[1]}, "
            f"not on {version}: install one of these."
        )


def _check_names(findings: Report) -> None:
    """Check the names in the settings file: an unknown name is usually misspelt."""
    known = [name.upper() for name in Settings.model_fields]
    file = find_file() or FOLDER_FILE
    unknown = [
        name
        for name in dotenv_values(file, encoding="utf-8-sig")
        if name.upper() not in known and not name.startswith(_NOT_OURS)
    ]
    for name in unknown:
        near = difflib.get_close_matches(name.upper(), known, n=1)
        findings.wrong(f"The name {name} in {file} is no setting{f': is it {near[0]}?' if near else '; see .env.example.'}")
    if not unknown:
        findings.fine("settings")


def _check_named(settings: Settings, findings: Report) -> None:
    """Check that a setting names the database. Without it, commands that change data refuse to run."""
    if find_origin(settings) is None:
        findings.hint("No setting names the database: set DATABASE_URL, so that every command uses the same one.")


def _check_descriptors(findings: Report) -> None:
    """Check that pages with many visitors leave descriptors for Discord and the database."""
    limit = descriptors.raise_limit()
    if limit < descriptors.LEAST:
        findings.hint(
            f"A process may have {limit:,} open files and sockets here, so pages take at most {limit // 2:,} connections: "
            f"allow {descriptors.ENOUGH:,} (LimitNOFILE in the unit, ulimit -Hn in a shell)."
        )
    else:
        findings.fine(f"a process may have {limit:,} open files and sockets")


def _check_folders(settings: Settings, findings: Report) -> None:
    """Check the folders of all files except the database."""
    _check_folder("HEARTBEAT_FILE", Path(settings.heartbeat_file).parent, findings)
    _check_folder("BACKUP_FOLDER", Path(settings.backup_folder), findings)


def _check_folder(setting: str, folder: Path, findings: Report) -> None:
    """Check that the bot can write to a folder, or to the one in which it will be created."""
    folder = folder.absolute()
    if (error := _refusal(folder)) is None:
        findings.fine(f"{folder} is writable")
    else:
        findings.wrong(f"Nothing can be written to {folder} ({error.strerror}): let the bot write there, or set {setting}.")


def _check_private(settings: Settings, findings: Report) -> None:
    """Check that other users of the machine cannot read the files with secrets and games."""
    files = [find_file(), Path(settings.backup_folder)]
    with suppress(DatabaseProblem):  # another check reports it
        url = parse(settings.database_url)
        files += [sqlite.file_of(url)] if url.get_backend_name() == "sqlite" else []
    for file in files:
        if file is not None and file.exists() and _is_open(file.resolve()):
            findings.hint(f"Every user of this machine can read {file}: type chmod go= {file}.")


def _is_open(path: Path) -> bool:
    """Return whether every user of the machine can read a file or folder."""
    return bool(path.stat().st_mode & stat.S_IROTH) and all(folder.stat().st_mode & stat.S_IXOTH for folder in path.parents)


def _refusal(folder: Path) -> OSError | None:
    """Return the error if a folder, or the one in which it will be created, is not writable; otherwise ``None``."""
    try:
        with tempfile.TemporaryFile(dir=disk.find_nearest_existing(folder)):
            return None
    except OSError as error:
        return error


async def _check_database(settings: Settings, findings: Report) -> None:
    try:
        url = parse(settings.database_url)
        if url.get_backend_name() == "sqlite":
            file = sqlite.file_of(url)
            _check_sqlite(settings, findings)
            _room(file, Path(settings.backup_folder), findings)
            if not file.exists():
                findings.hint(f"There is no database {file} yet: the first start creates it.")
                _check_folder("DATABASE_URL", file.parent, findings)
                return
        async with Database.opened(settings.database_url, migrate=False) as database:
            damage = await database.check()
    except (DatabaseProblem, DatabaseBusy) as problem:
        findings.wrong(str(problem))
        return
    if damage:
        findings.wrong(f"The database is damaged ({damage[0]}): put a backup back with `restore`.")
    else:
        findings.fine("the database opens, is up to date, and intact")


def _room(database: Path, backups: Path, findings: Report) -> None:
    """Check that the disks have room for the next migration and backup. An unwritable folder is reported elsewhere."""
    for room in (disk.measure_room_for_migration(database), disk.measure_room_for_backup(database, backups)):
        refusal = _refusal(room.folder)
        if refusal is None or refusal.errno == errno.ENOSPC:
            (findings.wrong if room.is_short else findings.hint if room.is_scarce else findings.fine)(str(room))


def _check_sqlite(settings: Settings, findings: Report) -> None:
    if sqlite3.sqlite_version_info < SOUND_SQLITE:
        sound = ".".join(map(str, SOUND_SQLITE))
        findings.hint(
            f"SQLite {sqlite3.sqlite_version} is older than {sound}: two programs that write at once may damage the database, "
            "so let only one process of the bot use it."
        )
    else:
        findings.fine(f"SQLite {sqlite3.sqlite_version}")
    if settings.shard_ids is not None:
        findings.wrong("Several processes with shards of their own need PostgreSQL: set DATABASE_URL, or leave SHARD_IDS out.")


async def _check_pages(settings: Settings, findings: Report) -> None:
    """Open the page of a game at the address used in links, as a browser would."""
    if settings.public_url is None:
        return
    address, asked = f"{settings.public_url}/board", {"Origin": origin_of(settings.public_url)}
    mend = f"start the bot, and see that the proxy leads to {settings.web_host}:{settings.web_port}."
    try:
        timeout = aiohttp.ClientTimeout(total=PAGE_TAKES)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            async with session.get(address, headers=asked) as answer:
                is_ours = answer.status == HTTPStatus.OK and TITLE in await answer.text()
            if is_ours:
                async with session.get(f"{settings.public_url}/api/proxy", headers=asked) as told:
                    if told.status == HTTPStatus.OK:  # a bot of an earlier version does not report it
                        _check_proxy(settings, await told.json(), findings)
    except (aiohttp.ClientError, TimeoutError, OSError, UnicodeDecodeError) as error:
        findings.wrong(f"The page of a game does not open at {address} ({error or 'no answer'}): {mend}")
        return
    if is_ours:
        findings.fine(f"the page of a game opens at {address}")
    else:
        findings.wrong(f"At {address} something else answers ({answer.status}): {mend}")


def _check_proxy(settings: Settings, told: Mapping[str, bool], findings: Report) -> None:
    """Check that the bot sees the visitors' addresses. Without them, all visitors share the limits of a single address."""
    if told["passes"] and told["trusted"]:
        findings.fine("the proxy passes on the addresses of visitors")
    elif told["passes"]:
        findings.wrong(
            "The bot does not trust the addresses that the proxy passes on, so all visitors share the limits of one: set "
            f"TRUSTED_PROXY ({settings.trusted_proxy or 'not set'}) to the address from which the proxy reaches the bot."
        )
    elif URL(settings.public_url or "").host not in LOOPBACK:
        findings.wrong(
            "The proxy does not pass on the visitors' addresses, so all share one limit: make it set X-Forwarded-For."
        )


async def _check_discord(token: str, settings: Settings, findings: Report) -> None:
    client = discord.Client(intents=discord.Intents.none(), proxy=find_proxy(settings))
    try:
        await client.login(token)
        assert client.user is not None  # noqa: S101 - set by the login
        findings.fine(f"the token is that of {client.user}")
        application = await client.application_info()
        await _check_shards(client, settings, findings)
        if not application.bot_public:
            findings.hint("The application is not public: only its owner can invite it.")
        guilds = [guild async for guild in client.fetch_guilds(limit=MOST_GUILDS)]
        for guild in guilds:
            await _check_guild(client, guild.id, findings)
        if not guilds:
            findings.hint("The bot is in no server yet: invite it.")
        elif len(guilds) == MOST_GUILDS:
            findings.hint(f"Only the first {MOST_GUILDS} servers were looked at.")
        findings.hint(f"To invite the bot: {make_invitation(application.id)}")
    except discord.LoginFailure:
        findings.wrong("Discord refuses the token: copy the bot's token again from the developer portal into DISCORD_TOKEN.")
    except discord.HTTPException as error:
        if error.status == HTTPStatus.TOO_MANY_REQUESTS:
            findings.wrong(
                "Discord limits the requests from this machine's address: wait a quarter of an hour, then try again."
            )
        else:
            findings.wrong(f"Discord refuses a request ({Redactor().redact(str(error))}): try again later.")
    except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
        findings.wrong(f"Discord cannot be reached ({Redactor().redact(str(error))}): check the network.")
    finally:
        await client.close()


async def _check_shards(client: discord.Client, settings: Settings, findings: Report) -> None:
    wanted, _, limits = await client.http.get_bot_gateway()
    if settings.shard_count != "auto" and wanted > settings.shard_count:
        findings.wrong(f"Discord asks for {wanted} shards: set SHARD_COUNT to that.")
    findings.fine(f"{limits['remaining']} logins left today")


async def _check_commands(client: discord.Client, guild: discord.Guild, findings: Report) -> None:
    """Report the commands that an earlier program left in a server, if the bot has access to them."""
    with suppress(discord.Forbidden):
        left = await client.http.get_guild_commands(client.application_id or 0, guild.id)
        if names := ", ".join(command["name"] for command in left):
            findings.hint(f"In {guild.name} an earlier program left commands, which the bot removes at its start: {names}.")


async def _check_guild(client: discord.Client, guild_id: int, findings: Report) -> None:
    """Report the permissions that the bot lacks in the text channels of a server."""
    guild = await client.fetch_guild(guild_id, with_counts=False)
    await _check_commands(client, guild, findings)
    channels = await guild.fetch_channels()
    member = await guild.fetch_member(client.user.id if client.user else 0)
    texts = [channel for channel in channels if isinstance(channel, discord.TextChannel)]
    lacks = {channel.name: missing for channel in texts if (missing := lacking(channel.permissions_for(member)))}
    threads = [f"#{each.name}" for each in texts if not getattr(each.permissions_for(member), THREADS)]
    if threads:
        findings.hint(
            f"In {guild.name}, games get no threads in {', '.join(threads)}: the bot lacks Create Public Threads there."
        )
    everywhere = set.intersection(*map(set, lacks.values())) if lacks and len(lacks) == len(texts) else set()
    if everywhere:
        findings.wrong(f"In {guild.name} the bot lacks {', '.join(sorted(everywhere))}: invite it again by the link below.")
        return
    for name, missing in lacks.items():
        findings.hint(f"In {guild.name}, #{name} cannot be played in: the bot lacks {', '.join(missing)} there.")
    findings.fine(f"{guild.name}: {len(texts) - len(lacks)} of {len(texts)} text channels can be played in")

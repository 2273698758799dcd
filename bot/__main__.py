"""The command line: ``python -m bot [command]``. Without a command the bot runs.

Exit status: 0 done, 1 failed, 2 a wrong command line, 78 a set-up that has to be changed first.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import discord
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot import create_bot
from bot.process import health, logs
from bot.process.run import FAILED, MISCONFIGURED, Failure, run
from bot.process.settings import Settings, SettingsProblem, load
from bot.storage.engine import disk, sqlite
from bot.storage.engine.backup import backup, restore
from bot.storage.engine.copy import copy_database
from bot.storage.engine.database import Database, parse
from bot.storage.engine.errors import DatabaseBusy, DatabaseProblem
from bot.storage.engine.file_lock import FileLock
from bot.storage.engine.forgotten import ForgottenFile, entries_of_file
from bot.storage.queries.server.guilds import delete_guild, export_guild
from bot.storage.queries.server.persons import export_person
from bot.usecases.context import Context
from bot.usecases.server import forgetting
from bot.version import VERSION

logger = logging.getLogger("bot")

Command = Callable[[argparse.Namespace, Settings], Awaitable[int | None]]


async def _run(args: argparse.Namespace, settings: Settings) -> None:
    if settings.discord_token is None:
        await _preview(args, settings)
        return
    await run(settings, create_bot(settings))


async def _preview(_args: argparse.Namespace, settings: Settings) -> None:
    if importlib.util.find_spec("simcord") is None:
        raise Failure(
            "There is no DISCORD_TOKEN: set it to the bot's token. (A local page instead is served by `make run`.)",
            MISCONFIGURED,
        )
    from bot.process.preview import serve

    def show(address: str) -> None:
        print(f"The bot plays on a local page: {address}\nCtrl-C ends it; the games stay.", flush=True)

    await serve(settings, create_bot, show)


async def _doctor(_args: argparse.Namespace, settings: Settings) -> int:
    from bot.process.doctor import examine

    return await examine(settings, print)


async def _health(_args: argparse.Namespace, settings: Settings) -> None:
    age = health.age_of(Path(settings.heartbeat_file))
    if age is None:
        raise Failure(f"The bot is not running here: there is no heartbeat {settings.heartbeat_file}.")
    if age > health.STALE:
        raise Failure(f"The bot hangs, or its database does not answer: its last heartbeat is {age:.0f} s old. Restart it.")
    if (illness := health.read(Path(settings.heartbeat_file)).find_illness()) is not None:
        raise Failure(illness)
    print(f"The bot is well: its last heartbeat was {age:.0f} s ago.")


async def _migrate(_args: argparse.Namespace, settings: Settings) -> None:
    database = await Database.open(settings.database_url)
    try:
        problems = await database.check()
    finally:
        await database.close()
    if problems:
        raise Failure(f"The database is of this version, but damaged ({problems[0]}): put a backup back with `restore`.")
    print("The database is of this version, and sound.")
    url = parse(settings.database_url)
    if url.get_backend_name() == "sqlite":
        file = sqlite.file_of(url)
        rooms = (disk.for_migration(file), disk.for_backup(file, Path(settings.backup_folder)))
        if short := [str(room) for room in rooms if room.is_short]:
            raise Failure("\n".join(short))
        for room in rooms:
            if room.is_scarce:
                print(room)


async def _check_games(_args: argparse.Namespace, settings: Settings) -> int:
    from bot.process.check_games import check_games

    database = await Database.open(settings.database_url, migrate=False)
    try:
        return FAILED if await check_games(database, print) else 0
    finally:
        await database.close()


async def _recount(_args: argparse.Namespace, settings: Settings) -> None:
    from bot.usecases.statistics.rebuild import from_nothing, guilds_to_count
    from rules.words import count

    with _alone(settings):
        context = await _context(settings, migrate=False)
        try:
            counts = [await from_nothing(context, guild) for guild in await guilds_to_count(context)]
        finally:
            await context.db.close()
    print(f"Counted anew: {count(sum(counts), 'finished game')} of {count(len(counts), 'server')}.")


async def _backup(args: argparse.Namespace, settings: Settings) -> None:
    print(await backup(settings.database_url, args.folder or settings.backup_folder, args.keep or settings.backups_kept))


async def _restore(args: argparse.Namespace, settings: Settings) -> None:
    if not Path(args.file).is_file():  # noqa: ASYNC240 - nothing else runs here
        raise Failure(f"There is no file {args.file}: name one of the backups in {settings.backup_folder}.")
    file = ForgottenFile.of(settings.database_url, settings.backup_folder)
    url = parse(settings.database_url)
    if url.get_backend_name() == "sqlite":
        file.add(entries_of_file(sqlite.file_of(url)))  # what it is put in the place of may know more
    print(await restore(args.file, settings.database_url))
    if file.read():
        context = await _context(settings)
        try:
            again = await forgetting.forget_again(context)
        finally:
            await context.db.close()
        print(f"Persons and servers that were forgotten after this backup, and now again: {again}.")


async def _copy_database(args: argparse.Namespace, settings: Settings) -> None:
    target = args.target or os.environ.get("TARGET_DATABASE_URL")
    if not target:
        raise Failure("Name the database to copy into: copy-database URL, or TARGET_DATABASE_URL in the environment.")
    copied = await copy_database(settings.database_url, target)
    print(copied)
    if copied.changed:
        raise Failure("The copy is not the whole.")


async def _export_guild(args: argparse.Namespace, settings: Settings) -> None:
    database = await Database.open(settings.database_url, migrate=False)
    try:
        exported = json.dumps(await export_guild(database, args.guild), ensure_ascii=False, indent=1) + "\n"
    finally:
        await database.close()
    if args.output:
        Path(args.output).write_text(exported, encoding="utf-8")  # noqa: ASYNC240 - nothing else runs here
    else:
        sys.stdout.write(exported)


async def _delete_guild(args: argparse.Namespace, settings: Settings) -> None:
    if not args.yes:
        raise Failure(f"This deletes all games of the server {args.guild} for good: say so with --yes.")
    with _alone(settings):
        context = await _context(settings, migrate=False)
        try:
            counts = await delete_guild(context.db, args.guild)
            await forgetting.save_list(context)
        finally:
            await context.db.close()
    print(f"Deleted of the server {args.guild}: " + ", ".join(f"{rows} {table}" for table, rows in counts.items()) + ".")


async def _export_user(args: argparse.Namespace, settings: Settings) -> None:
    database = await Database.open(settings.database_url, migrate=False)
    try:
        data = await database.read(lambda conn: export_person(conn, args.user, args.guild))
    finally:
        await database.close()
    _write(json.dumps(data, ensure_ascii=False, indent=1) + "\n", args.output)


async def _delete_user(args: argparse.Namespace, settings: Settings) -> None:
    where = "everywhere" if args.guild is None else f"in the server {args.guild}"
    if not args.yes:
        raise Failure(f"This forgets the user {args.user} {where}, who gives up their running games: say so with --yes.")
    with _alone(settings):
        context = await _context(settings, migrate=False)
        try:
            given_up = await forgetting.forget(context, args.user, args.guild)
        finally:
            await context.db.close()
    print(f"The user {args.user} is forgotten {where}; running games given up: {given_up}.")


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """No bot runs on the same SQLite file meanwhile; on PostgreSQL that does not matter. Raises DatabaseProblem."""
    url = parse(settings.database_url)
    if url.get_backend_name() != "sqlite":
        yield
        return
    lock = FileLock(sqlite.file_of(url))
    lock.take()
    try:
        yield
    finally:
        lock.release()


async def _context(settings: Settings, *, migrate: bool = True) -> Context:
    """What the use cases need, for a command that is done when it ends."""
    database = await Database.open(settings.database_url, migrate=migrate)
    return Context(database, forgotten_file=ForgottenFile.of(settings.database_url, settings.backup_folder))


def _write(text: str, output: str | None) -> None:
    if output:
        Path(output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    top = argparse.ArgumentParser(
        prog="python -m bot", description="A Discord bot for land games. Settings come from the environment and .env."
    )
    top.set_defaults(command=_run, name="run")
    top.add_argument("--version", action="version", version=f"Land Games {VERSION}")
    commands = top.add_subparsers(metavar="command")

    def add(name: str, command: Command, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(command=command, name=name)
        return made

    add("run", _run, "run the bot (the default): on Discord with DISCORD_TOKEN set, else on a local page")
    add("preview", _preview, "serve the bot on a local page, even if there is a token")
    add("doctor", _doctor, "say what is wrong with this set-up: settings, database, token, permissions")
    add("health", _health, "say whether the running bot is well: its event loop, its database, its posts, Discord")
    add("migrate", _migrate, "make the database or bring it to this version, and check it")
    add(
        "check-games",
        _check_games,
        "replay every game with this version of the program, and say which differ",
    )
    add("recount", _recount, "compute rankings, records and figures anew from the finished games; on SQLite stop the bot first")
    made = add("backup", _backup, "write a backup, check it, and keep the newest ones; the bot may be running")
    made.add_argument("--folder", help="where to; BACKUP_FOLDER otherwise")
    made.add_argument("--keep", type=_positive, help="how many to keep; BACKUPS_KEPT otherwise")
    made = add("restore", _restore, "put a backup in the place of the database; stop the bot first")
    made.add_argument("file", help="the backup")
    made = add("copy-database", _copy_database, "copy everything into another, empty database, such as PostgreSQL")
    made.add_argument("target", nargs="?", help="its URL; TARGET_DATABASE_URL in the environment otherwise")
    made = add("export-guild", _export_guild, "write everything that belongs to one server as JSON")
    made.add_argument("guild", type=_id, help="the server's id")
    made.add_argument("--output", help="the file to write; standard output otherwise")
    made = add("export-user", _export_user, "write everything about one person as JSON")
    made.add_argument("user", type=_id, help="the person's id")
    made.add_argument("--guild", type=_id, help="in that server only")
    made.add_argument("--output", help="the file to write; standard output otherwise")
    made = add("delete-user", _delete_user, "forget one person; on SQLite stop the bot first")
    made.add_argument("user", type=_id, help="the person's id")
    made.add_argument("--guild", type=_id, help="in that server only")
    made.add_argument("--yes", action="store_true", help="yes, for good")
    made = add("delete-guild", _delete_guild, "delete everything that belongs to one server; on SQLite stop the bot first")
    made.add_argument("guild", type=_id, help="the server's id")
    made.add_argument("--yes", action="store_true", help="yes, for good")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status."""
    args = parser().parse_args(arguments)
    serves = args.name in ("run", "preview")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot never speaks
    try:
        settings = load()
    except SettingsProblem as problem:
        if serves:
            logs.configure()
        return _fail(str(problem), MISCONFIGURED, logged=serves)
    logs.configure(settings.log_level if serves else "error", settings.log_style, _secrets(settings))
    try:
        return asyncio.run(args.command(args, settings)) or 0
    except Failure as failure:
        return _fail(str(failure), failure.status, logged=serves)
    except (DatabaseProblem, DatabaseBusy) as problem:
        return _fail(str(problem), FAILED, logged=serves)
    except OSError as error:
        if serves:
            raise
        return _fail(f"{error.filename or args.name}: {error.strerror or error}.", FAILED, logged=False)
    except KeyboardInterrupt:
        return 130


def _fail(sentence: str, status: int, *, logged: bool) -> int:
    """Say what went wrong: as an event of the log where the bot serves, else plainly."""
    if logged:
        for line in sentence.splitlines():
            logger.critical(line)
    else:
        print(sentence, file=sys.stderr)
    return status


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


def _id(text: str) -> int:
    """An id as Discord gives it: a positive number that a column of 64 bits holds."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError("it must be an id of Discord's, such as 80351110224678912")
    return int(text)


def _secrets(settings: Settings) -> list[str]:
    """What must never be in a log: the token, and the passwords of the databases."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    found = [token]
    for url in (settings.database_url, os.environ.get("TARGET_DATABASE_URL", "")):
        try:
            found.append(make_url(url).password or "" if url else "")
        except ArgumentError:
            continue
    return found


if __name__ == "__main__":
    sys.exit(main())

"""The host's commands: ``python -m bot WORD`` runs the function of that name, with the command line and the settings."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bot import create_bot
from bot.process import run as bot_run
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.run import Failure
from bot.process.settings import NO_TOKEN, Settings
from bot.storage.engine import backup as backups
from bot.storage.engine import copy, disk, sqlite
from bot.storage.engine.database import Database, parse
from bot.storage.engine.file_lock import FileLock
from bot.storage.engine.forgotten import ForgottenFile, read_file_entries
from bot.storage.queries.server import guilds, persons
from bot.usecases.context import Context
from bot.usecases.privacy import forgetting


async def run(args: argparse.Namespace, settings: Settings) -> None:
    """Run the bot on Discord, or on a local page if there is no token."""
    if settings.discord_token is None:
        await preview(args, settings)
        return
    await bot_run.run(settings, create_bot(settings))


async def preview(_args: argparse.Namespace, settings: Settings) -> None:
    """Serve the bot on a local page. Raise Failure if the packages for that are not installed."""
    if importlib.util.find_spec("simcord") is None:
        raise Failure(f"{NO_TOKEN} (A local page instead is served by `make run`.)", MISCONFIGURED)
    from bot.process.preview import serve

    def show(address: str) -> None:
        print(f"The bot plays on a local page: {address}\nCtrl-C ends it; the games stay.", flush=True)

    await serve(settings, create_bot, show)


async def doctor(_args: argparse.Namespace, settings: Settings) -> int:
    """Check this set-up and print the findings. Return the exit status."""
    from bot.process.host.doctor import examine

    return await examine(settings, print)


async def health(_args: argparse.Namespace, _settings: Settings) -> int:
    """Print the state of the running bot. Return the exit status."""
    from bot.process.host import health as health_check

    return health_check.main()


async def migrate(_args: argparse.Namespace, settings: Settings) -> None:
    """Migrate the database to this version, and check it. Raise Failure if it is damaged, or if the disk is too full."""
    async with Database.opened(settings.database_url) as database:
        problems = await database.check()
    if problems:
        raise Failure(
            f"The database has this version, but is damaged ({problems[0]}): put a backup back with `restore`.", MISCONFIGURED
        )
    print("The database is up to date and intact.")
    url = parse(settings.database_url)
    if url.get_backend_name() == "sqlite":
        file = sqlite.file_of(url)
        rooms = (disk.measure_room_for_migration(file), disk.measure_room_for_backup(file, Path(settings.backup_folder)))
        if short := [str(room) for room in rooms if room.is_short]:
            raise Failure("\n".join(short))
        for room in rooms:
            if room.is_scarce:
                print(room)


async def check_games(_args: argparse.Namespace, settings: Settings) -> int:
    """Replay every game, and list those that differ. Return the exit status."""
    from bot.process.host import check_games as games

    async with Database.opened(settings.database_url, migrate=False) as database:
        return 0 if (await games.check_games(database, print)).is_sound else FAILED


async def recount(_args: argparse.Namespace, settings: Settings) -> None:
    """Recompute rankings, records and statistics."""
    from bot.usecases.league import recount as league_games
    from bot.usecases.statistics.rebuild import count_from_nothing, list_guilds_to_count
    from rules.words import count

    with _lock_database(settings):
        async with Database.opened(settings.database_url, migrate=False) as database:
            context = _make_context(database, settings)
            guilds = await list_guilds_to_count(context)
            counts = [await count_from_nothing(context, guild) for guild in guilds]
            kept = sum([await league_games.recount(context, guild) for guild in guilds])
    print(f"Counted again: {count(sum(counts), 'finished game')} of {count(len(counts), 'server')}.")
    if kept:
        print(f"{count(kept, 'judged game')} of leagues kept a result from another version of the bot.")


async def backup(args: argparse.Namespace, settings: Settings) -> None:
    """Write a backup, and keep the newest ones."""
    print(
        await backups.backup(settings.database_url, args.folder or settings.backup_folder, args.keep or settings.backups_kept)
    )


async def rehearse(args: argparse.Namespace, settings: Settings) -> int:
    """Rehearse an update with a copy of a backup. Return the exit status."""
    from bot.process.host import rehearsal

    return 0 if await rehearsal.rehearse(settings, args.file, print) else FAILED


async def restore(args: argparse.Namespace, settings: Settings) -> None:
    """Replace the database with a backup, and forget again the persons and servers that were forgotten after it."""
    if not Path(args.file).is_file():  # noqa: ASYNC240 - nothing else runs here
        raise Failure(f"There is no file {args.file}: name one of the backups in {settings.backup_folder}.")
    file = ForgottenFile.of(settings.database_url, settings.backup_folder)
    url = parse(settings.database_url)
    if url.get_backend_name() == "sqlite":
        file.add(read_file_entries(sqlite.file_of(url)))  # the replaced database may have additional entries
    print(await backups.restore(args.file, settings.database_url))
    if file.read():
        async with Database.opened(settings.database_url) as database:
            again = await forgetting.forget_again(_make_context(database, settings))
        print(f"Persons and servers forgotten after this backup, deleted again: {again}.")


async def copy_database(args: argparse.Namespace, settings: Settings) -> None:
    """Copy everything into another database. Raise Failure if the copy is incomplete."""
    target = args.target or os.environ.get("TARGET_DATABASE_URL")
    if not target:
        raise Failure("Name the database to copy into: copy-database URL, or TARGET_DATABASE_URL in the environment.")
    copied = await copy.copy_database(settings.database_url, target)
    print(copied)
    if copied.changed:
        raise Failure("The copy is incomplete.")


async def export_guild(args: argparse.Namespace, settings: Settings) -> None:
    """Write everything that belongs to one server as JSON."""
    async with Database.opened(settings.database_url, migrate=False) as database:
        data = await guilds.export_guild(database, args.guild)
    _write(data, args.output)


async def delete_guild(args: argparse.Namespace, settings: Settings) -> None:
    """Delete everything that belongs to one server."""
    if not args.yes:
        raise Failure(f"This deletes all games of the server {args.guild} for good: say so with --yes.")
    with _lock_database(settings):
        async with Database.opened(settings.database_url, migrate=False) as database:
            counts = await guilds.delete_guild(database, args.guild)
            is_listed = await forgetting.save_list(_make_context(database, settings))
    found = ", ".join(f"{rows} {table}" for table, rows in counts.items() if rows)
    print(f"Deleted of the server {args.guild}: {found}." if found else f"There is nothing of a server {args.guild}.")
    _check_list(is_listed)


async def export_user(args: argparse.Namespace, settings: Settings) -> None:
    """Write everything about one person as JSON."""
    async with Database.opened(settings.database_url, migrate=False) as database:
        data = await database.read(lambda conn: persons.export_person(conn, args.user, args.guild))
    _write(data, args.output)


async def delete_user(args: argparse.Namespace, settings: Settings) -> None:
    """Forget one person."""
    where = "everywhere" if args.guild is None else f"in the server {args.guild}"
    if not args.yes:
        raise Failure(f"This forgets the user {args.user} {where}, who gives up their running games: say so with --yes.")
    with _lock_database(settings):
        async with Database.opened(settings.database_url, migrate=False) as database:
            context = _make_context(database, settings)
            stored = await database.read(lambda conn: persons.export_person(conn, args.user, args.guild))
            given_up = await forgetting.forget(context, args.user, args.guild)
            is_listed = await forgetting.save_list(context)  # the deletion remains even if the list could not be saved
    print(f"The user {args.user} is forgotten {where}; running games given up: {given_up}.")
    _check_found(stored)
    _check_list(is_listed)


def _check_found(data: dict[str, Any]) -> None:
    """Warn the host if nothing is stored under an id, which may be mistyped. ``data``: what an export has."""
    if not any(data["tables"].values()):
        print("Nothing is stored under this id: if that surprises you, check it.", file=sys.stderr)


def _check_list(is_saved: bool) -> None:
    """Raise Failure if the list of forgotten data next to the backups is incomplete."""
    if not is_saved:
        raise Failure(
            "The list of forgotten data next to the backups could not be written, so a restored backup would bring this data "
            "back. Make it writable for the bot, with room on its disk, and run the command again."
        )


@contextmanager
def _lock_database(settings: Settings) -> Iterator[None]:
    """Lock an SQLite file, so that no bot runs on it meanwhile; do nothing on PostgreSQL. Raise DatabaseProblem if in use."""
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


def _make_context(database: Database, settings: Settings) -> Context:
    """Return the context of the use cases, for one command."""
    return Context(database, forgotten_file=ForgottenFile.of(settings.database_url, settings.backup_folder))


def _write(data: dict[str, Any], output: str | None) -> None:
    """Write JSON to a file, by default to standard output. Raise Failure if the file cannot be written."""
    _check_found(data)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if not output:
        sys.stdout.write(text)
        return
    path = Path(output).absolute()
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(
            f"The file {path} cannot be written ({error.strerror}): name another one, or leave out --output and end the "
            "command with >FILE."
        ) from error

"""The command line: ``python -m bot [command]``. Without a command the bot runs.

Exit status: 0 done, 1 failed, 2 a wrong command line, 78 a set-up that the host has to change first.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import discord
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.process import logs
from bot.process.host import commands, which_database
from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.settings_file import SettingsProblem
from bot.process.host.which_database import Use
from bot.process.run import Failure
from bot.process.settings import Settings, find_proxy, load
from bot.storage.engine.errors import DatabaseBusy, DatabaseProblem, LastingProblem
from bot.storage.engine.sqlite import explain_permission
from bot.version import VERSION

logger = logging.getLogger("bot")


Command = Callable[[argparse.Namespace, Settings], Coroutine[Any, Any, int | None]]
"""A function of :mod:`bot.process.host.commands`. Returns the exit status, ``None`` for 0."""


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(
        prog="python -m bot",
        description="A Discord bot for land games. Settings come from the environment, else from "
        ".env in this folder or /etc/land-games.env.",
    )
    top.set_defaults(command=commands.run, name="run", use="reads")
    top.add_argument("--version", action="version", version=f"Land Games {VERSION}")
    words = top.add_subparsers(metavar="command")

    def add(command: Command, text: str, use: Use) -> argparse.ArgumentParser:
        """Add a command, named after its function. ``use``: how it uses the database of the settings."""
        name = command.__name__.replace("_", "-")
        made = words.add_parser(name, help=text, description=text)
        made.set_defaults(command=command, name=name, use=use)
        return made

    add(commands.run, "run the bot (the default): on Discord with DISCORD_TOKEN set, else on a local page", "reads")
    add(commands.preview, "serve the bot on a local page, even if there is a token", "none")
    add(commands.doctor, "check this set-up: settings, database, token, permissions", "reads")
    add(commands.health, "check the running bot: its event loop, its database, its posts, Discord", "none")
    add(commands.migrate, "make the database or bring it to this version, and check it", "changes")
    add(commands.check_games, "replay every game with this version of the program, and list those that differ", "reads")
    add(
        commands.recount,
        "compute rankings, records and figures again from the finished games; on SQLite stop the bot first",
        "changes",
    )
    made = add(commands.backup, "write a backup, check it, and keep the newest ones; the bot may be running", "changes")
    made.add_argument("--folder", help="the folder; default: BACKUP_FOLDER")
    made.add_argument("--keep", type=_parse_positive, help="how many to keep; default: BACKUPS_KEPT")
    made = add(commands.rehearse, "try an update: migrate and check a copy of a backup, and touch nothing else", "none")
    made.add_argument("file", nargs="?", help="the backup; default: the newest in BACKUP_FOLDER")
    made = add(commands.restore, "replace the database with a backup; stop the bot first", "changes")
    made.add_argument("file", help="the backup")
    made = add(commands.copy_database, "copy everything into another, empty database, such as PostgreSQL", "changes")
    made.add_argument("target", nargs="?", help="its URL; default: TARGET_DATABASE_URL in the environment")
    made = add(commands.export_guild, "write everything that belongs to one server as JSON", "reads")
    made.add_argument("guild", type=_parse_id, help="the server's id")
    made.add_argument("--output", help="the file to write; default: standard output")
    made = add(commands.export_user, "write everything about one person as JSON", "reads")
    made.add_argument("user", type=_parse_id, help="the person's id")
    made.add_argument("--guild", type=_parse_id, help="only in this server")
    made.add_argument("--output", help="the file to write; default: standard output")
    made = add(commands.delete_user, "forget one person; on SQLite stop the bot first", "changes")
    made.add_argument("user", type=_parse_id, help="the person's id")
    made.add_argument("--guild", type=_parse_id, help="only in this server")
    made.add_argument("--yes", action="store_true", help="confirm the deletion")
    made = add(commands.delete_guild, "delete everything that belongs to one server; on SQLite stop the bot first", "changes")
    made.add_argument("guild", type=_parse_id, help="the server's id")
    made.add_argument("--yes", action="store_true", help="confirm the deletion")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit status."""
    args = make_parser().parse_args(arguments)
    serves = args.name in ("run", "preview")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    try:
        settings = load()
    except SettingsProblem as problem:
        if serves:
            logs.configure()
        return _report_failure(str(problem), MISCONFIGURED, logged=serves)
    logs.configure(settings.log_level if serves else "error", settings.log_style, _find_secrets(settings))
    try:
        _introduce(args, settings)
        return _choose_runner(args, settings)(args.command(args, settings)) or 0
    except Failure as failure:
        return _report_failure(str(failure), failure.status, logged=serves)
    except (DatabaseProblem, DatabaseBusy) as problem:
        status = MISCONFIGURED if isinstance(problem, LastingProblem) else FAILED
        return _report_failure(str(problem), status, logged=serves)
    except OSError as error:
        if serves:
            raise
        if isinstance(error, PermissionError) and error.filename:
            return _report_failure(str(explain_permission(error.filename)), MISCONFIGURED, logged=False)
        return _report_failure(f"{error.filename or args.name}: {error.strerror or error}.", FAILED, logged=False)
    except KeyboardInterrupt:
        return 130


def _introduce(args: argparse.Namespace, settings: Settings) -> None:
    """Report which database the command uses. Raise Failure if it would change a database that no setting names."""
    if args.use == "none" or (args.name == "run" and settings.discord_token is None):
        return
    try:
        sentence = which_database.introduce(settings)
    except DatabaseProblem:
        if args.name == "doctor":
            return  # doctor reports it with its other findings
        raise
    if args.name == "run":
        logger.info(sentence)
    else:
        print(sentence, file=sys.stderr, flush=True)  # standard output may be redirected for exported data
    if args.use == "changes":
        which_database.check_named(settings, args.name)


def _choose_runner(args: argparse.Namespace, settings: Settings) -> Callable[[Coroutine[Any, Any, int | None]], int | None]:
    """Return the runner of a command: uvloop for the bot on Discord, except on Windows; else asyncio.

    The simulated Discord of the local page needs asyncio's own loop.
    """
    if sys.platform == "win32" or args.name != "run" or settings.discord_token is None:
        return asyncio.run
    import uvloop

    return uvloop.run


def _report_failure(sentence: str, status: int, *, logged: bool) -> int:
    """Report an error: in the log if the bot serves, otherwise as plain text."""
    if logged:
        for line in sentence.splitlines():
            logger.critical(line)
    else:
        print(sentence, file=sys.stderr)
    return status


def _parse_positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


def _parse_id(text: str) -> int:
    """Return a Discord id: a positive number of at most 63 bits."""
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError("it must be an id of Discord's, such as 80351110224678912")
    return int(text)


def _find_secrets(settings: Settings) -> list[str]:
    """Return the texts that must never be in a log: the token, and the passwords of the databases and of the proxy."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    found = [token]
    for url in (settings.database_url, os.environ.get("TARGET_DATABASE_URL", ""), find_proxy(settings)):
        try:
            found.append(make_url(url).password or "" if url else "")
        except (ArgumentError, ValueError):  # `parse` reports the error
            continue
    return found

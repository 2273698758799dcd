"""The database that a command uses: it is reported first, and a command that changes data requires it to be set."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

from sqlalchemy import URL

from bot.process.host.exit_status import MISCONFIGURED
from bot.process.host.settings_file import FOLDER_FILE, find_file
from bot.process.run import Failure
from bot.process.settings import Settings, find_origin
from bot.storage.engine import disk, sqlite
from bot.storage.engine.database import parse

Use = Literal["none", "reads", "changes"]
"""How a command uses the database of the settings."""


def describe(url: URL) -> str:
    """Return a description of the database of a URL, without the password."""
    if url.get_backend_name() == "sqlite":
        return str(sqlite.file_of(url))
    host = url.host or url.query.get("host") or "localhost"
    user = f", as {url.username}" if url.username else ""
    return f"{url.database} of PostgreSQL at {host}:{url.port or 5432}{user}"


def introduce(settings: Settings) -> str:
    """Return a sentence with a command's database and the source of that setting. Raise DatabaseProblem if it is invalid."""
    origin = find_origin(settings)
    where = f"set in {origin}" if origin else "no setting names it"
    return f"Database: {describe(parse(settings.database_url))} ({where})"


def check_named(settings: Settings, command: str) -> None:
    """Raise Failure unless the database to change is unambiguous and the current user should own its files."""
    url = parse(settings.database_url)
    origin = find_origin(settings)
    if origin is None:
        raise Failure(_ask_for_setting(url, command), MISCONFIGURED)
    if url.get_backend_name() != "sqlite":
        return
    if origin != "the environment" and origin != str(FOLDER_FILE.absolute()) and not Path(url.database or "").is_absolute():
        raise Failure(
            f"DATABASE_URL in {origin} names another file in each folder: write the whole path, with four slashes, "
            "such as sqlite+aiosqlite:////var/lib/land-games/land-games.sqlite3.",
            MISCONFIGURED,
        )
    _check_user(sqlite.file_of(url), command)


def _ask_for_setting(url: URL, command: str) -> str:
    """Return the Failure for a command that would change a database that no setting names."""
    file = find_file() or FOLDER_FILE
    guessed = sqlite.file_of(url)
    return (
        f"No setting names the database, so `{command}` does nothing: it could be the wrong one. "
        f"If you mean {guessed}, add this line to {file}:\nDATABASE_URL=sqlite+aiosqlite:///{guessed}"
    )


def _check_user(file: Path, command: str) -> None:
    """Raise Failure if root would create files that the bot's user cannot write."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    import pwd

    owner = disk.find_nearest_existing(file).stat().st_uid
    if owner == 0:
        return
    try:
        name = pwd.getpwuid(owner).pw_name
        become = f"runuser --user {name} --"
    except KeyError:  # a container's
        name, become = str(owner), f"setpriv --reuid {owner} --clear-groups --"
    raise Failure(
        f"The database {file} belongs to the user {name}, and `{command}` as root would leave files that the bot cannot write: "
        f"type {become} before the command."
    )

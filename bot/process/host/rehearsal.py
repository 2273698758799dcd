"""The rehearsal of an update: migrate a copy of a backup with this version, replay every game, and delete the copy."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bot.process.host.check_games import Replayed, check_games
from bot.process.run import Failure
from bot.process.settings import Settings
from bot.storage.engine import backup, disk, sqlite
from bot.storage.engine.database import Database, parse
from bot.version import VERSION

Say = Callable[[str], None]

_DRAFT = "rehearsal-copy-"
"""The prefix of the copy's folder. ``tempfile`` adds a suffix without a dot, so it matches no file of a host."""


async def rehearse(settings: Settings, named: str | None, say: Say) -> bool:
    """Report the effect of this version on the database of a backup. Return whether the update would succeed.

    ``named``: the backup; by default the newest one of the database in the settings. Only a copy of it is opened. Raise Failure
    or DatabaseProblem if there is no usable backup.
    """
    file, folder = _find_backup(settings, named), _make_folder(settings)
    with backup.removing_leftovers(folder, f"{_DRAFT}[a-z0-9_]+"):
        if (room := disk.measure_room_for_rehearsal(file, folder)).is_short:
            raise Failure(str(room))
        with tempfile.TemporaryDirectory(prefix=_DRAFT, dir=folder) as made:
            copy = Path(made) / "copy.sqlite3"
            url = f"sqlite+aiosqlite:///{copy}"
            await backup.restore(file, url)
            found, is_damaged = await _migrate_and_check(url, copy, say)
    say(f"Rehearsed with a copy of {file}, which is removed again. Nothing else was touched.")
    say(_advise(found, is_damaged=is_damaged))
    return found.is_sound and not is_damaged


def _advise(found: Replayed, *, is_damaged: bool) -> str:
    """Return the advice for the host after a rehearsal."""
    if found.wrong or is_damaged:
        return f"Do not update to {VERSION}: report {'the games' if found.wrong else 'what is'} above."
    if not found.games:
        return "So this says nothing about the update: name a backup that has games."
    return f"The update to {VERSION} can be made."


async def _migrate_and_check(url: str, copy: Path, say: Say) -> tuple[Replayed, bool]:
    """Return the result of the games' check, and whether the migrated database is damaged."""
    before = sqlite.inspect_file(copy).schema
    begun = time.monotonic()
    async with Database.opened(url) as database:
        took = time.monotonic() - begun
        say("The tables already have this version." if before == "current" else f"The tables were migrated in {took:.1f} s.")
        damage = await database.check()
        for found in damage:
            say(f"WRONG after the migration: {found}.")
        return await check_games(database, say), bool(damage)


def _make_folder(settings: Settings) -> Path:
    """Create the folder of backups if it is missing. Return it."""
    folder = Path(settings.backup_folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _find_backup(settings: Settings, named: str | None) -> Path:
    """Return the named backup, or the newest one of the database in the settings. Raise Failure if there is none."""
    if named is not None:
        if not Path(named).is_file():
            raise Failure(f"There is no file {named}: name one of the backups in {settings.backup_folder}.")
        return Path(named)
    url = parse(settings.database_url)
    if url.get_backend_name() != "sqlite":
        raise Failure(
            "On PostgreSQL, rehearse with a separate database: load a dump into it with pg_restore, set DATABASE_URL to it, "
            "then run `migrate` and `check-games`."
        )
    folder = Path(settings.backup_folder)
    found = backup.list_backups(sqlite.name_of(url), folder) if folder.is_dir() else []
    if not found:
        raise Failure(f"There is no backup in {folder} yet: make one with `backup`, or name the file of one.")
    return found[0]

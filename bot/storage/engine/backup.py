"""Write, check and restore backups of an SQLite database. A restore keeps the database that it replaces."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL

from bot.storage.engine import checksum, disk, migrate, sqlite
from bot.storage.engine.database import parse
from bot.storage.engine.errors import DamagedFile, DatabaseProblem, LastingProblem, find_sqlite_code, is_locked

PATIENCE = 8.0
"""Seconds to wait for another program's lock."""

_RENAMED = {"lobbies": "game_tables", "outbox": "posts"}
"""Tables with numbered rows that were renamed after version 0.1.0."""

_STAMP = r"\d{8}T\d{6}\.\d{6}Z"
"""The pattern of the time in a file's name, as :func:`_now` writes it."""

_LOCK_BYTES = (0x40000000, 512)
"""The range of bytes in a database file that SQLite locks: offset and length."""


@dataclass(frozen=True)
class Backup:
    """A backup that has been written and checked."""

    path: Path
    games: int
    actions: int
    later: tuple[Path, ...] = ()
    """Backups in the folder with a later date than this one: the clock was wrong when they were made, or is wrong now."""

    def __str__(self) -> str:
        names = ", ".join(path.name for path in self.later)
        later = f" These have a later date, so check the clock, and move them elsewhere: {names}." if names else ""
        return f"{self.path} is whole and checked (games: {self.games}, actions: {self.actions}).{later}"


@dataclass(frozen=True)
class Restored:
    """A restored backup, and the path of the database that it replaced (``None`` if there was none)."""

    path: Path
    games: int
    actions: int
    kept: Path | None
    is_summed: bool
    """Whether the backup had a checksum. If so, it was correct."""

    def __str__(self) -> str:
        before = f" The replaced database is kept as {self.kept}." if self.kept else ""
        hint = "" if self.is_summed else " (There was no checksum next to the backup; it was checked without one.)"
        return f"{self.path} is restored (games: {self.games}, actions: {self.actions}).{before}{hint}"


async def backup(url: str, folder: Path | str, keep: int = 7) -> Backup:
    """Write a backup into ``folder`` and delete all but the ``keep`` newest of this database there.

    Backups with a later date than this one are neither counted nor deleted.

    The bot may be running: the backup is a consistent snapshot. It gets its final name once it is complete, flushed to the disk
    and checked. Its checksum is next to it. Raise DatabaseProblem on failure; the existing backups are then unchanged.
    """
    path = _file(url, "pg_dump --format=custom --file=FILE")
    if keep < 1:
        raise DatabaseProblem("At least one backup must be kept.")
    if not path.exists():
        raise DatabaseProblem(f"There is no database {path} to back up: check DATABASE_URL.")
    return await asyncio.to_thread(_backup, path, sqlite.name_of(parse(url)), Path(folder), keep)


async def restore(file: Path | str, url: str) -> Restored:
    """Replace the database with a backup. The old database is kept next to it under another name.

    The bot must not be running. The backup, and its checksum if there is one, are checked first. The backup file is not moved,
    and it can be from an older version: the next start migrates it. Raise DatabaseProblem on failure; nothing is changed then.
    """
    path = _file(url, "pg_restore --clean --if-exists --single-transaction --dbname=NAME FILE")
    return await asyncio.to_thread(_restore, Path(file), path)


def _file(url: str, command: str) -> Path:
    parsed: URL = parse(url)
    if parsed.get_backend_name() != "sqlite":
        raise DatabaseProblem(f"PostgreSQL has its own tool for this: `{command}`.")
    return sqlite.file_of(parsed)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def _backup(path: Path, stem: str, folder: Path, keep: int) -> Backup:
    folder = folder.absolute()
    name = f"{stem}-{_now()}.sqlite3"
    draft = folder / f".{name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with removing_leftovers(folder, rf"\.{re.escape(stem)}-{_STAMP}\.sqlite3(-journal)?"):
            found = _write(path, folder / name, draft)
    except (OSError, sqlite3.Error) as error:
        raise _failed(path, folder, error) from error
    made = folder / name
    later = tuple(other for other in list_backups(stem, folder) if other.name > name)
    for old in [other for other in list_backups(stem, folder) if other != made and other not in later][keep - 1 :]:
        old.unlink(missing_ok=True)
        checksum.path_of(old).unlink(missing_ok=True)
    return Backup(made, found.games, found.actions, later)


def _write(path: Path, made: Path, draft: Path) -> sqlite.Found:
    """Write a backup and its checksum. Return a summary of its contents."""
    try:
        if (room := disk.measure_room_for_backup(path, made.parent)).is_short:
            raise DatabaseProblem(f"No backup was written. {room}")
        sqlite.check_access(path, os.R_OK)
        draft.touch()  # its error names the folder, unlike SQLite's
        with closing(
            sqlite3.connect(path.as_uri() + "?mode=ro", uri=True, timeout=PATIENCE, isolation_level=None)
        ) as connection:
            connection.execute("VACUUM INTO ?", (str(draft),))
        found = sqlite.inspect_file(draft, thorough=True)
        if found.schema == "empty":
            raise LastingProblem(f"The database {path} is empty, so there is nothing to back up: is it the right one?")
        migrate.check_schema(found.schema, str(path), migrates=True)
        _sync(draft)
        checksum.write(draft, made)  # written first, so that every backup has a checksum
        _sync(checksum.path_of(made))
        sqlite.publish(draft, made)
        return found
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
            if not made.exists():
                checksum.path_of(made).unlink(missing_ok=True)


@contextmanager
def removing_leftovers(folder: Path, drafts: str) -> Iterator[None]:
    """Remove the files that killed processes left in a folder, then run the block. Their names match the pattern ``drafts``.

    While another process works there nothing is removed, since the files may be its drafts.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for left in [path for path in folder.iterdir() if re.fullmatch(drafts, path.name)]:
                with suppress(OSError):  # the file of another user
                    shutil.rmtree(left) if left.is_dir() else left.unlink()
        fcntl.flock(handle, fcntl.LOCK_SH)
        yield
    finally:
        os.close(handle)


def list_backups(stem: str, folder: Path) -> list[Path]:
    """Return a folder's backups of the database file ``stem`` (its name without the extension), newest first."""
    pattern = re.compile(rf"{re.escape(stem)}-{_STAMP}\.sqlite3")
    return sorted((path for path in folder.iterdir() if pattern.fullmatch(path.name)), reverse=True)


def check_backup(path: Path) -> sqlite.Found:
    """Check a database file thoroughly.

    Return a summary of its contents. Raise DatabaseProblem if it is damaged, foreign or too new.
    """
    try:
        found = sqlite.inspect_file(path, thorough=True)
    except DamagedFile as damage:
        raise LastingProblem(
            f"The backup {path} cannot be read ({damage.why}): take another one. Nothing was changed."
        ) from damage
    if found.schema == "empty":
        raise DatabaseProblem(f"{path} has no games: it is not a backup.")
    migrate.check_schema(found.schema, str(path), migrates=True)
    return found


def _failed(path: Path, folder: Path, error: Exception) -> DatabaseProblem:
    if isinstance(error, PermissionError):
        if not folder.exists():
            there = disk.find_nearest_existing(folder)
            return LastingProblem(f"The folder {folder} cannot be made: let the bot write in {there}, or set BACKUP_FOLDER.")
        return sqlite.explain_permission(error.filename or folder)
    if is_locked(error):
        return DatabaseProblem(f"The database {path} is locked by another program, so it was not backed up: try again.")
    if isinstance(error, sqlite3.DatabaseError) and find_sqlite_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return sqlite.explain_damage(path, str(error))
    if disk.is_read_only(folder):
        return DatabaseProblem(f"No backup could be written into {folder}, which can only be read: choose another folder.")
    return DatabaseProblem(f"No backup could be written into {folder} ({_why(error)}): make room, or choose another folder.")


def _why(error: Exception) -> str:
    """Return the message of an error, without the number and the paths that Python adds."""
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _restore(file: Path, path: Path) -> Restored:
    file = file.absolute()
    try:
        is_summed = checksum.check(file)
    except PermissionError as error:
        raise sqlite.explain_permission(error.filename or file) from error
    except OSError as error:
        raise DatabaseProblem(f"The backup {file} cannot be read ({error.strerror}): nothing was changed.") from error
    found = check_backup(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with removing_leftovers(path.parent, rf"{re.escape(path.name)}\.{_STAMP}\.new(-journal)?"):
            kept = _put(file, path, found)
    except PermissionError as error:
        raise sqlite.explain_permission(error.filename or path) from error
    except (OSError, sqlite3.Error) as error:
        raise DatabaseProblem(f"The backup cannot be put at {path} ({_why(error)}): nothing was changed.") from error
    return Restored(path, found.games, found.actions, kept, is_summed)


def _put(file: Path, path: Path, found: sqlite.Found) -> Path | None:
    """Replace the database with a checked backup. Return the path of the old file."""
    draft = sqlite.path_next_to(path, f".{_now()}.new")
    try:
        if sqlite.path_next_to(file, "-wal").exists():  # for example a running bot's file, which includes its write-ahead log
            with closing(sqlite3.connect(file.as_uri() + "?mode=ro", uri=True, isolation_level=None)) as connection:
                connection.execute("VACUUM INTO ?", (str(draft),))
        else:
            shutil.copyfile(file, draft)
        _keep_numbers(path, draft)
        _sync(draft)
        if check_backup(draft) != found:
            raise DatabaseProblem(f"{file} changed while it was read: make a backup with `backup`, and put that back.")
        return _replace(path, draft)
    finally:
        draft.unlink(missing_ok=True)


def _keep_numbers(path: Path, draft: Path) -> None:
    """Reserve the ids that the database has used since the backup, as far as it can be read.

    Buttons with such ids are still in the channels.
    """
    given = "SELECT name, seq FROM sqlite_sequence"
    try:
        with closing(sqlite3.connect(path.as_uri() + "?mode=ro", uri=True, isolation_level=None)) as connection:
            used = dict(connection.execute(given).fetchall())
    except sqlite3.Error:
        return
    used = {_RENAMED.get(name, name): number for name, number in used.items()}
    with closing(sqlite3.connect(draft, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        known = dict(connection.execute(given).fetchall())
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        last = {name: max(used.get(_RENAMED.get(name, name), 0), known.get(name, 0)) for name in tables}
        rows = [(name, number) for name, number in last.items() if number]
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM sqlite_sequence")
        connection.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", rows)
        connection.execute("COMMIT")


def _replace(path: Path, draft: Path) -> Path | None:
    """Replace the database with a finished file, so that it is never missing. Return the path of the old file."""
    _settle(path)
    parts = [part for suffix in ("", "-wal", "-shm", "-journal") if (part := sqlite.path_next_to(path, suffix)).exists()]
    kept = sqlite.path_next_to(path, f".before-{_now()}")
    for part in parts:
        os.link(part, kept.with_name(kept.name + part.name.removeprefix(path.name)))
    for part in parts:
        if part != path:
            part.unlink()  # SQLite would apply a log of the old file to the new one
    draft.rename(path)
    sqlite.sync_folder(path.parent)
    return kept if parts else None


def _settle(path: Path) -> None:
    """Raise DatabaseProblem if the database is in use. Otherwise merge its write-ahead log into it, if it is readable."""
    if not path.exists():
        return
    sqlite.check_access(path, os.R_OK | os.W_OK)
    in_use = DatabaseProblem(f"The database {path} is in use: stop the bot first, then put the backup back.")
    try:
        sqlite.inspect_file(path)  # does not touch the write-ahead log of a damaged file
    except DatabaseProblem:
        if _is_locked(path):
            raise in_use from None
        return
    try:
        with closing(sqlite3.connect(path.as_uri() + "?mode=rw", uri=True, timeout=0.5, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # needs exclusive access to the file
    except sqlite3.Error as error:
        raise (in_use if is_locked(error) else error) from error


def _is_locked(path: Path) -> bool:
    """Return whether another process uses the file. Used for files that are too damaged to ask SQLite."""
    if sys.platform == "win32":
        return False
    import fcntl

    with path.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_BYTES[1], _LOCK_BYTES[0])
        except OSError:
            return True
    return False

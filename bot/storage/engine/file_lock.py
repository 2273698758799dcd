"""The lock that keeps a second process of the bot off an SQLite file. The system gives it up when its process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.storage.engine.errors import DatabaseProblem
from bot.storage.engine.sqlite import unwritable

if sys.platform != "win32":
    import fcntl


class FileLock:
    """The right to run the bot on one SQLite file: a lock on a file beside it, whose text is the process that has it."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._file: int | None = None

    def take(self) -> None:
        """Takes the lock until :meth:`release`, making the folder if need be. DatabaseProblem where another process has it."""
        if self._file is not None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise unwritable(self._database, error) from error
        if not _locked(file):
            holder = os.read(file, 20).decode(errors="replace").strip()
            os.close(file)
            raise DatabaseProblem(
                f"Another process of the bot{f' (number {holder})' if holder else ''} runs on the database {self._database}. "
                "SQLite is for one process: stop the other one, or use PostgreSQL for several."
            )
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
        self._file = file

    def release(self) -> None:
        """Gives the lock up; the file beside the database stays."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def is_taken(self) -> bool:
        """Whether a process runs the bot on the file now."""
        if self._file is not None:
            return True
        try:
            file = os.open(self._path, os.O_RDWR)
        except OSError:
            return False
        try:
            return not _locked(file)
        finally:
            os.close(file)


def _locked(file: int) -> bool:
    """Whether the lock on an open file could be taken."""
    if sys.platform == "win32":  # there the second process finds the database itself locked
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

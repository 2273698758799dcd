"""The lock that prevents two processes of the bot from using one SQLite file. The system releases it when the process ends."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import filelock

from bot.storage.engine.errors import DatabaseProblem
from bot.storage.engine.sqlite import explain_folder, explain_permission


class FileLock:
    """The exclusive right to run the bot on one SQLite file: a lock file next to it that names the process holding it."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(database.name + ".lock")
        self._lock = filelock.FileLock(
            self._path,
            mode=0o600,
            thread_local=False,
            preserve_lock_file=True,
            fallback_to_soft=False,  # a soft lock would remain after its process was killed
            on_acquired=_write_process,
        )

    def take(self) -> None:
        """Take the lock until :meth:`release`. Create its folder if needed. Raise DatabaseProblem if another process has it."""
        if self._lock.is_locked:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            holder = self._holder()
            raise DatabaseProblem(
                f"Another process of the bot{f' (number {holder})' if holder else ''} runs on the database {self._database}. "
                "SQLite is for one process: stop the other one, or use PostgreSQL for several."
            ) from None
        except PermissionError as error:
            raise explain_permission(error.filename or self._path) from error
        except OSError as error:
            raise explain_folder(self._database, error) from error

    def release(self) -> None:
        """Release the lock. The lock file is not deleted."""
        self._lock.release()

    def _holder(self) -> str:
        """Return the id of the process that holds the lock, or an empty string if it is unreadable, as on Windows."""
        with suppress(OSError), self._path.open("rb") as file:
            return file.read(20).decode(errors="replace").strip()
        return ""


def _write_process(file: int) -> None:
    os.ftruncate(file, 0)
    os.write(file, str(os.getpid()).encode())

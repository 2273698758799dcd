"""The free space on the disk of an SQLite database, and whether its file system is writable."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

RESERVE = 16 * 2**20
"""Bytes to leave free in addition to the space needed, because the write-ahead log can grow by some megabytes."""

SCARCE = 256 * 2**20
"""Number of free bytes on a disk below which the host is warned."""


@dataclass(frozen=True, slots=True)
class Room:
    """The free space on the disk of a folder, and the space needed there, in bytes."""

    folder: Path
    left: int
    needed: int
    purpose: str
    """The purpose of the space, such as ``a backup``."""

    @property
    def is_short(self) -> bool:
        """Whether too little space is free for the purpose."""
        return self.left < self.needed

    @property
    def is_scarce(self) -> bool:
        """Whether the host should make room: less than twice the space needed is free, or less than ``SCARCE``."""
        return self.left < max(2 * self.needed, SCARCE)

    def __str__(self) -> str:
        left = f"The disk of {self.folder} has {_megabytes(self.left)} left, and {self.purpose} needs {_megabytes(self.needed)}"
        return f"{left}: make room." if self.is_short else f"{left}."


def measure_room_for_migration(database: Path) -> Room:
    """Return the space for a migration, which may write every page twice: into the log, and from there into the file."""
    return _room(database.parent, RESERVE + 2 * measure_size(database), "a migration")


def measure_room_for_backup(database: Path, folder: Path) -> Room:
    """Return the space for one more backup. It is at most as large as the database."""
    return _room(folder, RESERVE + measure_size(database), "a backup")


def measure_room_for_rehearsal(backup: Path, folder: Path) -> Room:
    """Return the space for the rehearsal of an update: for a copy of the backup, and for its migration."""
    return _room(folder, RESERVE + 3 * measure_size(backup), "a rehearsal")


def measure_size(database: Path) -> int:
    """Return the size in bytes of an SQLite database with its log. A missing file counts as 0."""
    parts = (database, database.with_name(database.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def is_read_only(path: Path) -> bool:
    """Return whether the file system of a path is read-only. It counts as writable if the system does not report it."""
    if sys.platform == "win32":
        return False
    try:
        return bool(os.statvfs(find_nearest_existing(path)).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def is_full(path: Path) -> bool:
    """Return whether the disk of a path is full: SQLite needs 64 KiB to start writing."""
    try:
        return shutil.disk_usage(find_nearest_existing(path)).free < 2**16
    except OSError:
        return False


def find_nearest_existing(path: Path) -> Path:
    """Return the path itself, or its nearest parent that exists, as far as this user can see."""
    absolute = path.absolute()
    return next((there for there in (absolute, *absolute.parents) if os.path.exists(there)), absolute)  # noqa: PTH110 - never raises


def _room(folder: Path, needed: int, purpose: str) -> Room:
    return Room(folder, shutil.disk_usage(find_nearest_existing(folder)).free, needed, purpose)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count < 10_000_000 else f"{count / 1e6:.0f} MB"

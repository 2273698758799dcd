"""How much room the disk of an SQLite database has left, and whether its file system can be written."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

RESERVE = 16 * 2**20
"""Bytes that must be left beyond what is needed. The log beside the database grows by some megabytes."""

SCARCE = 256 * 2**20
"""Warn the host when a disk has fewer bytes left than this."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is left on the disk of a folder, and what is needed there, in bytes."""

    folder: Path
    left: int
    needed: int
    purpose: str
    """What needs it, such as ``a backup``."""

    @property
    def is_short(self) -> bool:
        """Whether too little is left for the purpose."""
        return self.left < self.needed

    @property
    def is_scarce(self) -> bool:
        """Whether it is time to make room: less than twice what is needed is left, or less than ``SCARCE``."""
        return self.left < max(2 * self.needed, SCARCE)

    def __str__(self) -> str:
        left = f"The disk of {self.folder} has {_megabytes(self.left)} left, and {self.purpose} needs {_megabytes(self.needed)}"
        return f"{left}: make room." if self.is_short else f"{left}."


def measure_room_for_migration(database: Path) -> Room:
    """Return the room that a migration needs. It may write every page twice: into the log, and from there into the file."""
    return _room(database.parent, RESERVE + 2 * measure_size(database), "a migration")


def measure_room_for_backup(database: Path, folder: Path) -> Room:
    """Return the room that one more backup needs. It is at most as large as the database."""
    return _room(folder, RESERVE + measure_size(database), "a backup")


def measure_room_for_rehearsal(backup: Path, folder: Path) -> Room:
    """Return the room that the rehearsal of an update needs: that of a copy of the backup, and of its migration."""
    return _room(folder, RESERVE + 3 * measure_size(backup), "a rehearsal")


def measure_size(database: Path) -> int:
    """Return the bytes of an SQLite database with its log. A missing file counts as 0."""
    parts = (database, database.with_name(database.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def is_read_only(path: Path) -> bool:
    """Return whether the file system of a path is read-only. If the system does not say, it counts as writable."""
    if sys.platform == "win32":
        return False
    try:
        return bool(os.statvfs(find_nearest_existing(path)).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def is_full(path: Path) -> bool:
    """Return whether the disk of a path is full: SQLite needs 64 KiB to begin to write."""
    try:
        return shutil.disk_usage(find_nearest_existing(path)).free < 2**16
    except OSError:
        return False


def find_nearest_existing(path: Path) -> Path:
    """Return the path itself, or the nearest folder above it that exists."""
    absolute = path.absolute()
    return next((there for there in (absolute, *absolute.parents) if there.exists()), absolute)


def _room(folder: Path, needed: int, purpose: str) -> Room:
    return Room(folder, shutil.disk_usage(find_nearest_existing(folder)).free, needed, purpose)


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count < 10_000_000 else f"{count / 1e6:.0f} MB"

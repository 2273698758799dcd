"""The checksum of a backup: a file next to it, in the format of ``sha256sum --check``."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from bot.storage.engine.errors import DatabaseProblem


def path_of(file: Path) -> Path:
    """Return the path of a file's checksum."""
    return file.with_name(file.name + ".sha256")


def write(content: Path, file: Path) -> None:
    """Write the checksum of ``content``, which will be renamed to ``file``. Raise OSError if it cannot be written."""
    path_of(file).write_bytes(f"{_digest(content)}  ".encode() + os.fsencode(file.name) + b"\n")


def check(file: Path) -> bool:
    """Return whether a file has a checksum. Raise DatabaseProblem if it is wrong, OSError if a file cannot be read."""
    kept = path_of(file)
    if not kept.exists():
        return False
    expected = kept.read_text(encoding="ascii", errors="replace").split()[:1]
    if expected != [_digest(file)]:
        raise DatabaseProblem(
            f"{file} is not what `backup` wrote: its checksum differs from the one in {kept.name}. "
            "Nothing was changed; restore another backup, or copy this one again."
        )
    return True


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()

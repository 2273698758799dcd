"""Another program that uses an SQLite file, until its input ends: ``python -m tests.programs.sqlite_user USE FILE``."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path


def read_games(file: Path) -> object:
    """Have the file open after a read."""
    connection = sqlite3.connect(file)
    connection.execute("SELECT * FROM games").fetchall()
    return connection


def write(file: Path) -> object:
    """Be in the middle of a long write."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


def damage(file: Path) -> object:
    """Overwrite the first page of the open file. Keep it open: closing it would drop the locks of this process."""
    connection, opened = read_games(file), file.open("r+b")
    opened.write(b"x" * 4096)
    opened.flush()
    return connection, opened


def run_old_bot(file: Path) -> object:
    """Have the file open as version 0.1.0 has it: with a write-ahead log, and without the bot's lock."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("SELECT 1 FROM games").fetchall()
    return connection


USES: dict[str, Callable[[Path], object]] = {use.__name__: use for use in (read_games, write, damage, run_old_bot)}

if __name__ == "__main__":
    _, use, path = sys.argv
    in_use = USES[use](Path(path))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()

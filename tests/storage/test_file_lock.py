"""SQLite is for one process: the second one is refused with a clear word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage.engine.errors import DatabaseProblem
from bot.storage.engine.file_lock import FileLock

ROOT = Path(__file__).parents[2]


def test_a_second_process_on_the_same_file_is_refused_with_a_clear_word(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    command = [sys.executable, "-m", "tests.programs.lock_holder", str(database)]
    other = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"held\n"
    lock = FileLock(database)
    with pytest.raises(DatabaseProblem, match=f"number {other.pid}.*SQLite is for one process"):
        lock.take()
    other.kill()
    other.communicate()
    lock.take()
    with pytest.raises(DatabaseProblem, match=f"number {os.getpid()}"):
        FileLock(database).take()


def test_a_lock_that_is_held_is_taken_again_by_its_holder(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "games.sqlite3"), FileLock(tmp_path / "games.sqlite3")
    first.take()
    first.take()
    first.release()
    second.take()
    second.release()
    second.release()


def test_the_lock_can_be_taken_again_after_it_was_released(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "games.sqlite3"), FileLock(tmp_path / "games.sqlite3")
    first.take()
    with pytest.raises(DatabaseProblem):
        second.take()
    first.release()
    second.take()


def test_a_folder_that_cannot_be_made_is_named() -> None:
    with pytest.raises(DatabaseProblem, match="/proc/nowhere"):
        FileLock(Path("/proc/nowhere/games.sqlite3")).take()

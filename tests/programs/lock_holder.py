"""Hold the bot's lock on an SQLite file until the input ends: ``python -m tests.programs.lock_holder FILE``."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.storage.engine.file_lock import FileLock

if __name__ == "__main__":
    lock = FileLock(Path(sys.argv[1]))
    lock.take()
    sys.stdout.write("held\n")
    sys.stdout.flush()
    sys.stdin.read()

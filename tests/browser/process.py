"""The bot as a process of its own, serving its local page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = 120.0
"""Seconds of real time in which a process starts, or ends: the machine may be busy, or stand still for a while."""
MOST_LOGGED = 3000
"""Characters of its log that a failing test shows."""


class PageProcess:
    """``python -m bot`` without a token, in a folder of its own."""

    def __init__(self, folder: Path, **settings: str) -> None:
        unwanted = ("DISCORD_TOKEN", "DATABASE_URL")
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        environment |= {"PYTHONPATH": str(ROOT), "PREVIEW_PORT": "0", "PYTHONUNBUFFERED": "1"} | settings
        self._log = (folder / "log").open("a", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot"], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        self.address = self._read_address()

    def _read_address(self) -> str:
        late = threading.Timer(START, self._process.kill)
        late.start()
        try:
            assert self._process.stdout is not None
            for line in self._process.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
                    return found[0]
        finally:
            late.cancel()
        self.stop()
        raise AssertionError(f"no page was served within {START:.0f} s; its log:\n{self.read_log()}")

    def read_log(self) -> str:
        """Return the end of what it has logged."""
        return Path(self._log.name).read_text(encoding="utf-8")[-MOST_LOGGED:]

    def kill(self) -> None:
        """Kill it on the spot, as a power cut does."""
        self._process.kill()
        self._process.wait()
        self._close()

    def _close(self) -> None:
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()

    def stop(self) -> int:
        """Ask it to end as Ctrl-C does; its exit status."""
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(START)
        finally:
            self._process.kill()
            self._process.wait()
            self._close()


@contextmanager
def serving(folder: Path, **settings: str) -> Iterator[PageProcess]:
    """A page that is served within the block, and ended as by Ctrl-C, with exit status 0, after it."""
    process = PageProcess(folder, **settings)
    try:
        yield process
    except BaseException as error:
        process.stop()
        error.add_note(f"the bot has logged:\n{process.read_log()}")
        raise
    assert process.stop() == 0

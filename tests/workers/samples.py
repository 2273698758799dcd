"""Jobs for tests. They leave traces in a folder: what was begun, by which process, and what was done."""

from __future__ import annotations

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from bot.workers import Job, Lane


@dataclass(frozen=True)
class Sample(Job[str]):
    """Writes down that it was begun, waits for the file ``go`` if it is told to, and gives its name."""

    folder: str
    name: str
    waits: bool = False

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = 60.0

    def run(self) -> str:
        """Its name."""
        with (Path(self.folder) / "begun").open("a", encoding="utf-8") as file:
            file.write(f"{self.name} {os.getpid()}\n")
        while self.waits and not (Path(self.folder) / "go").exists():
            time.sleep(0.005)
        return self.name


@dataclass(frozen=True)
class Move(Sample):
    """The same in another lane."""

    lane: ClassVar[Lane] = Lane.PLAYERS


@dataclass(frozen=True)
class Fresh(Sample):
    """The same, never kept."""

    kept: ClassVar[bool] = False


@dataclass(frozen=True)
class Hanging(Sample):
    """Never ends on its own, and may not take long."""

    seconds: ClassVar[float] = 0.3

    def run(self) -> str:
        """Nothing, ever."""
        super().run()
        while True:
            time.sleep(1)


@dataclass(frozen=True)
class Deadly(Sample):
    """Kills its own process."""

    def run(self) -> str:
        """Nothing, ever."""
        super().run()
        os.kill(os.getpid(), signal.SIGKILL)
        return self.name


@dataclass(frozen=True)
class Broken(Sample):
    """Raises an error."""

    def run(self) -> str:
        """Nothing, ever."""
        raise ValueError(f"{self.name} cannot be done")


@dataclass(frozen=True)
class Greedy(Sample):
    """Takes more memory than there is for it."""

    def run(self) -> str:
        """Nothing, ever."""
        return str(len(bytearray(1 << 34)))


@dataclass(frozen=True)
class Chatty(Job[str]):
    """Prints, where the answers go."""

    lane: ClassVar[Lane] = Lane.ANSWERS
    seconds: ClassVar[float] = 60.0

    def run(self) -> str:
        """What the process is like."""
        print("a library says something", flush=True)  # noqa: T201
        os.write(1, b"and again\n")
        secret = os.environ.get("DISCORD_TOKEN", "no token")
        return f"{os.nice(0)} {secret} {sorted(sys.modules.keys() & {'aiohttp', 'discord', 'sqlalchemy'})}"

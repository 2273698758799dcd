"""``python -m bot health``: whether the running bot is healthy, according to its heartbeat file.

A container runs it every minute, so it must start quickly: it imports no pydantic, asyncio or discord.py.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.settings_file import HEARTBEAT_FILE, SettingsProblem, find_file, get_variable

STALE = 60.0
"""The age in seconds of the last beat at which the bot counts as unhealthy."""
LATE_POST = 60.0
"""The delay in seconds of a due post at which the bot counts as unhealthy."""
AWAY = 300.0
"""The time in seconds without Discord after which the bot counts as unhealthy."""


class Vitals(NamedTuple):
    """The state of a bot at one moment. Times are in seconds."""

    trouble: str | None = None
    """The reason why the database does not answer, and the solution, in a sentence."""
    posts_waiting: int = 0
    oldest_post: float = 0.0
    """The seconds for which the oldest sendable post has been due or failing."""
    stuck_post: float = 0.0
    """As ``oldest_post``, but only for servers whose shards are connected to Discord."""
    discord_away: float = 0.0
    """The seconds for which a shard of this process has been disconnected from Discord."""
    running_games: int = 0
    beat_at: float = 0.0
    """Time of writing, in seconds of the monotonic clock since the machine was started."""

    def find_illness(self) -> str | None:
        """Return the problem in a sentence; ``None`` if there is none."""
        if self.trouble is not None:
            return self.trouble
        if self.discord_away > AWAY:
            return f"Discord has been away for {self.discord_away:.0f} s: see the log, and Discord's status page."
        if self.stuck_post > LATE_POST:
            return f"A post has been due for {self.stuck_post:.0f} s although Discord is there: see the log."
        return None


def read(file: Path) -> Vitals:
    """Return the state of the bot at its last heartbeat; healthy if the file is not valid JSON.

    Raise OSError if the file is missing.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return Vitals(**{name: found[name] for name in Vitals._fields if name in found})
    except (ValueError, TypeError):
        return Vitals()


def judge(file: Path) -> tuple[bool, str]:
    """Return whether the bot that writes this heartbeat is healthy, and a sentence that describes its state."""
    try:
        vitals = read(file)
    except FileNotFoundError:
        return False, _find_obstacle(file) or f"The bot is not running here: there is no heartbeat {file}."
    except OSError as error:
        return False, f"The heartbeat {file} cannot be read: {error.strerror}."
    age = time.monotonic() - vitals.beat_at
    if age < 0:  # the beat was before the start of the machine
        age = time.monotonic() + STALE
    if age > STALE:
        hangs = f"The bot hangs, or its database does not answer: its last heartbeat is {age:.0f} s old. Restart it."
        return False, _find_obstacle(file) or hangs
    illness = vitals.find_illness()
    return illness is None, illness or f"The bot is well: its last heartbeat was {age:.0f} s ago."


def _find_obstacle(file: Path) -> str | None:
    """Return why no bot can write this heartbeat, and the solution, in a sentence; ``None`` if its disk does not prevent it."""
    from bot.storage.engine import disk

    if disk.is_full(file.parent):
        return f"The disk of the heartbeat {file} is full: make room."
    if disk.is_read_only(file.parent):
        return f"The file system of the heartbeat {file} can only be read: mount it writable."
    return None


def find_heartbeat() -> Path:
    """Return the heartbeat file from the settings. Raise SettingsProblem if they are wrong.

    In a container the environment names the file. Otherwise the settings file is read, which takes longer.
    """
    named = get_variable("HEARTBEAT_FILE")
    if named is None and find_file() is not None:
        from bot.process.settings import load

        named = load().heartbeat_file
    return Path(named or HEARTBEAT_FILE)


def main() -> int:
    """Print the state of the bot. Return the exit status."""
    try:
        well, sentence = judge(find_heartbeat())
    except SettingsProblem as problem:
        print(problem, file=sys.stderr)
        return MISCONFIGURED
    print(sentence, file=sys.stdout if well else sys.stderr)
    return 0 if well else FAILED

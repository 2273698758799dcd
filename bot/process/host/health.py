"""``python -m bot health``: whether the running bot is well, by its heartbeat file.

A container asks it every minute, so this loads nothing that takes long: no pydantic, asyncio or discord.py.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import NamedTuple

from bot.process.host.exit_status import FAILED, MISCONFIGURED
from bot.process.host.settings_file import SettingsProblem, find_file, get_variable

STALE = 60.0
"""The bot counts as ill if its last beat is older than so many seconds."""
LATE_POST = 60.0
"""The bot counts as ill if a post has been due for so many seconds."""
AWAY = 300.0
"""The bot counts as ill if a shard has been away from Discord for so many seconds."""
HEARTBEAT_FILE = "var/heartbeat"
"""Where the heartbeat is if no setting says so."""


class Vitals(NamedTuple):
    """The state of a bot at one moment. Times are in seconds."""

    trouble: str | None = None
    """What keeps the database from answering, and what to do, in a sentence."""
    posts_waiting: int = 0
    oldest_post: float = 0.0
    """For how long the oldest post that could be sent has been due, or failing."""
    discord_away: float = 0.0
    """For how long a shard of this process has been away from Discord."""
    running_games: int = 0
    beat_at: float = 0.0
    """When this was written, by the machine's clock that nobody sets, in seconds since the machine was started."""

    def find_illness(self) -> str | None:
        """Return what is wrong, as a sentence; ``None`` if nothing is."""
        if self.trouble is not None:
            return self.trouble
        if self.discord_away > AWAY:
            return f"Discord has been away for {self.discord_away:.0f} s: see the log, and Discord's status page."
        if self.oldest_post > LATE_POST and not self.discord_away:
            return f"A post has been due for {self.oldest_post:.0f} s although Discord is there: see the log for why."
        return None


def read(file: Path) -> Vitals:
    """Return how the bot was at its last heartbeat; healthy if the file does not say. Raise OSError."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return Vitals(**{name: found[name] for name in Vitals._fields if name in found})
    except (ValueError, TypeError):
        return Vitals()


def age_of(file: Path) -> float | None:
    """Return the seconds since the last beat, None if there is no file. They stay right where the clock of the day is set."""
    try:
        age = time.monotonic() - read(file).beat_at
    except FileNotFoundError:
        return None
    return age if age >= 0 else time.monotonic() + STALE  # the beat is from before the machine was started


def judge(file: Path) -> tuple[bool, str]:
    """Return whether the bot that writes this heartbeat is well, and a sentence that says so or what is wrong."""
    try:
        age = age_of(file)
    except OSError as error:
        return False, f"The heartbeat {file} cannot be read: {error.strerror}."
    if age is None:
        return False, f"The bot is not running here: there is no heartbeat {file}."
    if age > STALE:
        return False, f"The bot hangs, or its database does not answer: its last heartbeat is {age:.0f} s old. Restart it."
    illness = read(file).find_illness()
    return illness is None, illness or f"The bot is well: its last heartbeat was {age:.0f} s ago."


def find_heartbeat() -> Path:
    """Return the heartbeat file that the settings name. Raise SettingsProblem.

    In a container the environment names it. Only where a file of settings may do so, that is read, which takes longer.
    """
    named = get_variable("HEARTBEAT_FILE")
    if named is None and find_file() is not None:
        from bot.process.settings import load

        named = load().heartbeat_file
    return Path(named or HEARTBEAT_FILE)


def main() -> int:
    """Say how the bot is. Return the exit status."""
    try:
        well, sentence = judge(find_heartbeat())
    except SettingsProblem as problem:
        print(problem, file=sys.stderr)
        return MISCONFIGURED
    print(sentence, file=sys.stdout if well else sys.stderr)
    return 0 if well else FAILED

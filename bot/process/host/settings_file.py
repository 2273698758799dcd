"""The settings file, which every command finds automatically."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER_FILE = Path(".env")
"""The settings file in the folder in which the bot is started."""
SYSTEM_FILE = Path("/etc/land-games.env")
"""The settings file of a bot that runs as a system service. The service and commands typed by hand both read it."""
FILE_NAMED_BY = "SETTINGS_FILE"
"""The environment variable that names another file."""
HEARTBEAT_FILE = "var/heartbeat"
"""The path of the heartbeat file if no setting names it."""


class SettingsProblem(Exception):
    """A setting is invalid. Each line of ``str()`` names one, with the reason and the solution."""


def find_file() -> Path | None:
    """Return the path of the settings file; ``None`` if there is none. Raise SettingsProblem if it is ambiguous or unreadable.

    Only one file may exist, so that every command uses the same database as the bot. If the environment names the database,
    nothing is ambiguous: the file in the folder takes precedence, and unreadable files are ignored.
    """
    if named := os.environ.get(FILE_NAMED_BY):
        if not Path(named).is_file():
            raise SettingsProblem(
                f"There is no file {named}: set {FILE_NAMED_BY} to the file of the settings, or leave it out."
            )
        return Path(named)
    in_doubt = get_variable("DATABASE_URL") is None
    found = [file for file in (FOLDER_FILE, SYSTEM_FILE) if file.is_file()]
    if len(found) > 1 and in_doubt:
        raise SettingsProblem(
            f"There are two files of settings, {FOLDER_FILE.absolute()} and {SYSTEM_FILE}: remove one of them, "
            f"or say which one you mean, such as {FILE_NAMED_BY}={SYSTEM_FILE}."
        )
    readable = [file for file in found if os.access(file, os.R_OK)]
    if found and not readable and in_doubt:
        raise SettingsProblem(f"You may not read the settings in {found[0]}: type the command as the bot's user, or as root.")
    return readable[0] if readable else None


def get_variable(name: str) -> str | None:
    """Return a setting from the environment; ``None`` if it is not set or empty."""
    return next((value for key, value in os.environ.items() if key.upper() == name and value), None)

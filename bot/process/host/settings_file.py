"""The file of settings: one that every command finds by itself."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER_FILE = Path(".env")
"""The file of settings in the folder where the bot is started."""
SYSTEM_FILE = Path("/etc/land-games.env")
"""The file of settings of a bot that the system runs. The service and whatever is typed by hand read this one."""
FILE_NAMED_BY = "SETTINGS_FILE"
"""The variable of the environment that names another file."""


class SettingsProblem(Exception):
    """A setting cannot be used; each line of ``str()`` says which one, why, and what to do."""


def find_file() -> Path | None:
    """Return the file that the settings are read from; ``None`` if there is none. Raise SettingsProblem.

    There is never more than one, so that no command means another database than the bot. Where the environment names the
    database, nothing is in doubt: then the file in the folder wins, and one that may not be read is left out.
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
    """Return a setting of the environment; ``None`` where it is not set, or empty."""
    return next((value for key, value in os.environ.items() if key.upper() == name and value), None)

"""Open a database as a start of the bot does, and print which modules of Alembic that has loaded.

``python -m tests.programs.opened_database URL``
"""

from __future__ import annotations

import asyncio
import sys

import bot.process.host.command_line  # noqa: F401 - a start imports it
from bot.storage.engine.database import Database

if __name__ == "__main__":
    asyncio.run(Database.open(sys.argv[1]))
    sys.stdout.write(str([name for name in sys.modules if name.partition(".")[0] in ("alembic", "mako")]))

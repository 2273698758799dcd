"""The command line: ``python -m bot [command]``, see :mod:`bot.process.host.command_line`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit status."""
    if list(sys.argv[1:] if arguments is None else arguments) == ["health"]:
        from bot.process.host import health  # a container runs this every minute, so it loads no other module of the bot

        return health.main()
    from bot.process.host import command_line

    return command_line.main(arguments)


if __name__ == "__main__":
    os.umask(0o077)  # games, backups and exports are for the bot's own user
    sys.exit(main())

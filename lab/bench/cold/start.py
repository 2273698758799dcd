"""Start the bot on a database of running games: ``python -m lab.bench.cold.start URL GUILD GAMES``.

Prints the seconds until it is ready, its memory then, and its memory after each of the games was looked at, in MB.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from time import perf_counter


def _memory() -> float:
    """Return the MB that this process holds."""
    found = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(found[1]) / 1024 if found else 0.0


async def main(url: str, guild: str, games: str) -> None:
    """Start, look at the games 1 to ``games``, print the figures, and end."""
    begun = perf_counter()  # importing the bot is a part of its start
    from simcord.env import Env

    from bot import Settings, create_bot
    from bot.usecases import queries

    bot = create_bot(Settings(_env_file=None, database_url=url, icons=False))
    env = Env(bot)
    await env.start()
    ready, fresh = perf_counter() - begun, _memory()
    for game in range(1, int(games) + 1):
        await queries.view_game(bot.app.context, int(guild), game)
    print(ready, fresh, _memory())
    await env.shutdown()
    await bot.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

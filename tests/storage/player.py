"""A process that plays: ``python player.py URL [MOVES]`` appends to the log of game 1 and prints each number once it is kept.

With ``--tell`` it says when it begins to open the database.

Every move is three rows that belong together: a log row, the game's version, a row to be posted.
"""

from __future__ import annotations

import asyncio
import sys
import types
from pathlib import Path

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
if __name__ == "__main__":  # the package without what its own __init__ imports, discord.py above all, which takes long
    sys.modules["bot"] = types.ModuleType("bot")
    sys.modules["bot"].__path__ = [str(ROOT / "bot")]

from bot.storage.engine.database import Database  # noqa: E402
from bot.storage.schema import game_log, games, posts  # noqa: E402


async def move(connection: AsyncConnection) -> int:
    """One move of game 1; return the version after it."""
    version = (await connection.execute(select(games.c.version).where(games.c.id == 1).with_for_update())).scalar_one() + 1
    await connection.execute(insert(game_log).values(game_id=1, seq=version, kind="action", text="C4 F", seat=0, at=version))
    await connection.execute(update(games).where(games.c.id == 1).values(version=version))
    await connection.execute(
        insert(posts).values(
            guild_id=7,
            channel_id=8,
            kind="board",
            game_id=1,
            payload="{}",
            status="waiting",
            due_at=version,
            created_at=version,
        )
    )
    return version


async def main(url: str, moves: int) -> None:
    """Play so many moves."""
    if "--tell" in sys.argv:
        print("opening", flush=True)  # noqa: T201
    database = await Database.open(url)
    for _ in range(moves):
        sys.stdout.write(f"{await database.write(move)}\n")
        sys.stdout.flush()
    await database.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000))

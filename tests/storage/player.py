"""A process that plays: it appends to the log of game 1, and says each number once that is kept.

Every move is three rows that belong together: a log row, the game's version, a row to be posted.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.engine.database import Database
from bot.storage.schema import game_log, games, posts
from tests.crash.processes import made_nursery


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


async def play(url: str, moves: int, said: Connection) -> None:
    """Say 0, open the database, and make some moves. Say the number of each that was kept."""
    said.send(0)
    database = await Database.open(url)
    for _ in range(moves):
        said.send(await database.write(move))
    await database.close()


def run(url: str, moves: int, said: Connection) -> None:
    """Play, as the whole work of a process."""
    asyncio.run(play(url, moves, said))


class Player:
    """Another process that plays."""

    def __init__(self, url: str, moves: int = sys.maxsize) -> None:
        with made_nursery() as nursery:
            self._heard, said = nursery.Pipe(duplex=False)
            self._process = nursery.Process(target=run, args=(url, moves, said), daemon=True)
            self._process.start()
        said.close()
        assert self.hear() == 0

    def hear(self) -> int:
        """Wait for the next number that it says, and return it. Raise ``EOFError`` after its end."""
        number: int = self._heard.recv()
        return number

    def kill(self) -> None:
        """Kill it on the spot."""
        self._process.kill()

    def hear_all(self) -> list[int]:
        """Wait for its end, and return what it has said since."""
        numbers = list[int]()
        with suppress(EOFError, ConnectionResetError):
            while True:
                numbers.append(self.hear())
        self._process.join()
        return numbers

    @property
    def status(self) -> int | None:
        """Its exit status, negative for a signal; ``None`` while it runs."""
        return self._process.exitcode

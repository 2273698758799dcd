"""A year of games in fast motion: ``python -m bench.year``. Prints a table line for every so many days.

Use cases, SQLite file, sender and housekeeping are the bot's own; the clock is set. Discord is left out: a message is an id.
Not every move of the year is played, but a sample that is spread evenly over its days: so many games go on at a time, and
every day they share so many moves. A game that ends is followed by the next one.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.posting.sender import MessageSender
from bot.process.housekeeping import Housekeeping
from bot.storage.engine import disk, sqlite
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post
from bot.storage.schema import drafts, due, game_log, game_tables, games, interactions, posts
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from render import View, picture

KINDS = ("pastures", "territories", "nomads", "land")
CHANNELS_OF_A_GUILD = 10
GAMES_OF_A_CHANNEL = 5
DRAWN = 20
"""One board in so many is drawn, so that the caches of the pictures are in the figures."""


@dataclass
class Seats:
    """Two players who play one game after the other in a channel."""

    guild: int
    channel: int
    kind: str
    players: tuple[User, User]
    game: int = 0


class Year:
    """A bot without Discord, whose clock is set."""

    def __init__(self, db: Database, games_at_once: int, seed: int) -> None:
        self.now = 0
        self.db = db
        self.context = Context(db, clock=lambda: self.now)
        self.dice = Random(seed)
        self.numbers = itertools.count(1)
        self.sender = MessageSender(self.context.outbox, self._deliver, self._ignore_message)
        self.housekeeping = Housekeeping(self.context, self._nobody_left, self._nobody_left)
        self.played = self.finished = 0
        self.seats = [self._pair(number) for number in range(games_at_once)]

    def _pair(self, number: int) -> Seats:
        channel = number // GAMES_OF_A_CHANNEL
        players = (User(10_000 + 2 * number, f"Ada {number}"), User(10_001 + 2 * number, f"Björn {number}"))
        return Seats(1 + channel // CHANNELS_OF_A_GUILD, 100 + channel, KINDS[number % len(KINDS)], players)

    async def _nobody_left(self) -> None:
        """Do nothing: no server has removed the bot."""

    async def _deliver(self, post: Post) -> int | None:
        number = next(self.numbers)
        if post.kind == "board" and number % DRAWN == 0:
            log = await queries.log(self.context, post.game_id or 0)
            view = View(log.row.names, "dark", log.steps(post.payload["start"], post.payload["end"]))
            await asyncio.to_thread(picture, log.state(post.payload["end"]), view)
        return number

    async def _ignore_message(self, conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Do nothing: nobody sees the message."""

    async def day(self, count: int) -> None:
        """Play so many moves, spread over a day, with the housekeeping every six hours."""
        begun = self.now
        for number in range(count):
            self.now = begun + DAY * number // count
            if number * 4 // count != (number - 1) * 4 // count:
                await self.housekeeping._round()
            await self._move(self.dice.choice(self.seats))
            await self.sender.wait_until_idle()
        self.now = begun + DAY

    async def _move(self, seats: Seats) -> None:
        first, second = seats.players
        if not seats.game:
            table = await opening.open_table(self.context, seats.guild, seats.channel, first, seats.kind, {}, opponent=second)
            table = await tables.accept(self.context, seats.guild, table.id, second)
            if table.game_id is None:
                table = await tables.start(self.context, seats.guild, table.id, first)
            seats.game = table.game_id or 0
        position = await queries.view_game(self.context, seats.guild, seats.game)
        seat, log = position.state.seat, await queries.log(self.context, seats.game)
        if seat is None:
            raise RuntimeError("a game that goes on waits for nobody")
        user = next(user for user in seats.players if user.name == log.row.names[seat])
        text = str(self.dice.choice(list(position.state.moves())))
        number = next(self.numbers)
        played = await moves.play(
            self.context, seats.guild, seats.game, user, text, interaction_id=number, seen=position.version
        )
        self.played += 1
        if played.state.seat is None:
            self.finished += 1
            seats.game = 0

    async def figures(self) -> dict[str, float]:
        """Return the figures of this process and of its file."""

        async def count(conn: AsyncConnection) -> list[int]:
            counted = (games, game_log, posts, interactions, due, game_tables, drafts)
            return [(await conn.scalar(select(func.count()).select_from(table))) or 0 for table in counted]

        rows = await self.db.read(count)
        status, path = _status(), sqlite.file_of(self.db.url)
        file = (await asyncio.to_thread(path.stat)).st_size
        return {
            "moves": self.played,
            "games finished": self.finished,
            "rows of games": rows[0],
            "rows of the log": rows[1],
            "posts": rows[2],
            "interactions": rows[3],
            "tasks due": rows[4],
            "tables": rows[5],
            "drafts": rows[6],
            "file, MB": file / 1e6,
            "log beside it, MB": (disk.size(path) - file) / 1e6,
            "memory, MB": int(status["VmRSS"].split()[0]) * 1024 / 1e6,
            "descriptors": len(os.listdir("/proc/self/fd")) - 1,  # noqa: PTH208 - without that of the listing itself
            "threads": int(status["Threads"]),
        }


def _status() -> dict[str, str]:
    """Return Linux's figures of this process."""
    return dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())


async def simulate(folder: Path, days: int, every: int, games_at_once: int, moves_a_day: int) -> None:
    """Play the days, and print a line of a Markdown table at the start and after every so many."""
    db = await Database.open(f"sqlite+aiosqlite:///{folder}/year.sqlite3")
    year = Year(db, games_at_once, seed=1)
    begun = perf_counter()
    print(f"{games_at_once} games at once, {moves_a_day} moves a day, load {os.getloadavg()[0]:.1f} when it began", flush=True)
    for day in range(days + 1):
        if day % every == 0 or day == days:
            found = await year.figures()
            if day == 0:
                print(f"| day | {' | '.join(found)} |\n|{'---:|' * (len(found) + 1)}")
            cells = (f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" for value in found.values())
            print(f"| {day} | {' | '.join(cells)} |", flush=True)
        if day < days:
            await year.day(moves_a_day)
    print(f"{perf_counter() - begun:.0f} s, load {os.getloadavg()[0]:.1f} at the end", flush=True)
    await year.sender.close(1.0)
    await db.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and simulate."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.year")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--every", type=int, help="days from one line to the next, else a tenth of all")
    parser.add_argument("--games", type=int, default=100, help="games that go on at a time")
    parser.add_argument("--moves", type=int, default=40, help="moves a day, of all games together")
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(simulate(Path(folder), args.days, args.every or max(1, round(args.days / 10)), args.games, args.moves))


if __name__ == "__main__":
    main()

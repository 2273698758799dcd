"""A year of games in fast motion: ``python -m lab.bench.year``. Prints a table line for every tenth, or every N days.

Use cases, SQLite file, sender, scheduler and housekeeping are the bot's own; the clock is set. Discord is left out: a message
is an id, and members are always there. A number of games run at the same time, and share a number of moves each day. The games
move in turn, in an order that is drawn again each time. A game that ends is followed by the next one.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.common.clock import DAY
from bot.posting.sender import MessageSender
from bot.presentation.press_limit import Pacing
from bot.process.housekeeping import do_round
from bot.process.settings import Settings
from bot.scheduler.scheduler import Scheduler
from bot.storage.engine import disk, sqlite
from bot.storage.engine.database import Database
from bot.storage.queries.channels.posts import Post
from bot.storage.schema import drafts, due, game_log, game_tables, games, interactions, posts
from bot.ui.framework.app import App, Seen
from bot.usecases import queries
from bot.usecases.context import Context, User
from bot.usecases.play import moves
from bot.usecases.tables import opening, tables
from bot.workers import Workers
from render import View, picture
from rules import State

KINDS = ("pastures", "territories", "nomads", "land")
CHANNELS_OF_A_GUILD = 10
GAMES_OF_A_CHANNEL = 5
DRAWN = 20
"""One board in this many is drawn, so that the figures include the caches of the pictures."""
TOGETHER = 10
"""Games that move at the same moment: that takes the bot less than one after the other."""
ROUNDS = 4
"""Rounds of the housekeeping and of the scheduler in a day."""
PATIENCE = 60.0
"""Seconds for the tasks that a check of the scheduler has begun."""


@dataclass
class Seats:
    """Two players who play one game after the other in a channel."""

    guild: int
    channel: int
    kind: str
    players: tuple[User, User]
    game: int = 0
    state: State | None = None
    """The position of their game; ``None`` between two games."""
    version: int = 0
    by_seat: list[User] = field(default_factory=list)


class Year:
    """A bot without Discord, whose clock is set."""

    def __init__(self, db: Database, games_at_once: int, seed: int) -> None:
        self.now = 0
        self.db = db
        self.context = Context(db, clock=lambda: self.now)
        self.dice = Random(seed)
        self.numbers = itertools.count(1)
        self.sender = MessageSender(self.context, self._deliver, self._ignore_message)
        self.app = App(self.context, "dark", Workers(1), Pacing(Settings(_env_file=None)))
        self.app.check_member = self._is_there
        self.played = self.finished = 0
        self.seats = [self._pair(number) for number in range(games_at_once)]
        self._turns: list[Seats] = []
        """The games that have not moved in this round."""

    def _pair(self, number: int) -> Seats:
        channel = number // GAMES_OF_A_CHANNEL
        players = (User(10_000 + 2 * number, f"Ada {number}"), User(10_001 + 2 * number, f"Björn {number}"))
        return Seats(1 + channel // CHANNELS_OF_A_GUILD, 100 + channel, KINDS[number % len(KINDS)], players)

    async def _nobody_left(self) -> None:
        """Do nothing: no server has removed the bot."""

    async def _is_there(self, guild_id: int, channel_id: int, user_id: int) -> Seen:
        """Return that a member is there."""
        return "here"

    async def _deliver(self, post: Post) -> int | None:
        number = next(self.numbers)
        if post.kind == "board" and number % DRAWN == 0:
            log = await queries.read_log(self.context, post.game_id or 0)
            view = View(log.row.names, "dark", log.steps(post.payload["start"], post.payload["end"]))
            await asyncio.to_thread(picture, log.state(post.payload["end"]), view)
        return number

    async def _ignore_message(self, conn: AsyncConnection, post: Post, message_id: int | None) -> None:
        """Do nothing: nobody sees the message."""

    async def day(self, count: int) -> None:
        """Play moves, spread over a day, and run the due tasks and the housekeeping four times."""
        begun, done, rounds = self.now, 0, 0
        while done < count:
            self.now = begun + DAY * done // count
            if done * ROUNDS >= rounds * count:
                rounds += 1
                await do_round(self.context, self._nobody_left, self._nobody_left)
                await self._do_what_is_due()
            if not self._turns:
                self._turns = self.dice.sample(self.seats, len(self.seats))
            moving = self._turns[: min(TOGETHER, count - done)]
            del self._turns[: len(moving)]
            await asyncio.gather(*map(self._move, moving))
            await self.sender.wait_until_idle()
            done += len(moving)
        self.now = begun + DAY

    async def _do_what_is_due(self) -> None:
        """Let the scheduler check once, since its own timer uses a clock that is not set."""
        scheduler = Scheduler(self.app)
        scheduler.start()
        await scheduler.close(PATIENCE)  # the look itself
        await scheduler.close(PATIENCE)  # the tasks that the check has begun

    async def _move(self, seats: Seats) -> None:
        if seats.state is None:
            await self._start(seats)
        if seats.state is None or seats.state.seat is None:
            raise RuntimeError("a game that goes on waits for nobody")
        user = seats.by_seat[seats.state.seat]
        text = str(self.dice.choice(list(seats.state.moves())))
        number = next(self.numbers)
        played = await moves.play(self.context, seats.guild, seats.game, user, text, interaction_id=number, seen=seats.version)
        self.played += 1
        seats.state, seats.version = played.state, played.version
        if played.state.seat is None:
            self.finished += 1
            seats.state = None

    async def _start(self, seats: Seats) -> None:
        first, second = seats.players
        table = await opening.open_table(self.context, seats.guild, seats.channel, first, seats.kind, {}, opponent=second)
        table = await tables.accept(self.context, seats.guild, table.id, second)
        if table.game_id is None:
            table = await tables.start(self.context, seats.guild, table.id, first)
        seats.game = table.game_id or 0
        found = await queries.view_game(self.context, seats.guild, seats.game)
        seats.state, seats.version = found.state, found.version
        seats.by_seat = [next(user for user in seats.players if user.name == name) for name in found.row.names]

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
            "write-ahead log, MB": (disk.measure_size(path) - file) / 1e6,
            "memory, MB": int(status["VmRSS"].split()[0]) * 1024 / 1e6,
            "descriptors": len(os.listdir("/proc/self/fd")) - 1,  # noqa: PTH208 - without that of the listing itself
            "threads": int(status["Threads"]),
        }


def _status() -> dict[str, str]:
    """Return Linux's figures of this process."""
    return dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())


async def simulate(folder: Path, days: int, every: int, games_at_once: int, count: int) -> None:
    """Play the moves of the days, and print a line of a Markdown table at the start and after ``every`` days."""
    db = await Database.open(f"sqlite+aiosqlite:///{folder}/year.sqlite3")
    year = Year(db, games_at_once, seed=1)
    begun, spent = perf_counter(), process_time()
    print(
        f"{games_at_once} games at once, {count} moves in {days} days, load {os.getloadavg()[0]:.1f} when it began", flush=True
    )
    for day in range(days + 1):
        if day % every == 0 or day == days:
            found = await year.figures()
            if day == 0:
                print(f"| day | {' | '.join(found)} |\n|{'---:|' * (len(found) + 1)}")
            cells = (f"{value:,.2f}" if isinstance(value, float) else f"{value:,}" for value in found.values())
            print(f"| {day} | {' | '.join(cells)} |", flush=True)
        if day < days:
            await year.day(count * (day + 1) // days - count * day // days)
    took, spent = perf_counter() - begun, process_time() - spent
    load = os.getloadavg()[0]
    print(f"{took:.0f} s, {spent:.0f} s of processor time, load {load:.1f} at the end", flush=True)
    await year.sender.close(1.0)
    await year.app.workers.close()
    await db.close()


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and simulate."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.year")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--every", type=int, help="days from one line to the next, else a tenth of all")
    parser.add_argument("--games", type=int, default=100, help="games that go on at a time")
    parser.add_argument("--moves", type=int, default=500_000, help="moves of all days and games together")
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(simulate(Path(folder), args.days, args.every or max(1, round(args.days / 10)), args.games, args.moves))


if __name__ == "__main__":
    main()

"""The bot near Discord's limit: ``python -m lab.bench.host.limit``. 35 moves a second for two minutes, in 105 games.

The loopback Discord counts requests as Discord does and answers 429 to one too many. Every move is answered in private, which
is not counted, and brings one board, which is. Looked at four times a second: how many boards of played moves have not come.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter, process_time

from sqlalchemy import URL

from lab.bench.host.discord_limits import count_as_discord
from lab.bench.wire import Match, Timed, Wire, percentile, run_bot
from tests.databases import aside, execute, find_programs, private_server

GAMES, GUILDS, SHARDS = 105, 32, 4
WARM_UP, GENTLY = 15.0, 20.0
"""Seconds, and moves a second, before anything is counted: a new process draws everything for the first time."""
LOOK = 0.25
"""Seconds between checks for boards that have not arrived."""


class Run:
    """Some games that move in turn at a rate. A game whose last board has not come waits for it."""

    def __init__(self, matches: list[Match]) -> None:
        self.timed = Timed()
        self.late: list[int] = []
        """The number of boards that had not arrived, at each check."""
        self._matches = matches
        self._last: dict[int, asyncio.Task[None]] = {}
        self._begun = 0

    async def play(self, seconds: float, rate: float) -> None:
        """Play for some seconds."""
        looks = asyncio.create_task(self._look())
        start, first = perf_counter(), self._begun
        while (due := (self._begun - first) / rate) < seconds:
            await asyncio.sleep(max(0.0, start + due - perf_counter()))
            match = self._matches[self._begun % len(self._matches)]
            self._begun += 1
            self._last[match.id] = asyncio.create_task(self._move(self._last.get(match.id), match))
        await asyncio.gather(*self._last.values())
        looks.cancel()

    @property
    def moves(self) -> int:
        """The number of moves whose boards have arrived."""
        return len(self.timed.boards)

    async def _move(self, before: asyncio.Task[None] | None, match: Match) -> None:
        if before is not None:
            await before
        await match.move(self.timed)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.late.append(len(self.timed.answers) - len(self.timed.boards))


def repeated_boards(wire: Wire, matches: list[Match], moves: int) -> int:
    """Return the number of boards that are missing from the channels or repeated there.

    One board is expected for the start of each game and one for each move.
    """
    channels = {match.channel for match in matches}
    boards = Counter(
        (message.channel_id, upload.filename)
        for message in wire.server.world.messages.values()
        if message.channel_id in channels
        for upload in message.attachments
    )
    return sum(boards.values()) - len(boards) + abs(len(boards) - len(matches) - moves)


async def measure(rate: float, seconds: float, processes: int, url: str | None) -> None:
    """Play and print the results."""
    settings = {"SHARD_COUNT": str(SHARDS)} | ({} if url is None else {"DATABASE_URL": url})
    with tempfile.TemporaryDirectory() as folder:
        async with run_bot(Path(folder), None, processes, **settings) as wire:
            load = os.getloadavg()[0]
            matches = await wire.start_matches(GAMES, GUILDS)
            warm = Run(matches)
            await warm.play(WARM_UP, GENTLY)
            await wire.wait_until_quiet()
            counted, rule = count_as_discord(wire.server)
            spent, own, begun = wire.processor_time, process_time(), perf_counter()
            run = Run(matches)
            await run.play(seconds, rate)
            took, spent, own = perf_counter() - begun, wire.processor_time - spent, process_time() - own
            in_time = counted.total
            await wire.wait_until_quiet()
            late = sorted(run.late)
            for what, value in {
                "processes": f"{processes}, {'SQLite' if url is None else 'PostgreSQL'}, load {load:.1f} when it began",
                "moves": f"{run.moves:,} in {took:.1f} s: {run.moves / took:.1f} a second",
                "answered with 429": len(rule.struck),
                "boards missing or twice": repeated_boards(wire, matches, warm.moves + run.moves),
                "boards not there yet, of four looks a second": f"{_at(late, 50)} p50, {_at(late, 99)} p99, {late[-1]} at most",
                "counted requests a second": f"{in_time / took:.1f}, {counted.most} at most in any second",
                "tidying edits made up for afterwards": counted.total - in_time,
                "answers": f"{percentile(run.timed.answers, 50):.0f} ms p50, {percentile(run.timed.answers, 99):.0f} ms p99",
                "boards": f"{percentile(run.timed.boards, 50):.0f} ms p50, {percentile(run.timed.boards, 99):.0f} ms p99",
                "processor time of the bot": f"{spent * 1000 / run.moves:.1f} ms a move, {spent / took:.2f} of a core",
                "processor time of the loopback and its players": f"{own / took:.2f} of a core",
            }.items():
                print(f"- {what}: {value}", flush=True)


def _at(found: Sequence[int], percent: int) -> int:
    """Return a percentile of sorted values."""
    return found[len(found) * percent // 100]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.limit")
    parser.add_argument("--rate", type=float, default=35, help="moves a second")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--processes", type=int, default=0, help="on PostgreSQL; without it one on SQLite")
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    with ExitStack() as stack:
        url = _database(stack) if args.processes else None
        asyncio.run(measure(args.rate, args.seconds, max(1, args.processes), url))


def _database(stack: ExitStack) -> str:
    """Return the URL of an empty database of a PostgreSQL that runs until the stack is closed."""
    where = find_programs()
    if where is None:
        raise SystemExit("PostgreSQL is not installed here.")
    server: URL = stack.enter_context(private_server(where))
    aside(execute(server, "CREATE DATABASE limit_of_discord"))
    return server.set(database="limit_of_discord").render_as_string(hide_password=False)


if __name__ == "__main__":
    main()

"""A lightly loaded bot, watched for a while: ``python -m lab.bench.host.soak``. Prints a table line for every few minutes.

The bot runs in a process of its own on a loopback Discord. A few games move in turn, one press of **Board** comes with every
tenth move, and a game that ends is followed by the next one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from lab.bench.wire import Match, Timed, Wire, run_bot
from tests.wire.server.people import answered

FAST = 15.0
"""Moves a second at which the caches are filled."""
BOARD_EVERY = 10
"""Moves from one press of **Board** to the next."""


class Soak:
    """Some games, played in turn at a steady pace."""

    def __init__(self, wire: Wire, matches: list[Match]) -> None:
        self._wire = wire
        self._matches = matches
        self.moves = self.games = 0

    async def play(self, seconds: float, rate: float) -> None:
        """Play for some seconds, at a rate of moves a second."""
        begun, first = perf_counter(), self.moves
        while (now := perf_counter() - begun) < seconds:
            due = (self.moves - first) / rate
            if due > now:
                await asyncio.sleep(min(due, seconds) - now)
                continue
            await self._move(self.moves % len(self._matches))

    async def _move(self, number: int) -> None:
        match = self._matches[number]
        if match.state.seat is None:
            self.games += 1
            match = self._matches[number] = await self._wire.rematch(match)
        await match.move(Timed())
        self.moves += 1
        if self.moves % BOARD_EVERY == 0 and match.state.seat is not None:  # the last board has other buttons
            await answered(match.people[0].press(self._wire.last_board(match.channel), "Board"))
        self._wire.forget_requests()


async def watch(folder: Path, minutes: float, every: float, games: int, rate: float, fill: int) -> None:
    """Play, and print a line of a Markdown table at the start and at regular intervals.

    ``fill``: moves that are played first, several times as fast, so that the caches are full when the watch begins.
    """
    async with run_bot(folder) as wire:
        soak = Soak(wire, await wire.start_matches(games))
        await soak.play(fill / FAST, FAST)
        print(f"{games} games, {rate} moves a second, load {os.getloadavg()[0]:.1f} when it began", flush=True)
        print("| minute | moves | games ended | memory, MB | workers, MB | descriptors | threads | ms a move |")
        print("|---:|" + "---:|" * 7)
        begun, spent, before = perf_counter(), wire.processor_time, soak.moves
        while True:
            now, used = (perf_counter() - begun) / 60, wire.processor_time - spent
            cells = [f"{now:.1f}", f"{soak.moves:,}", f"{soak.games:,}", f"{wire.memory:.1f}", f"{sum(wire.workers_now):.1f}"]
            cells += [str(wire.descriptors), str(wire.threads), f"{used * 1000 / max(1, soak.moves - before):.1f}"]
            print(f"| {' | '.join(cells)} |", flush=True)
            spent, before = wire.processor_time, soak.moves
            if now >= minutes:
                break
            await soak.play(min(every, minutes - now + 0.01) * 60, rate)
        print(f"load {os.getloadavg()[0]:.1f} at the end", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and watch."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.soak")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--every", type=float, default=1, help="minutes from one line to the next")
    parser.add_argument("--games", type=int, default=16, help="games that go on at a time")
    parser.add_argument("--rate", type=float, default=2, help="moves a second, of all games together")
    parser.add_argument("--fill", type=int, default=0, help="moves that are played fast before")
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(watch(Path(folder), args.minutes, args.every, args.games, args.rate, args.fill))


if __name__ == "__main__":
    main()

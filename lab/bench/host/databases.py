"""The cost of a move on SQLite and on PostgreSQL, in one run: ``python -m lab.bench.host.databases``.

Each bot serves four shards, with one, two or four processes on PostgreSQL, and plays 24 games at 20 moves a second against a
loopback Discord. It counts the processor time of the bot's processes, and that of PostgreSQL's. The runs alternate.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from sqlalchemy import URL

from lab.bench.bench_discord import run_at_rate
from lab.bench.wire import Wire, percentile, processor_time, run_bot
from tests.databases import aside, execute, find_programs, private_server

SHARDS, GAMES, GUILDS, RATE = 4, 24, 32, 20
WARM_UP = 120
"""Moves before anything is counted."""


async def play(wire: Wire, moves: int, server: Path | None) -> tuple[float, float, float, float]:
    """Return the ms of processor time a move of the bot and of PostgreSQL, and the ms of answers and boards (p50)."""
    matches = await wire.start_matches(GAMES, GUILDS)
    await run_at_rate(matches, WARM_UP, RATE)
    await wire.wait_until_quiet()
    spent, there = wire.processor_time, _of_postgresql(server)
    timed = await run_at_rate(matches, moves, RATE)
    await wire.wait_until_quiet()
    spent, there = wire.processor_time - spent, _of_postgresql(server) - there
    return spent * 1000 / moves, there * 1000 / moves, percentile(timed.answers, 50), percentile(timed.boards, 50)


def _of_postgresql(data: Path | None) -> float:
    """Return the seconds of processor time of the server with this data folder, including its running processes."""
    if data is None:
        return 0.0
    parent = int((data / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="utf-8").split()
    return sum(map(processor_time, map(int, [str(parent), *children])))


async def compare(moves: int, rounds: int) -> None:
    """Print a line for each kind of bot, with the medians of some rounds."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}
    print(f"{moves} moves a round, {rounds} rounds, load {os.getloadavg()[0]:.1f} when it began", flush=True)
    where = find_programs()
    if where is None:
        raise SystemExit("PostgreSQL is not installed here.")
    with private_server(where) as server:
        data = Path(str(server.query["host"])) / "data"
        for number in range(rounds):
            for processes in (0, 1, 2, 4):
                name = f"PostgreSQL, {processes} process{'es' * (processes > 1)}" if processes else "SQLite"
                settings = {"SHARD_COUNT": str(SHARDS)}
                if processes:
                    settings["DATABASE_URL"] = _database(server, f"bench_{number}_{processes}")
                with tempfile.TemporaryDirectory() as folder:
                    async with run_bot(Path(folder), None, max(1, processes), **settings) as wire:
                        found.setdefault(name, []).append(await play(wire, moves, data if processes else None))
                print(f"{name}: {found[name][-1]}", file=sys.stderr, flush=True)
    print("| database | bot, ms a move | of SQLite | PostgreSQL itself, ms | answers, p50 ms | boards, p50 ms |")
    print("|---|---:|---:|---:|---:|---:|")
    base = median(each[0] for each in found["SQLite"])
    for name, each in found.items():
        bot, there, answers, boards = (median(column) for column in zip(*each, strict=True))
        print(f"| {name} | {bot:.1f} | {bot / base:.2f} × | {there:.1f} | {answers:.1f} | {boards:.1f} |")


def _database(server: URL, name: str) -> str:
    aside(execute(server, f"CREATE DATABASE {name}"))
    return server.set(database=name).render_as_string(hide_password=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.databases")
    parser.add_argument("--moves", type=int, default=400, help="moves of a round")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args(arguments)
    if sys.platform != "linux":
        parser.error("the figures are read from /proc, which only Linux has")
    asyncio.run(compare(args.moves, args.rounds))


if __name__ == "__main__":
    main()

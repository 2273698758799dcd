"""How soon the bot is back after an outage of the gateway: ``python -m lab.bench.host.outage``. A line for each, in real time.

The bot runs in a process of its own on a loopback Discord. Its connections are cut, and new ones are refused (``refused``) or
get no answer (``silent``). Measured is the time from the end of the outage until the first and the last shard are connected.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from lab.bench.wire import run_bot
from tests.waiting import until
from tests.wire.server import Loopback
from tests.wire.server.gateway import Gateway, Op

LONGEST = 1200.0
"""Seconds after which a bot counts as not reconnecting."""


def away(gateway: Gateway, kind: str, begins: bool) -> None:
    """Begin or end an outage."""
    if not begins:
        gateway.release()
        return
    if kind == "refused":
        gateway.turn_away()
    else:
        gateway.hold()
    gateway.cut()


async def measure(kind: str, shards: int, seconds: float) -> str:
    """Return a line of a Markdown table about one outage."""
    found: list[Gateway] = []

    async def before(server: Loopback, _: str) -> None:
        found.append(server.gateway)

    with tempfile.TemporaryDirectory() as folder:
        async with run_bot(Path(folder), before, SHARD_COUNT=str(shards)):
            (gateway,) = found
            everybody = list(range(shards))
            await until("all shards to connect", lambda: gateway.connected == everybody, LONGEST)
            logins = gateway.ops.count(Op.IDENTIFY)
            away(gateway, kind, begins=True)
            await asyncio.sleep(seconds)
            away(gateway, kind, begins=False)
            begun, load = perf_counter(), os.getloadavg()[0]
            await until("a shard to be back", lambda: gateway.connected, LONGEST)
            first = perf_counter() - begun
            await until("all shards to be back", lambda: gateway.connected == everybody, LONGEST)
            last = perf_counter() - begun
            logins = gateway.ops.count(Op.IDENTIFY) - logins
            return f"| {kind} | {seconds:.0f} s | {shards} | {first:.1f} s | {last:.1f} s | {logins} | {load:.1f} |"


async def compare(kinds: Sequence[str], shards: Sequence[int], seconds: float) -> None:
    """Print a table of outages, which all happen at the same time."""
    print("| the gateway | for | shards | first shard back after | last after | logins | load |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for line in asyncio.as_completed([measure(kind, count, seconds) for kind in kinds for count in shards]):
        print(await line, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.outage")
    parser.add_argument("--seconds", type=float, default=240, help="how long the gateway is away")
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 4], help="a bot for each number")
    parser.add_argument("--kinds", nargs="+", default=["refused", "silent"], choices=["refused", "silent"])
    args = parser.parse_args(arguments)
    asyncio.run(compare(args.kinds, args.shards, args.seconds))


if __name__ == "__main__":
    main()

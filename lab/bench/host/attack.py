"""The effect of attacks on the pages on answers in Discord: ``python -m lab.bench.host.attack``. Prints a table.

The bot is a process of its own, whose limit of open files is 1,024 when it starts, as systemd sets it. Its server shows 10,000
games to everybody. People play and look for moves by autocomplete at a steady pace, alone and during each attack: held
connections, deep pages, and both. The exit status is 1 if a p99 during an attack is more than twice the usual one.

The bot and its workers have one core; this process, which is Discord and the players, and the attackers, at the lowest
priority, share another one. The run without an attack has the same split: in life, attackers have machines of their own. These
are wall times, which depend on other work on the machine: believe them only if the printed load is low.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path

from bot.process.preview import find_free_port
from bot.storage.engine.database import Database
from lab.bench import bench_discord, bench_memory
from lab.bench.host.page_clients import PUBLIC_URL
from lab.bench.wire import ROOT, Match, Timed, Wire, percentile, run_bot
from tests.wire.server import Loopback, payloads

GAMES, PACE = 40, 8
"""Number of games played, and moves per second of all together; as many suggestions are requested."""
ANSWERS = 400
"""Number of moves and of suggestions during each attack. Of 120, the p99 is nearly the slowest one."""
MOST = 2.0
"""Maximum ratio of the p99 during an attack to the usual p99."""
HELD, DEEP = 1000, 20.0
"""Number of connections that are held, and of deep pages requested per second."""
SHOWN = 10_000
"""Games that the server shows."""
DESCRIPTORS = 1024
SLUG = "abcdefghijkm"
COLUMNS = (
    *("attack", "answers, p50", "p99", "of that without", "autocomplete, p50", "p99", "of that without"),
    *("files", "memory", "processor time a second", "pages"),
)
HEAD = f"| {' | '.join(COLUMNS)} |\n|---|{'---:|' * (len(COLUMNS) - 1)}"


@dataclass
class Found:
    """The figures measured during one attack."""

    name: str
    times: tuple[Sequence[float], Sequence[float]]
    """Milliseconds of the answers to moves, and of suggestions."""
    others: Sequence[str]
    """The other columns."""

    def p99(self) -> tuple[float, ...]:
        """Return the p99 of moves, and of suggestions."""
        return tuple(percentile(times, 99) for times in self.times)


async def fill(_: Loopback, url: str) -> None:
    """Put the games into the database, of a server that is named later."""
    db = await Database.open(url)
    await db.write(lambda conn: bench_memory.fill(conn, SHOWN))
    await db.close()


def show_games(file: Path, wire: Wire, match: Match) -> None:
    """Let the server of a match show all games to everybody, as games of the channel of the match."""
    place = match.people[0].channel
    guild, channel = place.guild_id, place.id
    wire.server.gateway.publish("CHANNEL_CREATE", payloads.channel(place, wire.server.world.bot.id))
    with closing(sqlite3.connect(file, timeout=30)) as known, known:
        for table in ("games", "results", "shares", "feats"):
            known.execute(f"UPDATE {table} SET guild_id = ? WHERE guild_id = ?", (guild, bench_memory.GUILD))  # noqa: S608 - ours
        known.execute("UPDATE games SET public_in = ?, channel_id = ? WHERE status = 'over'", (channel, channel))
        data = json.dumps({"public_pages": "shown", "public_channels": [channel]})
        known.execute("INSERT OR REPLACE INTO guild_settings (guild_id, data) VALUES (?, ?)", (guild, data))
        known.execute("INSERT INTO public_pages VALUES (?, ?, '', '[]', 0)", (guild, SLUG))


async def _start(*arguments: object) -> Process:
    command = [sys.executable, "-m", "lab.bench.host.attackers", *map(str, arguments)]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)


@asynccontextmanager
async def attacking(port: int, *kinds: str) -> AsyncIterator[list[Process]]:
    """Attack within the block."""
    started = []
    if "held" in kinds:
        started.append(await _start("hold", port, HELD))
        assert started[0].stdout is not None  # noqa: S101 - it is a pipe
        await started[0].stdout.readline()
    if "deep" in kinds:
        started.append(await _start("leaf", port, SLUG, bench_memory.NOW, DEEP, ANSWERS / PACE))
    try:
        yield started
    finally:
        if "held" in kinds:
            started[0].terminate()
        await asyncio.gather(*(process.wait() for process in started))


async def suggest_at_rate(wire: Wire, matches: list[Match]) -> list[float]:
    """Look for moves by autocomplete, in one game after the other. Return the milliseconds until each answer."""

    async def search(match: Match) -> float:
        begun = time.perf_counter()
        interaction = match.seats[match.state.seat or 0].search("move", "move", game=match.id)
        return (await wire.stamps.answer(interaction) - begun) * 1000

    asked, begun = [], time.perf_counter()
    for number in range(ANSWERS):
        await asyncio.sleep(max(0.0, begun + (number + 0.5) / PACE - time.perf_counter()))
        asked.append(asyncio.create_task(search(matches[number % len(matches)])))
    return await asyncio.gather(*asked)


async def play(wire: Wire, matches: list[Match], port: int, *kinds: str) -> Found:
    """Play during an attack."""
    async with attacking(port, *kinds) as attackers:
        spent, begun = wire.processor_time, time.perf_counter()
        moving = bench_discord.run_at_rate(matches, ANSWERS, PACE)
        timed, suggestions = await asyncio.gather(moving, suggest_at_rate(wire, matches))
        spent = (wire.processor_time - spent) / (time.perf_counter() - begun)
        held = [str(wire.descriptors), f"{wire.memory:.0f} MB", f"{spent * 1000:.0f} ms"]
        told = ""
        if "deep" in kinds:
            said, _ = await attackers[-1].communicate()
            told = ", ".join(f"{count} × {status}" for status, count in json.loads(said).items())
    return Found(" and ".join(kinds) or "none", (timed.answers, suggestions), [*held, told])


async def measure(folder: Path) -> bool:
    """Print the table. Return whether each p99 is at most ``MOST`` times the usual one."""
    print(f"load {os.getloadavg()[0]:.1f} when it began", flush=True)
    port = find_free_port(0)
    own = {"PUBLIC_URL": PUBLIC_URL, "WEB_PORT": str(port), "TRUSTED_PROXY": "127.0.0.0/8"}
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(DESCRIPTORS, hard), hard))
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])  # the bot and its workers inherit it
    async with run_bot(folder, fill, 1, **own) as wire:
        os.sched_setaffinity(0, cores[:1])  # the attackers inherit it
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        matches = await wire.start_matches(GAMES)
        show_games(folder / "games.sqlite3", wire, matches[0])
        for _ in range(bench_discord.WARM_UP):
            await asyncio.gather(*(match.move(Timed()) for match in matches))
        await wire.wait_until_quiet()
        attacks: Sequence[tuple[str, ...]] = [(), ("held",), ("deep",), ("held", "deep"), ()]
        found = [await play(wire, matches, port, *attack) for attack in attacks]
        usual = [(before + after) / 2 for before, after in zip(found[0].p99(), found[-1].p99(), strict=True)]
        print(HEAD)
        for row in found:
            cells = [row.name]
            for times, p99, without in zip(row.times, row.p99(), usual, strict=True):
                cells += [f"{percentile(times, 50):.1f} ms", f"{p99:.1f} ms", f"{p99 / without:.1f} ×"]
            print(f"| {' | '.join([*cells, *row.others])} |", flush=True)
        return all(p99 <= MOST * without for row in found[1:-1] for p99, without in zip(row.p99(), usual, strict=True))


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command line and measure. Return the exit status."""
    argparse.ArgumentParser(description=__doc__, prog="python -m lab.bench.host.attack").parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())

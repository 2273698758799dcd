"""500 open pages watch one game, and a flood of bad requests: the cost of a watcher, and the waiting times of others meanwhile.

The bot runs in a process of its own, with SQLite on the disk, and serves its pages on the loopback. The browsers are one more
process (``lab.bench.host.page_clients``), the simulated Discord a third. ``python -m lab.bench pages`` runs it alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

import aiohttp

from bot.process.preview import find_free_port
from lab.bench import Row
from lab.bench.bench_discord import WARM_UP
from lab.bench.host.page_clients import PUBLIC_URL, headers_of, token_of
from lab.bench.wire import ROOT, Match, Timed, Wire, run_bot

WATCHERS = 500
REQUESTS, SECONDS = 1000, 10.0
"""Number of bad requests in a flood, and the seconds within which they are sent."""
MOVES = 5
"""Number of moves whose median counts, with and without watchers or a flood."""
PAUSE = 1.5
"""Seconds between two moves: people do not move faster."""
IDLE = 10.0
"""Seconds over which the processor time of waiting is counted."""
HOUR = 3_600_000
NEW_USERS = 7_000_000_000_000_000_000


def _insert_pages(file: Path, match: Match) -> None:
    """Put the open pages of a game into the database, each of a member of its own."""
    guild, now = match.people[0].channel.guild_id, int(time.time() * 1000)
    rows = [
        (hashlib.sha256(token_of(number).encode()).hexdigest(), guild, match.id, NEW_USERS + number, now + HOUR, now)
        for number in range(WATCHERS)
    ]
    columns = "token_hash, guild_id, place_id, user_id, purpose, expires_at, seen_at"
    with closing(sqlite3.connect(file, timeout=30)) as known, known:
        known.executemany(f"INSERT INTO page_keys ({columns}) VALUES (?, ?, ?, ?, '', ?, ?)", rows)  # noqa: S608 - our own


async def _start_browsers(*arguments: str) -> Process:
    command = [sys.executable, "-m", "lab.bench.host.page_clients", *arguments]
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE)


async def _read_lines(process: Process, count: int) -> float:
    """Wait until a process has printed enough lines. Return the time."""
    for _ in range(count):
        if process.stdout is None or not await process.stdout.readline():
            raise RuntimeError("the browsers ended")
    return perf_counter()


async def _time_answers(match: Match) -> float:
    """Return the median of the milliseconds that the answers to some moves take."""
    timed = Timed()
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        await match.move(timed)
    return median(timed.answers)


async def _time_looks(session: aiohttp.ClientSession, port: int) -> float:
    """Return the median of the milliseconds until a page learns of a move."""
    taken = []
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        begun = perf_counter()
        async with session.get(f"http://127.0.0.1:{port}/api/game", headers=headers_of(1)) as answer:
            if answer.status != 200:
                raise RuntimeError(f"the page of somebody else was answered {answer.status}")
            await answer.read()
        taken.append((perf_counter() - begun) * 1000)
    return median(taken)


async def _measure_idle(wire: Wire) -> float:
    """Return the seconds of processor time that the bot uses in a second."""
    before = wire.processor_time
    await asyncio.sleep(IDLE)
    return (wire.processor_time - before) / IDLE


async def _watch(wire: Wire, match: Match, port: int) -> list[Row]:
    """Keep all pages open while the game continues."""
    alone, memory, quiet = await _time_answers(match), wire.memory, await _measure_idle(wire)
    browsers = await _start_browsers("watch", str(port), str(WATCHERS))
    await _read_lines(browsers, WATCHERS)
    memory, waiting = wire.memory - memory, await _measure_idle(wire) - quiet
    timed, late, spent = Timed(), [], 0.0
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        cpu, begun = wire.processor_time, perf_counter()
        shown = asyncio.create_task(_read_lines(browsers, WATCHERS))
        await match.move(timed)
        late.append(await shown - begun)
        spent += wire.processor_time - cpu
    browsers.terminate()
    await browsers.wait()
    answer = f"{WATCHERS} open pages watch one game: an answer in Discord, median of {MOVES}"
    return [
        Row(answer, median(timed.answers), "ms", "nobody watches", alone),
        Row(f"… all {WATCHERS} have the new picture after a move; median of {MOVES}", median(late), "s"),
        Row("… processor time of the bot for a watcher and a move", spent / MOVES / WATCHERS * 1000, "ms"),
        Row("… processor time of the bot for a watcher who waits, a minute", waiting / WATCHERS * 60_000, "ms"),
        Row("… memory of the bot for a watcher", memory / WATCHERS * 1000, "kB"),
    ]


async def _flood(wire: Wire, match: Match, session: aiohttp.ClientSession, port: int, how: str) -> list[Row]:
    """Send bad requests. Raise RuntimeError if one is accepted."""
    spent = wire.processor_time
    usual = await asyncio.gather(_time_answers(match), _time_looks(session, port))
    quiet, begun = wire.processor_time - spent, wire.processor_time
    flooding = await _start_browsers("flood", str(port), how, str(REQUESTS), str(SECONDS))
    answers, looks = await asyncio.gather(_time_answers(match), _time_looks(session, port))
    told, _ = await flooding.communicate()
    spent = wire.processor_time - begun - quiet
    if int(told) < 400:
        raise RuntimeError(f"the flood was answered {told.decode()}")
    source = {"one": "one address", "many": "as many addresses"}[how]
    return [
        Row(
            f"{REQUESTS:,} bad requests in {SECONDS:.0f} seconds from {source}: an answer in Discord",
            answers,
            "ms",
            "without",
            usual[0],
        ),
        Row("… the state of a game, for another member's page", looks, "ms", "without", usual[1]),
        Row("… processor time of the bot for a bad request", spent / REQUESTS * 1000, "ms"),
    ]


async def _measure() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), find_free_port(0)
        served = run_bot(folder, PUBLIC_URL=PUBLIC_URL, WEB_PORT=str(port), TRUSTED_PROXY="127.0.0.0/8")
        async with served as wire, aiohttp.ClientSession() as session:
            (match,) = await wire.start_matches(1)
            for _ in range(WARM_UP):
                await match.move(Timed())
            await wire.wait_until_quiet()
            _insert_pages(folder / "games.sqlite3", match)
            rows = await _flood(wire, match, session, port, "one") + await _flood(wire, match, session, port, "many")
            return await _watch(wire, match, port) + rows


def rows() -> list[Row]:
    """Return the figures."""
    return asyncio.run(_measure())

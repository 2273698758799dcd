"""500 open pages watch one game, and a flood of bad requests: what a watcher costs, and how long others wait meanwhile.

The bot runs in a process of its own, with SQLite on the disk, and serves its pages on the loopback. The pages are made of what
a browser asks for: the wait for news, the game, its picture. They, and the flood, are asked for by this process, which
wants a core for itself. ``python -m bench pages`` runs it alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import aiohttp

from bench import Row
from bench.bench_discord import WARM_UP
from bench.wire import Match, Timed, Wire, run_bot
from bot.process.preview import find_free_port

WATCHERS = 500
MOVES = 5
"""Moves of which the median counts, with and without watchers or a flood."""
PAUSE = 1.5
"""Seconds between two moves: people do not move faster."""
REQUESTS, SECONDS = 1000, 10.0
"""Requests of the flood, and the seconds in which they come."""
PUBLIC_URL = "https://games.example.org"
HOUR = 3_600_000
NEW_USERS = 7_000_000_000_000_000_000


@dataclass
class Pages:
    """The pages of a running bot."""

    session: aiohttp.ClientSession
    address: str
    watchers: int
    pictures: list[float] = field(default_factory=list)
    """When each watcher had a new picture."""
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once all of them have it."""

    async def ask(self, what: str, token: str, who: int) -> tuple[int, Any]:
        """Ask for something, from an address of one's own."""
        headers = {"Authorization": f"Bearer {token}", "X-Forwarded-For": _address(who)}
        async with self.session.get(f"{self.address}/api/{what}", headers=headers) as answer:
            is_json = answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else len(await answer.read())

    async def watch(self, token: str, who: int, opened: asyncio.Event) -> None:
        """Keep a page open, as ``page/board.js`` does: look, wait for news, look again."""
        while True:
            _, told = await self.ask("game", token, who)
            await self.ask("picture", token, who)
            self.pictures.append(perf_counter())
            if len(self.pictures) == self.watchers:
                self.shown.set()
            opened.set()
            status = 204
            while status == 204:
                status, _ = await self.ask(f"news?stand={told['stand']}", token, who)


def _address(who: int) -> str:
    return f"10.{who >> 16 & 255}.{who >> 8 & 255}.{who & 255}"


def _open_pages(file: Path, match: Match, count: int) -> list[str]:
    """Have the bot know so many open pages of a game, each of a member of its own. Return their tokens."""
    tokens, now = [f"watcher-{number}-of-the-bench" for number in range(count)], int(time.time() * 1000)
    guild = match.people[0].channel.guild_id
    rows = [
        (hashlib.sha256(token.encode()).hexdigest(), guild, match.id, NEW_USERS + number, now + 12 * HOUR, now)
        for number, token in enumerate(tokens)
    ]
    with closing(sqlite3.connect(file, timeout=30)) as known, known:
        known.executemany(
            "INSERT INTO page_tokens (token_hash, guild_id, game_id, user_id, expires_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)",
            rows,
        )
    return tokens


async def _answers(match: Match) -> list[float]:
    """Return the milliseconds that the answers to some moves of a game take."""
    timed = Timed()
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        await match.move(timed)
    return timed.answers


async def _looks(pages: Pages, token: str) -> list[float]:
    """Return the milliseconds that a page takes to be told of its game."""
    taken = []
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE / 3)
        begun = perf_counter()
        status, _ = await pages.ask("game", token, 1)
        if status != 200:
            raise RuntimeError(f"the page of somebody else was answered {status}")
        taken.append((perf_counter() - begun) * 1000)
    return taken


async def _watch(wire: Wire, pages: Pages, match: Match, tokens: Sequence[str]) -> list[Row]:
    """Have all pages open while the game goes on."""
    alone = await _answers(match)
    before, cpu_before = wire.memory, await _idle(wire, 5)
    opened = [asyncio.Event() for _ in tokens]
    watching = [
        asyncio.create_task(pages.watch(token, number, there))
        for number, (token, there) in enumerate(zip(tokens, opened, strict=True))
    ]
    await asyncio.gather(*(there.wait() for there in opened))
    memory, waiting = wire.memory - before, await _idle(wire, 5) - cpu_before
    timed, late, spent = Timed(), [], 0.0
    for _ in range(MOVES):
        await asyncio.sleep(PAUSE)
        pages.pictures.clear()
        pages.shown.clear()
        cpu, begun = wire.processor_time, perf_counter()
        await match.move(timed)
        await pages.shown.wait()
        late.append(max(pages.pictures) - begun)
        spent += wire.processor_time - cpu
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    count = len(tokens)
    return [
        Row(
            "500 open pages watch one game: an answer in Discord, median of 5",
            median(timed.answers),
            "ms",
            "nobody watches",
            median(alone),
        ),
        Row("… all 500 have the new picture after a move; median of 5", median(late), "s"),
        Row("… processor time of the bot for a watcher and a move", spent / MOVES / count * 1000, "ms"),
        Row("… processor time of the bot for a watcher who waits, a minute", waiting / count * 60_000, "ms"),
        Row("… memory of the bot for a watcher", memory / count * 1000, "kB"),
    ]


async def _idle(wire: Wire, seconds: float) -> float:
    """Return the seconds of processor time that the bot uses in a second."""
    before = wire.processor_time
    await asyncio.sleep(seconds)
    return (wire.processor_time - before) / seconds


async def _flood(pages: Pages, who: Callable[[int], int]) -> list[int]:
    """Send bad requests of all sorts for ten seconds. Return their answers. ``who``: by number, from which address."""
    address = f"{pages.address}/api/play"
    good, json_type = {"Origin": PUBLIC_URL}, {"Content-Type": "application/json"}
    sorts: list[tuple[str, dict[str, str], bytes]] = [
        ("POST", {"Origin": "https://elsewhere.example.org"} | json_type, b"{}"),
        ("GET", good, b""),
        ("POST", good | json_type, b'{"text": "' + b"x" * 9000 + b'"}'),
        ("POST", good | {"Content-Type": "text/plain"}, b"{}"),
        ("POST", good | json_type, b'{"text": 7, "version": "x", "once": []}'),
    ]

    async def send(number: int, sort: tuple[str, dict[str, str], bytes]) -> int:
        method, headers, body = sort
        await asyncio.sleep(number * SECONDS / REQUESTS)
        headers = headers | {"Authorization": "Bearer nothing", "X-Forwarded-For": _address(who(number))}
        async with pages.session.request(method, address, headers=headers, data=body) as answer:
            return answer.status

    return list(
        await asyncio.gather(*(send(number, sort) for number, sort in zip(range(REQUESTS), cycle(sorts), strict=False)))
    )


async def _under(flood: Callable[[], Awaitable[list[int]]], match: Match, pages: Pages, token: str) -> tuple[float, float]:
    """Return the median answers in Discord and of a page during a flood. Raise RuntimeError if any of it is let in."""
    flooding = asyncio.ensure_future(flood())
    answers, looks = await asyncio.gather(_answers(match), _looks(pages, token))
    let_in = [status for status in await flooding if status < 400]
    if let_in:
        raise RuntimeError(f"the flood was answered {let_in[:5]}")
    return median(answers), median(looks)


async def _measured() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), find_free_port(0)
        served = run_bot(
            folder,
            PUBLIC_URL=PUBLIC_URL,
            WEB_PORT=str(port),
            WEB_SECRET="of the bench, long enough to sign with",  # noqa: S106 - no secret
            TRUSTED_PROXY="127.0.0.0/8",
        )
        async with (
            served as wire,
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session,
        ):
            (match,) = await wire.start_matches(1)
            for _ in range(WARM_UP):
                await match.move(Timed())
            await wire.wait_until_quiet()
            pages = Pages(session, f"http://127.0.0.1:{port}", WATCHERS)
            tokens = _open_pages(folder / "games.sqlite3", match, WATCHERS)
            rows = await _watch(wire, pages, match, tokens)
            usual = median(await _answers(match)), median(await _looks(pages, tokens[1]))
            one = await _under(lambda: _flood(pages, lambda _: 70_000), match, pages, tokens[1])
            many = await _under(lambda: _flood(pages, lambda number: 70_000 + number), match, pages, tokens[1])
    for words, found in (("one address", one), ("1,000 addresses", many)):
        rows += [
            Row(
                f"1,000 bad requests in ten seconds from {words}: an answer in Discord, median of 5",
                found[0],
                "ms",
                "without",
                usual[0],
            ),
            Row("… how a game stands, for the page of somebody else", found[1], "ms", "without", usual[1]),
        ]
    return rows


def rows() -> list[Row]:
    """Return the figures."""
    return asyncio.run(_measured())

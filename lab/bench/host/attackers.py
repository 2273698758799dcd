"""The attackers of the pages, for ``lab.bench.host.attack``, in a separate process.

``python -m lab.bench.host.attackers hold PORT COUNT`` keeps COUNT connections busy from 60 networks: some send nothing, others
send their headers or a body a byte at a time. It prints a line once all are open. ``… leaf PORT SLUG NOW RATE SECONDS`` asks
for deep pages of the list of games, from three addresses, and prints how often each status was answered.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from random import Random

import aiohttp

from lab.bench.host.page_clients import PUBLIC_URL, address_of

NETWORKS, ADDRESSES = 60, 3
A_BYTE = 1.0
"""Seconds between two bytes."""
YEAR = 365 * 86_400_000
HEAD = "POST /api/key HTTP/1.1\r\nHost: bench\r\nX-Forwarded-For: 2001:db8:{network}::1\r\nOrigin: {origin}\r\n"
BODY = "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n"


async def hold(port: int, number: int, opened: asyncio.Event) -> None:
    """Hold a connection, and open another one whenever it is closed."""
    head = HEAD.format(network=f"{number % NETWORKS:x}", origin=PUBLIC_URL)
    said = ("", head, head + BODY)[number % 3]
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said.encode())
            opened.set()
            while not reader.at_eof():
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1000), A_BYTE)
                if said:
                    writer.write(b"x")
            writer.close()
        await asyncio.sleep(A_BYTE)


async def hold_all(port: int, count: int) -> None:
    """Hold connections until the process is ended."""
    opened = [asyncio.Event() for _ in range(count)]
    holding = asyncio.gather(*(hold(port, number, event) for number, event in enumerate(opened)))
    for event in opened:
        await event.wait()
    sys.stdout.write("held\n")
    sys.stdout.flush()
    await holding


async def leaf(port: int, slug: str, now: int, rate: float, seconds: float) -> None:
    """Ask for deep pages."""
    dice, told = Random(1), Counter[int]()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def ask(number: int) -> None:
            await asyncio.sleep(number / rate)
            before = f"{now - dice.randrange(YEAR)}-1"
            headers = {"X-Forwarded-For": address_of(number % ADDRESSES)}
            async with session.get(f"http://127.0.0.1:{port}/s/{slug}/games?before={before}", headers=headers) as answer:
                await answer.read()
                told[answer.status] += 1

        await asyncio.gather(*(ask(number) for number in range(round(rate * seconds))))
    sys.stdout.write(f"{json.dumps(told)}\n")


if __name__ == "__main__":
    os.nice(19)  # attackers have machines of their own
    what, where, *how = sys.argv[1:]
    if what == "hold":
        asyncio.run(hold_all(int(where), int(how[0])))
    else:
        asyncio.run(leaf(int(where), how[0], int(how[1]), float(how[2]), float(how[3])))

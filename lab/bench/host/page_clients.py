"""The browsers of ``lab.bench.bench_pages``, in their own process: ``python -m lab.bench.host.page_clients watch|flood …``.

``watch PORT PAGES`` keeps pages open, and prints a line for each picture that one of them has got. ``flood PORT one REQUESTS
SECONDS`` sends bad requests from one address, ``many`` from as many, and prints the lowest status of an answer.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from itertools import cycle

import aiohttp

PUBLIC_URL = "https://games.example.org"


def token_of(number: int) -> str:
    """Return the token of an open page."""
    return f"watcher-{number}-of-the-bench"


def headers_of(number: int) -> dict[str, str]:
    """Return the headers of an open page, which has an address of its own."""
    return {"Authorization": f"Bearer {token_of(number)}", "X-Forwarded-For": address_of(number)}


def address_of(number: int) -> str:
    """Return an address."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


async def watch(session: aiohttp.ClientSession, api: str, number: int) -> None:
    """Keep a page open, as ``page/board.js`` does: look, wait for news, look again."""
    headers = headers_of(number)
    while True:
        async with session.get(f"{api}/game", headers=headers) as answer:
            stand = (await answer.json())["stand"]
        async with session.get(f"{api}/picture", headers=headers) as answer:
            await answer.read()
        sys.stdout.write("picture\n")
        sys.stdout.flush()
        status = 204
        while status == 204:
            async with session.get(f"{api}/news", params={"stand": stand}, headers=headers) as answer:
                status = answer.status


async def flood(session: aiohttp.ClientSession, api: str, requests: int, seconds: float, *, many: bool) -> int:
    """Send bad requests of all sorts. Return the lowest status: one below 400 was let in."""
    good, json_type = {"Origin": PUBLIC_URL}, {"Content-Type": "application/json"}
    sorts: Sequence[tuple[str, dict[str, str], bytes]] = [
        ("POST", {"Origin": "https://elsewhere.example.org"} | json_type, b"{}"),
        ("GET", good, b""),
        ("POST", good | json_type, b'{"text": "' + b"x" * 9000 + b'"}'),
        ("POST", good | {"Content-Type": "text/plain"}, b"{}"),
        ("POST", good | json_type, b'{"text": 7, "version": "x", "once": []}'),
    ]

    async def send(number: int, sort: tuple[str, dict[str, str], bytes]) -> int:
        method, headers, body = sort
        await asyncio.sleep(number * seconds / requests)
        who = {"Authorization": "Bearer nothing", "X-Forwarded-For": address_of(70_000 + (number if many else 0))}
        async with session.request(method, f"{api}/play", headers=headers | who, data=body) as answer:
            return answer.status

    sent = zip(range(requests), cycle(sorts), strict=False)
    return min(await asyncio.gather(*(send(number, sort) for number, sort in sent)))


async def main(what: str, port: str, *how: str) -> None:
    """Do one of the two."""
    api = f"http://127.0.0.1:{port}/api"
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        if what == "watch":
            await asyncio.gather(*(watch(session, api, number) for number in range(int(how[0]))))
        else:
            addresses, requests, seconds = how
            sys.stdout.write(f"{await flood(session, api, int(requests), float(seconds), many=addresses == 'many')}\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))

"""The pages of a bot that may be away, as a program without a browser asks for them."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import aiohttp

from tests.crash.matches import first_answer
from tests.crash.processes import STARTED
from tests.waiting import PATIENCE, limited
from tests.wire.server import Person
from tests.wire.server.world import walk

PAUSE = 0.05
"""Seconds after which a page that was not answered asks again."""
ANSWERED = PATIENCE + STARTED
"""Seconds of running time in which a page is answered: a process may end and another one start meanwhile."""


class Pages:
    """The pages at an address that stays when the bot is started again."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self.session = session
        self.address = f"http://127.0.0.1:{port}"
        self.settings: dict[str, Any] = {"public_url": self.address, "web_port": port}
        self._numbers = itertools.count(1)

    async def enter(self, person: Person, game: int) -> str:
        """Have a player open the board. Return the token."""
        board = await first_answer(person.slash("board", game=game))
        link = await first_answer(person.press(board, "Open the board"))
        (address,) = [part["url"] for part in walk(link.components) if "url" in part]
        answer = await self.send("key", {"ticket": address.partition("#")[2]}, "")
        return str(answer["token"])

    async def send(self, what: str, body: dict[str, Any], token: str) -> dict[str, Any]:
        """Send something as the page does, again and again while the bot is away. Return the answer."""
        headers = {"Authorization": f"Bearer {token}", "Origin": self.address}
        async with limited(f"an answer to the page's {what} of {body}", ANSWERED):
            while True:
                try:
                    async with self.session.post(f"{self.address}/api/{what}", json=body, headers=headers) as answer:
                        told: dict[str, Any] = await answer.json()
                        if answer.status < 500:
                            assert answer.status == 200, told
                            return told
                except aiohttp.ClientError:
                    pass  # the bot is away
                await asyncio.sleep(PAUSE)

    async def play(self, token: str, text: str, version: int) -> dict[str, Any]:
        """Play a move by one press."""
        return await self.send("play", {"text": text, "version": version, "once": next(self._numbers)}, token)

    async def hear(self, token: str, stand: str) -> dict[str, Any]:
        """Wait until a game has come further than a page shows. Return how it stands."""
        headers = {"Authorization": f"Bearer {token}"}
        async with (
            limited(f"news for the page after {stand}"),
            self.session.get(f"{self.address}/api/news", params={"stand": stand}, headers=headers) as answer,
        ):
            assert answer.status == 200
        return await self.look(token)

    async def look(self, token: str) -> dict[str, Any]:
        """Return how a game stands."""
        async with self.session.get(f"{self.address}/api/game", headers={"Authorization": f"Bearer {token}"}) as answer:
            told: dict[str, Any] = await answer.json()
            assert answer.status == 200, told
            return told

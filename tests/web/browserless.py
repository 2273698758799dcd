"""The pages of a bot as a program without a browser asks for them."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import aiohttp
from simcord.components import walk_components

from bot.storage.queries.channels.posts import count_waiting
from bot.usecases import queries
from bot.usecases.pages import keys
from tests.ui.world import World, labels
from tests.waiting import limited

PUBLIC_URL = "https://games.example.org"


def plain(words: str | list[Any]) -> str:
    """Return a text of the page without its marks."""
    return words if isinstance(words, str) else "".join(str(part) for _, part in words)


class Answer(NamedTuple):
    """What the bot has answered."""

    status: int
    data: Any
    headers: dict[str, str]

    @property
    def error(self) -> str:
        """Why something was not done."""
        return plain(self.data["error"])


@dataclass
class PagesOfWorld:
    """The pages, and the simulated Discord beside them."""

    w: World
    session: aiohttp.ClientSession
    port: int
    once: int = 0

    async def link(self, member: Any, game: int) -> str:
        """Have a member press **Open the board** in their private board. Return the ticket of the link."""
        shown = await member.slash(self.w.channel, "board", game=game)
        assert "Open the board" in labels(shown.response)
        answer = (await member.click(shown.response, label="Open the board")).response
        assert answer.flags.ephemeral
        (address,) = [part["url"] for part in walk_components(answer.components) if "url" in part]
        page, _, ticket = address.partition("#")
        assert page == f"{PUBLIC_URL}/board"
        return ticket

    async def exchange(self, ticket: str) -> Answer:
        """Exchange a ticket."""
        return await self.post("key", {"ticket": ticket})

    async def enter(self, member: Any, game: int) -> str:
        """Return a token for a member and a game, whose link they are given without a press."""
        context = self.w.app.context
        with self.w.env.time_context():
            address = await keys.make_link(context, (await queries.read_row(context, game)).guild_id, game, member.id)
        answer = await self.exchange(address.partition("#")[2])
        assert answer.status == 200, answer.data
        return answer.data["token"]

    async def get(self, what: str, token: str = "", query: Mapping[str, str | int] | None = None, **headers: str) -> Answer:
        """Ask for something."""
        return await self.ask("GET", what, params=query, headers={"Authorization": f"Bearer {token}", **headers})

    async def take(self, what: str, token: str, query: Mapping[str, str | int]) -> bytes:
        """Return the bytes of an answer."""
        headers = {"Authorization": f"Bearer {token}"}
        address = f"http://127.0.0.1:{self.port}/api/{what}"
        async with self.session.get(address, params=query, headers=headers) as answer:
            assert answer.status == 200
            return await answer.read()

    async def send(self, what: str, body: Any, token: str) -> bytes:
        """Send something as the page does. Return the bytes of the answer."""
        headers = {"Authorization": f"Bearer {token}", "Origin": PUBLIC_URL}
        async with self.session.post(f"http://127.0.0.1:{self.port}/api/{what}", json=body, headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.read()

    async def post(self, what: str, body: Any, token: str = "", **headers: str) -> Answer:
        """Do something, as the page does."""
        return await self.ask(
            "POST", what, json=body, headers={"Authorization": f"Bearer {token}", "Origin": PUBLIC_URL, **headers}
        )

    async def play(self, token: str, text: str, version: int, once: int | None = None) -> Answer:
        """Play a move."""
        self.once += 1
        return await self.post("play", {"text": text, "version": version, "once": once or self.once}, token)

    async def act(self, what: str, body: Mapping[str, Any], token: str) -> Answer:
        """Do something by one press."""
        self.once += 1
        return await self.post(what, {**body, "once": self.once}, token)

    async def settle(self) -> None:
        """Wait until the bot has posted what is due."""
        async with limited("the bot to post what is due"):
            while await self.w.app.context.db.read(count_waiting):
                await self.w.env.advance_time(0.01)

    async def ask(self, method: str, what: str, **more: Any) -> Answer:
        """Send any request."""
        address = f"http://127.0.0.1:{self.port}/api/{what}"
        async with limited(f"an answer to {method} {what}"), self.session.request(method, address, **more) as answer:
            is_json = answer.content_type == "application/json"
            data = await answer.json() if is_json else await answer.read()
            return Answer(answer.status, data, dict(answer.headers))


@contextmanager
def reserved_port() -> Iterator[int]:
    """A free port on which a server may listen within the block, and which no other socket is given meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@asynccontextmanager
async def pages_of(w: World) -> AsyncIterator[PagesOfWorld]:
    """Serve the pages of a world's bot within the block."""
    with w.env.time_context():
        server = await w.bot.serve_pages()
    assert server is not None
    async with aiohttp.ClientSession() as session:
        yield PagesOfWorld(w, session, server.port)
    await server.close()

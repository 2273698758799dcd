"""The bot in a simulated Discord, serving its pages from a thread of its own: a browser looks at them from this one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from playwright.sync_api import Browser
from simcord.components import walk_components

from bot.usecases import queries
from bot.usecases.context import User
from bot.usecases.play import moves as playing
from tests.browser.board_page import BoardPage
from tests.ui.world import said, world
from tests.waiting import limited
from tests.web.browserless import PagesOfWorld, pages_of, reserved_port

Found = TypeVar("Found")
Deed = Callable[[PagesOfWorld], Awaitable[Found]]
OPPONENT = {"pastures", "territories"}
"""The games that Ada and Björn begin by a challenge; to the others Björn joins."""
START = 120.0
"""Seconds of real time in which the bot starts, or stops: the machine may be busy, or stand still for a while."""
DONE = 90.0
"""Seconds of running time in which one thing is done there: some play dozens of moves."""


class Served:
    """The simulated Discord, from another thread: what is done there has been done, and posted, when a call returns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._deeds: asyncio.Queue[tuple[Deed[Any], Future[Any]] | None] = asyncio.Queue()
        self._loop = asyncio.new_event_loop()
        self._ready: Future[str] = Future()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.address = self._ready.result(START)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            try:
                runner.run(self._serve())
            except BaseException as error:
                if self._ready.done():
                    raise
                self._ready.set_exception(error)

    async def _serve(self) -> None:
        with reserved_port() as port:
            await self._serve_at(port)

    async def _serve_at(self, port: int) -> None:
        address = f"http://127.0.0.1:{port}"
        async with world(self._folder, public_url=address, web_port=port) as w, pages_of(w) as pages:
            self._ready.set_result(address)
            while (wanted := await self._deeds.get()) is not None:
                deed, answer = wanted
                try:
                    async with limited(f"{deed.__qualname__} to be done", DONE):
                        answer.set_result(await deed(pages))
                except BaseException as error:  # noqa: BLE001 - raised where it was asked for
                    answer.set_exception(error)

    def do(self, deed: Deed[Found]) -> Found:
        """Do something there, and return what it gives."""
        answer: Future[Found] = Future()
        self._loop.call_soon_threadsafe(self._deeds.put_nowait, (deed, answer))
        return answer.result()

    def end(self) -> None:
        """Stop the bot."""
        self._loop.call_soon_threadsafe(self._deeds.put_nowait, None)
        self._thread.join(START)
        assert not self._thread.is_alive(), f"the bot did not stop within {START:.0f} s"

    def start(self, kind: str, **options: Any) -> None:
        """Have Ada and Björn begin a game."""

        async def begin(pages: PagesOfWorld) -> None:
            w = pages.w
            if kind in OPPONENT:
                await w.start(kind, **options)
                return
            await w.ada.slash(w.channel, f"newgame {kind}", seats=2, **options)
            await w.björn.click(w.channel.last_message, label="Join")

        self.do(begin)

    def link(self, member: str, command: str = "board", **options: Any) -> str:
        """Have a member type a command, and press **Open the board** at what it answers. Return the address."""

        async def ask(pages: PagesOfWorld) -> str:
            w = pages.w
            person = w.members[member]
            shown = await person.slash(w.channel, command, **options)
            answer = (await person.click(shown.response, label="Open the board")).response
            (address,) = [part["url"] for part in walk_components(answer.components) if "url" in part]
            return str(address)

        return self.do(ask)

    def open(self, browser: Browser, member: str, command: str = "board", **options: Any) -> BoardPage:
        """Have a member open the board of the only game in a tab of their own, and wait until it is shown."""
        tab = BoardPage(browser, self.link(member, command, **options), self.now)
        tab.expect_shown()
        return tab

    @property
    def now(self) -> datetime:
        """The time there."""

        async def look(pages: PagesOfWorld) -> datetime:
            now: datetime = pages.w.env.now()
            return now

        return self.do(look)

    def play_on(self, moves: int, dice: Random) -> int:
        """Let the player to move play random moves in the only game, without a page. Return the version after them.

        The game must not end by them.
        """

        async def play(pages: PagesOfWorld) -> int:
            w = pages.w
            with w.env.time_context():
                for _ in range(moves):
                    found = await queries.view_game(w.app.context, w.guild.id, 1)
                    assert found.state.seat is not None
                    mover = w.player(found.row.players[found.state.seat].user_id or 0)
                    user, move = User(mover.id, mover.name), str(dice.choice(found.state.moves()))
                    await playing.play(w.app.context, w.guild.id, 1, user, move, interaction_id=dice.getrandbits(50))
            await pages.settle()
            return len(await w.log(1))

        return self.do(play)

    def log(self) -> list[str]:
        """Return the log of the only game."""

        async def look(pages: PagesOfWorld) -> list[str]:
            return await pages.w.log(1)

        return self.do(look)

    def said(self) -> str:
        """Return what the channel says."""

        async def look(pages: PagesOfWorld) -> str:
            await pages.settle()
            return "\n".join(map(said, pages.w.messages()))

        return self.do(look)


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """A bot that serves its pages within the block."""
    made = Served(folder)
    try:
        yield made
    finally:
        made.end()

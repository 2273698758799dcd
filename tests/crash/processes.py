"""Processes of the real bot: started, killed, and asked to end."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import pytest

from tests.crash.child import AT_ONCE, Orders, serve
from tests.crash.matches import drop_posts
from tests.databases import empty_sqlite
from tests.waiting import add_witness, limited, until
from tests.wire.conftest import DELAYS
from tests.wire.server import Loopback

MOVE_POINTS = (
    "press.taken",
    "answer.deferring",
    "answer.deferred",
    "move.asked",
    "move.begun",
    "move.loaded",
    "move.logged",
    "move.voided",
    "move.placed",
    "move.interaction-saved",
    "move.queued",
    "move.committing",
    "move.committed",
    "answer.before",
    "answer.after",
    "post.leased",
    "post.read",
    "post.drawn",
    "post.failed",
    "post.postponed",
    "post.leasing",
    "post.looked",
    "post.sent",
    "post.saving",
    "post.saved",
)
"""The crash points of a move, in the order in which a slow move passes them if each of its posts fails once.

Names that end in ``ing`` come before a commit or a request. All others come after the step that they name.
"""

SHOWING_POINTS = (
    "status.sent",
    "status.saving",
    "status.saved",
    "thread.made",
    "thread.sent",
    "thread.saving",
    "thread.saved",
    "board.edited",
    "ping.sent",
    "ping.saving",
    "ping.saved",
    "remove.sent",
    "remove.saving",
    "remove.saved",
    "direct.sent",
    "direct.saving",
    "direct.saved",
)
"""The additional crash points of games in a thread, games with one board, and direct messages."""
STARTED = 90.0
"""Seconds of running time in which a process of the bot connects: longer than other waits, as a busy machine starts many."""
ROOT = Path(__file__).parents[2]


class Bot:
    """One process of the bot, from its start to its end."""

    def __init__(self, nursery: ForkServerContext, orders: Orders) -> None:
        self.folder = orders.folder
        self._process = nursery.Process(target=serve, args=(orders,), daemon=True)
        self._process.start()

    @property
    def status(self) -> int | None:
        """Its exit status, negative for a signal; ``None`` while it runs."""
        return self._process.exitcode

    def arm(self, point: str, *, at_once: bool = False) -> None:
        """It dies when the next press gets to that point; ``at_once``: when anything does."""
        (self.folder / "armed.new").write_text(AT_ONCE + point if at_once else point)
        (self.folder / "armed.new").rename(self.folder / "armed")

    def disarm(self) -> None:
        """It need not die any more."""
        (self.folder / "armed").unlink()

    def read_log(self) -> str:
        """Return what it has logged so far."""
        log = self.folder / "log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    async def ended(self) -> int:
        """Wait for its end; return its exit status. Raise ``AssertionError`` if it does not come."""
        loop, gone = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, gone.set)
        try:
            async with limited(f"the end of {self.folder.name}"):
                await gone.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    def strike(self) -> None:
        """Kill it on the spot."""
        self._process.kill()

    async def kill(self) -> None:
        """Kill it, and wait until it is gone."""
        self.strike()
        assert await self.ended() == -signal.SIGKILL

    async def stop(self) -> None:
        """Ask it to end, which it does cleanly."""
        self._process.terminate()
        assert await self.ended() == 0


class Bots:
    """Starts bots on one database and one Discord; the last one started is ``now``."""

    def __init__(
        self,
        nursery: ForkServerContext,
        server: Loopback,
        database_url: str,
        folder: Path,
        *,
        delays: tuple[float, ...] = DELAYS,
    ) -> None:
        self.server = server
        self.database_url = database_url
        self.all: list[Bot] = []
        self._nursery = nursery
        self._orders = Orders(database_url, server.api_url, server.gateway.url, server.world.token, folder, delays)
        add_witness(self)

    def describe_arrivals(self) -> str:
        """Return the state of each process and the end of its log, for a wait that fails."""
        return "\n".join(
            f"{bot.folder.name}, exit status {bot.status}, logged:\n{bot.read_log()[-2000:]}" for bot in self.all[-3:]
        )

    @property
    def now(self) -> Bot:
        """The one that was started last."""
        return self.all[-1]

    def begin(
        self,
        prompt: float | None = None,
        *,
        hears_all: bool = False,
        patience: float | None = None,
        deaf: bool = False,
        thinks_here: bool = False,
        **settings: Any,
    ) -> Bot:
        """A new process, at its very beginning. All but the settings: see :class:`Orders`."""
        folder = self._orders.folder / f"bot-{len(self.all)}"
        folder.mkdir()
        wanted: dict[str, Any] = {
            "prompt": prompt,
            "hears_all": hears_all,
            "patience": patience,
            "deaf": deaf,
            "thinks_here": thinks_here,
        }
        orders = replace(self._orders, folder=folder, settings=settings, **wanted)
        self.all.append(Bot(self._nursery, orders))
        return self.now

    async def start(
        self,
        prompt: float | None = None,
        *,
        hears_all: bool = False,
        patience: float | None = None,
        thinks_here: bool = False,
        **settings: Any,
    ) -> Bot:
        """A new process, connected to Discord. Raises ``AssertionError`` if it ends before that."""
        before = len(self.server.gateway.sessions)
        bot = self.begin(prompt, hears_all=hears_all, patience=patience, thinks_here=thinks_here, **settings)
        await until(
            f"{bot.folder.name} to connect or end",
            lambda: len(self.server.gateway.sessions) > before or bot.status is not None,
            STARTED,
        )
        assert bot.status is None
        return bot

    async def end(self) -> None:
        """Kill those that still run, and wait until they are gone."""
        for bot in self.all:
            if bot.status is None:
                bot.strike()
                await bot.ended()

    async def start_anew(self, prompt: float | None = None, **settings: Any) -> Bot:
        """Start a process in a known state, whatever a failed subtest has left: no other process, no fault, an empty outbox."""
        await self.end()
        self.server.faults.clear()
        await drop_posts(self.database_url)
        return await self.start(prompt, **settings)


@contextmanager
def made_nursery() -> Iterator[ForkServerContext]:
    """Where processes are forked off. It finds the project by itself, and reads no settings of anybody's."""
    nursery = multiprocessing.get_context("forkserver")
    nursery.set_forkserver_preload(["tests.crash.nursery"])
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(ROOT))
        environment.setenv("MIGRATED_DATABASE", str(empty_sqlite()))
        for name in ("DATABASE_URL", "DISCORD_TOKEN"):
            environment.delenv(name, raising=False)
        first = nursery.Process(target=os.getpid)
        first.start()
        first.join()
    assert first.exitcode == 0
    yield nursery

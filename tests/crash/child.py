"""One process of the real bot, made to be killed. Its Discord is its parent's, and lives on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import yarl

import bot.common.crash_points
import bot.posting.sender
import bot.process.client
import bot.scheduler.scheduler
import bot.shards.connections
import bot.shards.keeper
import bot.shards.logins
import bot.ui.framework.reply
from bot import create_bot
from bot.common.assignment import NOTHING
from bot.process import run
from bot.process.client import LandGames
from bot.process.settings import Settings
from bot.scheduler.scheduler import Scheduler
from bot.storage.engine.database import Database
from bot.usecases.tables import seating
from bot.usecases.time import downtime
from bot.workers.process import Worker
from tests.here import Here
from tests.wire.conftest import DELAYS, HurriedAsyncio


@dataclass(frozen=True)
class Orders:
    """Where a bot finds its database and its Discord, and how it is to behave."""

    database_url: str
    api: str
    gateway: str
    token: str
    folder: Path
    """Its own. When the file ``armed`` there has the name of a crash point, the process dies when the next press gets to it."""
    delays: tuple[float, ...] = DELAYS
    prompt: float | None = None
    """Seconds after which Discord is told that an answer takes longer; none: as usual."""
    hears_all: bool = False
    """It hears of every press without asking the locks, and sends no posts: as a process that a shard was just taken from."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Further settings."""
    patience: float | None = None
    """Seconds that a transaction waits for its connection and its locks, instead of the usual ones."""
    deaf: bool = False
    """It never looks for the work of other processes on its own: only notices wake it."""
    thinks_here: bool = False
    """Its computers think in its own process: starting another one takes seconds."""
    unanswered: int = 100
    """Milliseconds after which the sender shows a table whose answer did not get through, instead of many seconds."""


AT_ONCE = "at once: "
"""The prefix of a crash point's name at which any task ends the process, without waiting for a press."""


class Trap:
    """Kills the process at a crash point of the first press after a file has named that point."""

    def __init__(self, armed: Path) -> None:
        self._armed = armed
        self._pressed = False
        self._of_that_press = ContextVar("of_that_press", default=False)

    def reached(self, name: str) -> None:
        """A crash point is passed. What an earlier press still does in its own tasks does not count."""
        if not self._armed.exists():
            return
        if name == "press.taken" and not self._pressed:
            self._pressed = True
            self._of_that_press.set(True)
        armed = self._armed.read_text()
        counts = self._of_that_press.get() if name.startswith(("answer.", "move.")) else self._pressed
        if armed == AT_ONCE + name or (counts and armed == name):
            os.kill(os.getpid(), signal.SIGKILL)


class Patient:
    """The class ``Database`` to the client, which opens one that waits for ``patience`` seconds."""

    def __init__(self, patience: float) -> None:
        self._patience = patience

    async def open(self, url: str) -> Database:
        """Open a database."""
        return await Database.open(url, patience=self._patience)


def _hurry_shards() -> None:
    """What lasts seconds between processes lasts milliseconds."""
    bot.shards.keeper.TICK = 0.05
    bot.shards.logins.PAUSE = bot.shards.logins.POLL = 0.02
    bot.shards.connections.LOOK = 0.05


def _hear_all() -> None:
    LandGames.launch_shards = discord.AutoShardedClient.launch_shards  # type: ignore[method-assign]
    vars(bot.process.client)["EVERYTHING"] = NOTHING


def _follow_clock(file: Path) -> None:
    """Set the time ahead by the seconds that a file contains. Due work is done soon, after a beat was saved."""
    real, look = discord.utils.utcnow, Scheduler._look
    discord.utils.utcnow = lambda: real() + timedelta(seconds=float(file.read_text()))

    async def save_and_look(scheduler: Scheduler) -> int:
        await downtime.save_beat(scheduler.app.context)
        return await look(scheduler)

    vars(bot.scheduler.scheduler)["LONGEST"] = 100
    Scheduler._look = save_and_look  # type: ignore[assignment]


def serve(orders: Orders) -> None:
    """Run the bot until it is asked to end, or gets to the point at which it is to die."""
    handlers: list[logging.Handler] = [logging.StreamHandler(), logging.FileHandler(orders.folder / "log", encoding="utf-8")]
    logging.basicConfig(format=f"{orders.folder.name} %(levelname)s %(name)s: %(message)s", handlers=handlers, force=True)
    discord.http.Route.BASE = orders.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(orders.gateway)
    for module in (discord.http, discord.webhook.async_, discord.client, discord.shard):
        vars(module)["asyncio"] = HurriedAsyncio()
    if orders.prompt is not None:
        bot.ui.framework.reply.PROMPT = orders.prompt
    seating.UNANSWERED = orders.unanswered
    bot.common.crash_points.reached = Trap(orders.folder / "armed").reached
    settings = Settings(
        _env_file=None,
        discord_token=orders.token,
        database_url=orders.database_url,
        heartbeat_file=str(orders.folder / "heartbeat"),
        login_pause=0,
        **{"icons": False, **orders.settings},
    )
    _hurry_shards()
    if orders.deaf:
        bot.shards.connections.LOOK = 3600.0
    if orders.patience is not None:
        vars(bot.process.client)["Database"] = Patient(orders.patience)
    if (clock := orders.folder.parent / "clock").exists():
        _follow_clock(clock)
    if orders.hears_all:
        _hear_all()
    if orders.thinks_here:
        Worker.start = Here.start  # type: ignore[method-assign]
    client = create_bot(settings, retry_delays=orders.delays)
    client._connection.guild_ready_timeout = 0.02
    try:
        asyncio.run(run.run(settings, client))
    except run.Failure as failure:
        logging.getLogger(__name__).critical("%s", failure)
        sys.exit(failure.status)

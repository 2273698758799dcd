"""One process of the real bot, made to be killed. Its Discord is its parent's, and lives on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

import discord
import yarl

import bot.outbox
import bot.points
import bot.ui.reply
from bot import create_bot, process
from bot.core.tables import Tables
from bot.settings import Settings
from tests.wire.conftest import HurriedAsyncio

DELAYS = (0.01, 0.02)
"""Seconds between the attempts at a post, where no others are given."""


@dataclass(frozen=True)
class Orders:
    """Where a bot finds its database and its Discord, and how it is to behave."""

    database_url: str
    api: str
    gateway: str
    token: str
    folder: Path
    """Its own. When the file ``armed`` there has the name of a point, the process dies when the next press gets to it."""
    delays: tuple[float, ...] = DELAYS
    prompt: float | None = None
    """Seconds after which Discord is told that an answer takes longer; none: as usual."""
    unanswered: int = 100
    """Milliseconds after which the outbox shows a table whose answer did not get through, instead of many seconds."""


class Trap:
    """Kills the process at a point of the first press after a file has named that point."""

    def __init__(self, armed: Path) -> None:
        self._armed = armed
        self._pressed = False
        self._of_that_press = ContextVar("of_that_press", default=False)

    def reached(self, name: str) -> None:
        """A point is passed. What an earlier press still does in its own tasks does not count."""
        if not self._armed.exists():
            return
        if name == "press.taken" and not self._pressed:
            self._pressed = True
            self._of_that_press.set(True)
        counts = self._of_that_press.get() if name.startswith(("answer.", "move.")) else self._pressed
        if counts and self._armed.read_text() == name:
            os.kill(os.getpid(), signal.SIGKILL)


def serve(orders: Orders) -> None:
    """Runs the bot until it is asked to end, or gets to the point at which it is to die."""
    logging.basicConfig(level=logging.WARNING, format=f"{orders.folder.name} %(levelname)s %(name)s: %(message)s", force=True)
    discord.http.Route.BASE = orders.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(orders.gateway)
    for module in (discord.http, discord.webhook.async_, discord.client, discord.shard):
        module.asyncio = HurriedAsyncio()
    if orders.prompt is not None:
        bot.ui.reply.PROMPT = orders.prompt
    assert Tables._shown.__kwdefaults__ is not None
    Tables._shown.__kwdefaults__["wait"] = orders.unanswered
    bot.points.reached = Trap(orders.folder / "armed").reached
    settings = Settings(
        _env_file=None,
        discord_token=orders.token,
        database_url=orders.database_url,
        heartbeat_file=str(orders.folder / "heartbeat"),
        login_pause=0,
    )
    client = create_bot(settings, retry_delays=orders.delays)
    client._connection.guild_ready_timeout = 0.02
    try:
        asyncio.run(process.run(settings, client))
    except process.Failure as failure:
        logging.getLogger(__name__).critical("%s", failure)
        sys.exit(failure.status)

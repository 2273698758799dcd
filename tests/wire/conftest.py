"""Fixtures for tests over real sockets: a loopback Discord, and the real client pointed at it."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
import pytest
import yarl

from bot import Settings, create_bot
from bot.process.client import LandGames
from tests.inline_sqlite import patch_sqlite
from tests.waiting import until
from tests.wire.loopback.tiny_bot import TinyBot
from tests.wire.matches import Match, started
from tests.wire.server import Channel, Guild, Loopback, Person
from tests.wire.server.recorder import Recorded

Connect = Callable[[discord.Client], Awaitable[discord.Client]]

DELAYS = (0.01, 0.02)
"""Seconds between the attempts at a post."""
STARTED = 90.0
"""Seconds of running time in which a client is ready: longer than other waits, as a busy machine starts many."""
HURRY = 0.002
"""The client's own pauses between attempts take this part of their length, so that seconds become milliseconds."""


class HurriedAsyncio:
    """The module ``asyncio`` for a module of discord.py, with shorter sleeps and everything else unchanged."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(delay: float, result: Any = None) -> Any:
        return await asyncio.sleep(delay * HURRY, result)


class TimedAttempts:
    """The module ``asyncio`` to what posts and tidies up, whose attempts a test can end before their time."""

    def __init__(self) -> None:
        self._under_way: weakref.WeakSet[asyncio.Timeout] = weakref.WeakSet()

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def timeout(self, seconds: float | None) -> asyncio.Timeout:
        """The time limit of one attempt."""
        limit = asyncio.timeout(seconds)
        self._under_way.add(limit)
        return limit

    def end_stalled(self, request: Recorded) -> bool:
        """End all attempts under way, if it is a request in a channel that stalls. Return whether it is."""
        if not request.path.startswith("/channels/"):
            return False
        self.end()
        return True

    def end(self) -> None:
        """End all attempts under way."""
        for limit in tuple(self._under_way):
            with suppress(RuntimeError):  # it has ended
                limit.reschedule(asyncio.get_running_loop().time())


@pytest.fixture(autouse=True)
def _inline_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite answer at once in this folder. Tests of crashes, which use the fixtures below, have its thread."""
    patch_sqlite(monkeypatch)


@pytest.fixture
async def discord_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """A running loopback Discord to which every client made in the test connects.

    At the end every request must have been one that Discord accepts; a test that sends others on purpose looks at
    ``violations`` and clears it.
    """
    for module in (discord.http, discord.webhook.async_, discord.client, discord.shard):
        monkeypatch.setattr(module, "asyncio", HurriedAsyncio())
    async with Loopback() as server:
        monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway.url))
        yield server
    assert server.violations == []


@pytest.fixture
def logins_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord wants seconds between two logins; the loopback does not."""
    monkeypatch.setattr("bot.shards.reconnect.LOGIN_EVERY", 0.02)
    monkeypatch.setattr("bot.shards.logins.PAUSE", 0.02)


@pytest.fixture
def guild(discord_server: Loopback) -> Guild:
    """A server with the bot in it."""
    return discord_server.world.add_guild()


@pytest.fixture
def channel(discord_server: Loopback, guild: Guild) -> Channel:
    """Its channel."""
    return discord_server.world.add_channel(guild)


@pytest.fixture
def alice(discord_server: Loopback, channel: Channel) -> Person:
    """A member, in the channel."""
    return discord_server.person(channel, "alice")


@pytest.fixture
def bob(discord_server: Loopback, channel: Channel) -> Person:
    """Another member, in the channel."""
    return discord_server.person(channel, "bob")


@pytest.fixture
async def connect(discord_server: Loopback) -> AsyncIterator[Connect]:
    """Log a client in and wait until it is ready and knows its servers; all are closed at the end, and their failures raised.

    discord.py waits for servers that are slow to come, and calls itself ready after 20 ms without one.
    """
    running: list[tuple[discord.Client, asyncio.Task[None]]] = []

    def knows_all(client: discord.Client) -> bool:
        known = [client.get_guild(guild) for guild in discord_server.world.guilds]
        return client.is_ready() and all(guild is not None and not guild.unavailable for guild in known)

    async def start(client: discord.Client) -> discord.Client:
        client._connection.guild_ready_timeout = 0.02
        task = asyncio.create_task(client.start(discord_server.world.token))
        ready = asyncio.create_task(until("a client that is ready", lambda: knows_all(client), STARTED))
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await client.close()
            task.result()
        await ready
        running.append((client, task))
        return client

    yield start
    discord_server.let_go()
    for client, task in running:
        await client.close()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def bot(connect: Connect, channel: Channel) -> TinyBot:
    """The tiny bot, ready and with its commands registered."""
    client = TinyBot()
    await connect(client)
    await client.tree.sync()
    return client


@pytest.fixture
def text(bot: TinyBot, channel: Channel) -> discord.TextChannel:
    """The channel as the tiny bot sees it."""
    found = bot.get_channel(channel.id)
    assert isinstance(found, discord.TextChannel)
    return found


@pytest.fixture
def bot_url(sqlite_url: str) -> str:
    """Where the bots of a test have their database."""
    return sqlite_url


@pytest.fixture
def make_bot(bot_url: str, discord_server: Loopback, monkeypatch: pytest.MonkeyPatch) -> Callable[[], LandGames]:
    """Make the real bot, on this test's database; every one made stands for one start of the program.

    It gives up an attempt at a post or an old board as soon as a request in a channel hangs without an end, and soon after that
    the request itself.
    """
    attempts = TimedAttempts()
    for module in ("bot.posting.sender", "bot.posting.tidying"):
        monkeypatch.setattr(f"{module}.asyncio", attempts)
    discord_server.faults.on_stall = attempts.end_stalled

    def make() -> LandGames:
        settings = Settings(_env_file=None, database_url=bot_url, icons=False)
        return create_bot(settings, retry_delays=DELAYS)

    return make


@pytest.fixture
async def land_games(make_bot: Callable[[], LandGames], connect: Connect, channel: Channel) -> LandGames:
    """The real bot, connected and ready."""
    client = make_bot()
    await connect(client)
    return client


@pytest.fixture
async def match(land_games: LandGames, alice: Person, bob: Person) -> Match:
    """A game of two, just begun."""
    return await started(land_games, alice, bob)

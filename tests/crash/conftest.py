"""Fixtures: a Discord that outlives every process of the bot, places to start them, and a game."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from tests.crash.matches import Match, started
from tests.crash.processes import Bots, made_nursery
from tests.wire.conftest import connect, discord_server, land_games, make_bot
from tests.wire.server import Channel, Loopback, Person

__all__ = ["connect", "discord_server", "land_games", "make_bot"]


@pytest.fixture(scope="session")
def nursery() -> Iterator[ForkServerContext]:
    """Where processes of the bot are forked off."""
    with made_nursery() as made:
        yield made


@pytest.fixture
def server(discord_server: Loopback) -> Loopback:
    """A loopback Discord, of which every request must have been one that Discord takes."""
    return discord_server


@pytest.fixture
def channel(server: Loopback) -> Channel:
    """A channel of a server with the bot in it."""
    return server.world.add_channel(server.world.add_guild())


@pytest.fixture
def ada(server: Loopback, channel: Channel) -> Person:
    """A member."""
    return server.person(channel, "Ada")


@pytest.fixture
def björn(server: Loopback, channel: Channel) -> Person:
    """Another member."""
    return server.person(channel, "Björn")


@pytest.fixture
async def bots(nursery: ForkServerContext, server: Loopback, database_url: str, tmp_path: Path) -> AsyncIterator[Bots]:
    """Start processes on this test's database, on each engine in turn."""
    made = Bots(nursery, server, database_url, tmp_path)
    yield made
    await made.end()


@pytest.fixture
def bot_url(database_url: str) -> str:
    """Where the bots of a test have their database: on each engine in turn."""
    return database_url


@pytest.fixture
async def match(request: pytest.FixtureRequest, ada: Person, björn: Person) -> Match:
    """A game of two, just begun, with the bot in this process if the test has it, else in one of its own."""
    if "land_games" not in request.fixturenames:
        await request.getfixturevalue("bots").start()
    return await started(ada, björn)

"""The gateway is away for a while: the bot is back soon after it, with one connection a shard, and spares Discord's logins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import discord
import pytest

from bot import Settings, create_bot
from bot.process.client import LandGames
from bot.shards import reconnect
from bot.shards.reconnect import FREE_LOGINS, LOGIN_EVERY, LONGEST, PAUSE
from tests.waiting import limited, until
from tests.wire.conftest import Connect
from tests.wire.matches import Match
from tests.wire.server import Loopback
from tests.wire.server.gateway import Close, Gateway, Op
from tests.wire.server.people import answered

SOON = 15.0
"""Seconds after an outage in which the bot has to be back."""
LONG = 3600.0
"""Seconds that the bot waits for a slow gateway: longer than any test, its machine suspended or not."""


class Pauses:
    """The pauses that the bot makes, each a moment long. ``made`` has how long they were meant to be."""

    def __init__(self) -> None:
        self.made: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Remember a pause."""
        self.made.append(seconds)
        await asyncio.sleep(0.002)


@pytest.fixture
def pauses() -> Pauses:
    """Return the pauses of the test's bot."""
    return Pauses()


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the bot take no delay of this process for the gateway's silence."""
    monkeypatch.setattr(reconnect, "ANSWER", LONG)


@pytest.fixture
def make_bot(make_bot: Callable[[], LandGames], pauses: Pauses) -> Callable[[], LandGames]:
    """Make a bot whose pauses are short."""

    def make() -> LandGames:
        bot = make_bot()
        bot.reconnector.sleep = pauses.sleep
        return bot

    return make


@pytest.fixture
async def sharded(
    database_url: str, discord_server: Loopback, connect: Connect, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> LandGames:
    """Return a connected bot with four shards, on SQLite and on PostgreSQL."""
    monkeypatch.setattr("bot.shards.logins.PAUSE", 0.001)
    monkeypatch.setattr("bot.shards.logins.POLL", 0.001)
    bot = create_bot(Settings(_env_file=None, database_url=database_url, shard_count=4, icons=False))
    bot.reconnector.sleep = pauses.sleep
    await connect(bot)
    await until("all four shards to be connected", lambda: discord_server.gateway.connected == [0, 1, 2, 3])
    return bot


@pytest.fixture
def gateway(discord_server: Loopback) -> Iterator[Gateway]:
    """Return the gateway, which is there again at the end."""
    yield discord_server.gateway
    discord_server.gateway.release()


async def test_a_move_is_played_at_once_after_a_cut_and_soon_after_a_long_outage_in_which_a_bot_can_stop(
    match: Match, land_games: LandGames, gateway: Gateway, pauses: Pauses
) -> None:
    gateway.cut()
    await until("the session to be resumed", lambda: gateway.ops == [Op.IDENTIFY, Op.RESUME])
    await answered(await match.type_move())
    assert pauses.made == []
    gateway.turn_away()
    gateway.cut()
    await until("40 pauses", lambda: len(pauses.made) >= 40)  # four minutes
    assert all(PAUSE[0] <= pause <= PAUSE[1] for pause in pauses.made)
    gateway.release()
    pauses.made.clear()
    await until("the shard to be connected", lambda: gateway.connected == [0])
    assert sum(pauses.made) <= SOON
    await answered(await match.type_move())
    await match.check(2)
    assert gateway.ops.count(Op.IDENTIFY) == 2, "one login, however often the gateway was asked"
    pauses.made.clear()
    gateway.turn_away()
    gateway.cut()
    await until("3 pauses", lambda: len(pauses.made) >= 3)
    await land_games.close()
    assert land_games.is_closed()


async def test_every_shard_comes_back_once(sharded: LandGames, gateway: Gateway, pauses: Pauses) -> None:
    """Discord lets one shard log in every five seconds, so each may take so much longer."""
    logins = gateway.ops.count(Op.IDENTIFY)
    gateway.turn_away()
    gateway.cut()
    await until("20 pauses", lambda: len(pauses.made) >= 20)
    gateway.release()
    pauses.made.clear()
    await until("all four shards to be connected", lambda: gateway.connected == [0, 1, 2, 3])
    assert sum(pauses.made) <= SOON + 3 * LOGIN_EVERY
    assert gateway.ops.count(Op.IDENTIFY) == logins + 4
    assert all(not info.is_closed() for info in sharded.shards.values())


async def test_shards_that_stay_connected_are_left_alone(sharded: LandGames, gateway: Gateway, pauses: Pauses) -> None:
    stayed = [session.line for session in gateway.sessions.values() if session.shard[0] in (0, 3)]
    gateway.turn_away()
    gateway.cut({1, 2})
    await until("5 pauses", lambda: len(pauses.made) >= 5)
    assert gateway.connected == [0, 3]
    gateway.release()
    await until("all four shards to be connected", lambda: gateway.connected == [0, 1, 2, 3])
    assert stayed == [session.line for session in gateway.sessions.values() if session.shard[0] in (0, 3)]


async def test_a_gateway_that_says_nothing_is_asked_again(
    land_games: LandGames, gateway: Gateway, pauses: Pauses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reconnect, "ANSWER", 0.01)
    gateway.turn_away()
    gateway.cut()
    await until("a pause", lambda: pauses.made)
    gateway.release()
    gateway.hold()
    seen = len(pauses.made)
    await until("5 more pauses", lambda: len(pauses.made) >= seen + 5)
    assert gateway.connected == []
    monkeypatch.setattr(reconnect, "ANSWER", LONG)
    gateway.release()
    await until("the shard to be connected", lambda: gateway.connected == [0])
    await until("the bot to be ready", land_games.is_ready)


async def test_a_gateway_that_answers_as_the_wait_ends_is_asked_again(
    land_games: LandGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    reconnector, shard = land_games.reconnector, 7

    async def connect_too_late() -> None:
        async with asyncio.timeout(0) as limit:
            monkeypatch.setattr(reconnector, "_limit", limit)
            monkeypatch.setattr(reconnector, "_trying", shard)
            try:
                await asyncio.sleep(LONG)
            finally:
                await reconnector.before_login(shard)

    with pytest.raises(TimeoutError):
        await connect_too_late()


async def test_outages_one_after_the_other_spare_the_logins(land_games: LandGames, gateway: Gateway, pauses: Pauses) -> None:
    longest = []
    for _ in range(FREE_LOGINS + 5):
        gateway.turn_away()
        gateway.cut()
        pauses.made.clear()
        await until("3 pauses", lambda: len(pauses.made) >= 3)
        longest.append(max(pauses.made))
        gateway.release()
        await until("the shard to be connected", lambda: gateway.connected == [0])
    assert longest[: FREE_LOGINS - 1] == [pytest.approx(sum(PAUSE) / 2, abs=PAUSE[1] / 2)] * (FREE_LOGINS - 1)
    assert longest[-1] > PAUSE[0] * 16
    assert max(longest) <= LONGEST
    assert not land_games.is_closed()


async def test_a_request_that_finds_its_session_closed_is_no_failure_of_a_bot_that_stops(land_games: LandGames) -> None:
    async def ask() -> None:
        raise RuntimeError("Session is closed")

    with pytest.raises(RuntimeError):
        await land_games.reconnector.stay_connected(ask)
    await land_games.close()
    await land_games.reconnector.stay_connected(ask)


async def test_a_token_that_is_refused_after_an_outage_ends_the_bot(
    make_bot: Callable[[], LandGames], discord_server: Loopback, gateway: Gateway, pauses: Pauses
) -> None:
    """Trying again does not help then."""
    bot = make_bot()
    running = asyncio.create_task(bot.start(discord_server.world.token))
    await until("the shard to be connected", lambda: gateway.connected == [0])
    gateway.turn_away()
    gateway.cut()
    await until("3 pauses", lambda: len(pauses.made) >= 3)
    discord_server.world.token = "another"
    gateway.release()
    with pytest.raises(discord.ConnectionClosed) as refused:
        async with limited("the end of the bot"):
            await running
    assert refused.value.code == Close.AUTHENTICATION_FAILED
    await bot.close()

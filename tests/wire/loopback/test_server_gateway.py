"""The loopback Discord's gateway: sessions, resuming, compression, as the real client lives through them."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import discord
import pytest

from tests.waiting import until
from tests.wire.conftest import Connect
from tests.wire.loopback.tiny_bot import TinyBot
from tests.wire.server import Channel, Loopback, Person
from tests.wire.server.gateway import Op
from tests.wire.server.people import answered


def zlib_context(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The library's own decompression for those who have no zstandard."""
    found = importlib.util.find_spec("discord.utils")
    assert found is not None
    assert found.loader is not None
    with monkeypatch.context() as patch:
        for name in ("zstandard", "compression.zstd"):
            patch.setitem(sys.modules, name, None)
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    return module._ZlibDecompressionContext


@pytest.mark.parametrize("compression", ["zlib-stream", "zstd-stream"])
async def test_transport_compression(
    compression: str, connect: Connect, alice: Person, discord_server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    if compression == "zlib-stream":
        monkeypatch.setattr(discord.utils, "_ActiveDecompressionContext", zlib_context(monkeypatch))
    else:
        pytest.importorskip("zstandard")
    client = TinyBot()
    await connect(client)
    await client.tree.sync()
    assert (await answered(alice.slash("say", word="ä" * 500))).text.startswith("ä" * 500)
    await discord_server.gateway.drop()
    await until("a resumed session", lambda: "resumed" in client.events)
    assert (await answered(alice.slash("say", word="again"))).text.startswith("again")
    assert discord_server.gateway.compression == [compression, compression]


async def test_a_drop_is_resumed_and_what_was_missed_is_replayed(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    gateway = discord_server.gateway
    gateway.hold()
    await gateway.drop()
    deeds = [alice.slash("say", word=word) for word in ("one", "two", "three")]
    gateway.release()
    for deed in deeds:
        await answered(deed)
    assert bot.seen == [deed.id for deed in deeds]
    assert gateway.ops == [Op.IDENTIFY, Op.RESUME]
    assert bot.events == ["ready", "resumed"]


async def test_a_broken_connection_is_resumed(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    discord_server.gateway.cut()
    deed = alice.slash("say", word="one")
    await answered(deed)
    assert bot.seen == [deed.id]
    assert discord_server.gateway.ops == [Op.IDENTIFY, Op.RESUME]


async def test_asked_to_reconnect_it_resumes(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    await discord_server.gateway.ask_to_reconnect()
    await until("a resumed session", lambda: "resumed" in bot.events)
    assert (await answered(alice.slash("say", word="one"))).text == "one, all, in games"
    assert len(discord_server.gateway.sessions) == 1


async def test_an_invalidated_session_is_begun_anew(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    await discord_server.gateway.invalidate()
    await until("a second login", lambda: discord_server.gateway.ops == [Op.IDENTIFY, Op.IDENTIFY])
    assert (await answered(alice.slash("say", word="one"))).text == "one, all, in games"


async def test_a_session_that_was_forgotten_is_begun_anew(bot: TinyBot, alice: Person, discord_server: Loopback) -> None:
    discord_server.gateway.forget()
    await discord_server.gateway.drop()
    wanted = [Op.IDENTIFY, Op.RESUME, Op.IDENTIFY]
    await until("a login after a resume in vain", lambda: discord_server.gateway.ops == wanted)
    assert (await answered(alice.slash("say", word="one"))).text == "one, all, in games"


async def test_an_invalidated_but_resumable_session_is_resumed(bot: TinyBot, discord_server: Loopback) -> None:
    await discord_server.gateway.invalidate(resumable=True)
    await until("a resumed session", lambda: "resumed" in bot.events)
    assert discord_server.gateway.ops == [Op.IDENTIFY, Op.RESUME]


async def test_heartbeats_are_sent_and_acknowledged(discord_server: Loopback, connect: Connect, channel: Channel) -> None:
    discord_server.gateway.heartbeat_seconds = 0.02
    client = TinyBot()
    await connect(client)
    received = discord_server.gateway.received
    await until("four heartbeats", lambda: sum(op == Op.HEARTBEAT for op, _ in received) > 3)
    await until("an acknowledged heartbeat", lambda: client.latency < 20)


async def test_privileged_intents_are_not_granted(discord_server: Loopback, connect: Connect) -> None:
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await connect(TinyBot(discord.Intents(guilds=True, members=True)))


async def test_new_servers_and_lost_channels_are_told(bot: TinyBot, channel: Channel, discord_server: Loopback) -> None:
    guild = discord_server.world.add_guild("Another")
    place = discord_server.world.add_channel(guild)
    discord_server.join(guild)
    await until("the new channel at the bot", lambda: bot.get_channel(place.id) is not None)
    discord_server.delete_channel(channel)
    await until("the bot to forget the channel", lambda: bot.get_channel(channel.id) is None)
